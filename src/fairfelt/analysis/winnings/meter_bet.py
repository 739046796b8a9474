"""A bet on a meter as the house has it: part of every bet is set aside for the meter, and a whole award costs a seed.

What players win of a meter was set aside before, so that it is no loss of the day on which they win it. On average this
is what the house keeps in the long run, by `meters.long_run_edge`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fairfelt.engine.answers.par import OutcomeRow
from fairfelt.engine.exact import Par
from fairfelt.jackpot.meters.edge import rate, reserve_rate, seed, suggested_levels
from fairfelt.jackpot.terms import FixedPays, Level, Terms
from fairfelt.rules import Paytable

from .bets import BetRound, WinningsError, one_bet, row_net

USUAL_STAKE, USUAL_METER_STAKE = Fraction(25), Fraction(1)
"""What is bet where nothing is said, at a game and on a meter: seeds are given for bets of one."""


@dataclass(frozen=True)
class HouseMeter:
    """What the house puts into the levels of a meter."""

    levels: tuple[Level, ...]
    fixed_pays: FixedPays = FixedPays.TRAY
    origin: str = "Seeds and rates as you say."

    @property
    def set_aside(self) -> Fraction:
        """Of every unit bet, for meters and their reserves."""
        return sum((rate(level) + reserve_rate(level) for level in self.levels), Fraction(0))

    def seed(self, name: str) -> Fraction:
        """What a level starts with after it was won whole, in currency."""
        for level in self.levels:
            if level.name == name:
                return seed(level)
        raise WinningsError(f"the jackpot has no level {name}; it has {', '.join(each.name for each in self.levels)}")


def meter_of(terms: Terms) -> HouseMeter:
    """A jackpot as it was set up."""
    return HouseMeter(terms.levels, terms.fixed_pays)


def usual_meter(table: Paytable) -> HouseMeter:
    """As the paytable comes with it, or with round figures."""
    found = suggested_levels(table)
    return HouseMeter(found.levels, origin=found.origin)


def meter_round(par: Par, wager: str, table: Paytable, meter: HouseMeter, stake: Fraction) -> BetRound:
    """One bet of so much currency: fixed pays, what is set aside, and the seeds that whole awards call for."""

    def cost(row: OutcomeRow) -> Fraction:
        paid = row_net(row) if meter.fixed_pays is FixedPays.TRAY else Fraction(-1)
        pay = row.pay
        return paid + meter.set_aside + (meter.seed(pay.level) / stake if pay.level and pay.share == 1 else 0)

    return one_bet(par.wager(wager, table.name), table, cost)
