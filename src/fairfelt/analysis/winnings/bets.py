"""One round of a bet: every net result in units, and how likely it is, for a player and for the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import expm1, log1p

from fairfelt.engine.answers.numbers import common_unit
from fairfelt.engine.answers.par import OutcomeRow, WagerPar, skewness_of
from fairfelt.engine.exact import Par
from fairfelt.jackpot.meters.edge import rate, reserve_rate, seed, suggested_levels
from fairfelt.jackpot.terms import FixedPays, Level, Terms
from fairfelt.rules import Envy, Game, Paytable

# One round of a bet as a player sees it: every net result in units, and how likely it is.


THE_GAME = "the game itself"


class WinningsError(ValueError):
    """A question about winnings that has no answer, and the sentence that says why."""


@dataclass(frozen=True)
class HandsThatPayOthers:
    """Envy bonuses of a bet: hands for which everybody else who made it is paid as well."""

    rows: tuple[tuple[Fraction, int, Fraction], ...]
    """Net units of the hand itself, what each other bettor gets by the paytable, and how likely the hand is."""
    terms: Envy

    def at(self, stake: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """The same for bettors with that stake, in units of it: an amount in currency weighs less on a large bet."""
        earned = Fraction(stake >= self.terms.least) / (1 if self.terms.times_wager else stake)
        yield from ((net, amount * earned, chance) for net, amount, chance in self.rows)


@dataclass(frozen=True)
class BetRound:
    """The net results of one round for each unit bet, from the greatest loss up."""

    name: str
    results: tuple[tuple[Fraction, Fraction], ...]
    """Net units and probabilities; none where rounds are not counted result by result."""
    edge: Fraction
    """Expected loss of a round for a unit of the opening bet, or of this bet, even if it is not made in every round."""
    variance: Fraction
    handle: Fraction = Fraction(1)
    """Units at risk when a round ends, raises among them, on average."""
    envy: HandsThatPayOthers | None = None
    wager: str = ""
    """The bet and its paytable; neither for the game itself, or for bets together."""
    paytable: str = ""

    @property
    def step(self) -> Fraction:
        """The largest number of units that every result is a whole multiple of."""
        return common_unit(net for net, _ in self.results) or Fraction(1)

    def times(self, units: Fraction) -> BetRound:
        """The same bet with another stake, in units of today's."""
        results = tuple((net * units, chance) for net, chance in self.results)
        handle, variance = self.handle * units, self.variance * units**2
        return replace(self, results=results, edge=self.edge * units, variance=variance, handle=handle)

    def as_paid(self, others: int, stake: Fraction) -> BetRound:
        """What one hand costs the house beside n other bettors: it pays each of them its envy bonus."""
        if not self.envy or not others:
            return self
        found: dict[Fraction, Fraction] = {}
        for net, paid, chance in self.envy.at(stake):
            found[net + others * paid] = found.get(net + others * paid, Fraction(0)) + chance
        return replace(self.with_results(found), envy=None)

    def as_won(self, others: int, stake: Fraction) -> BetRound:
        """What one player wins beside n other hands, each as if it were dealt from a deck of its own."""
        if not self.envy or not others:
            return self
        bonus: dict[Fraction, Fraction] = {}
        for _, paid, chance in self.envy.at(stake):
            bonus[paid] = bonus.get(paid, Fraction(0)) + chance
        found = dict(self.results)
        for _ in range(others):
            one_more: dict[Fraction, Fraction] = {}
            for net, chance in found.items():
                for paid, likely in bonus.items():
                    one_more[net + paid] = one_more.get(net + paid, Fraction(0)) + chance * likely
            found = one_more
        return replace(self.with_results(found), envy=None)

    def with_results(self, found: Mapping[Fraction, Fraction]) -> BetRound:
        """The same bet, won and lost with these chances by net units."""
        results = tuple(sorted(found.items()))
        mean = sum((net * chance for net, chance in results), Fraction(0))
        square = sum((net**2 * chance for net, chance in results), Fraction(0))
        return replace(self, results=results, edge=-mean, variance=square - mean**2)

    @property
    def skewness(self) -> float | None:
        """The third moment about the mean by the cube of the standard deviation."""
        return skewness_of(self.results)


def bet_round(par: Par, wager: str = "", paytable: str = "") -> BetRound:
    """The game itself with best play, or one of its bets with a paytable: that in play if none is named."""
    game = par.game
    if found := bet_on_meter(game, wager, paytable):
        raise WinningsError(f"{found[0]} wins shares of a meter: what players win goes by where it stands")
    if wager:
        table = game.paytable(wager, paytable) if paytable else game.wager(wager).paytable
        return one_bet(par.wager(wager, table.name), table)
    whole = par.round
    results = tuple((net, Fraction(ways, whole.total)) for net, ways in whole.results)
    if whole.variance is None:
        raise WinningsError(f"{game.title}: the variance of a round is not counted, so nothing follows from it")
    handle = whole.average_wager
    return BetRound(THE_GAME, results, whole.house_edge, whole.variance, handle)


def row_net(row: OutcomeRow) -> Fraction:
    """What a player has of a bet that ends so."""
    return row.contribution / row.probability


def one_bet(sheet: WagerPar, table: Paytable, net_of: Callable[[OutcomeRow], Fraction] = row_net) -> BetRound:
    """One bet with one paytable, each way it can end taken for so much."""
    rows = [(row, net_of(row)) for row in sheet.outcomes if row.probability]
    found: dict[Fraction, Fraction] = {}
    for row, net in rows:
        found[net] = found.get(net, Fraction(0)) + row.probability
    envy = None
    if table.envy:
        amounts = table.envy.amounts
        paid = ((net, amounts.get(row.line, 0) if row.line is not None else 0, row.probability) for row, net in rows)
        envy = HandsThatPayOthers(tuple(paid), table.envy)
    stake, nothing = sheet.average_stake, Fraction(0)
    blank = BetRound(sheet.wager, (), nothing, nothing, stake, envy, sheet.wager, table.name)
    return blank.with_results(found)


def bet_on_meter(game: Game, wager: str = "", paytable: str = "") -> tuple[str, Paytable] | None:
    """The bet of that name with that paytable, or the opening bet, if it wins shares of a meter."""
    for bet in [game.wager(wager)] if wager else [bet for bet in game.wagers if bet.is_base]:
        table = game.paytable(bet.name, paytable) if wager and paytable else bet.paytable
        if any(pay.level for pay in table.pays.values()):
            return bet.name, table
    return None


# A bet on a meter as the house has it: part of every bet is set aside for the meter, and a whole award costs a seed.
#
# What players win of a meter was set aside before, so that it is no loss of the day on which they win it. On average
# this is what the house keeps in the long run, by `meters.long_run_edge`.


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


# How often the bets of a round win their share of a meter.


@dataclass(frozen=True)
class JackpotLine:
    """One hand that wins a share of a level."""

    wager: str
    level: str
    hand: str
    share: Fraction
    chance: Fraction
    """In a round, for a player who makes the bet."""
    break_even: Fraction | None
    """The meter, in wagers, at which the bet has no edge; None where it wins of several levels."""

    def chance_in(self, bets: Fraction) -> float:
        """That it is won once or more in n bets."""
        return -expm1(float(bets) * log1p(-float(self.chance))) if self.chance < 1 else 1.0


def jackpot_lines(par: Par, wager: str = "", paytable: str = "") -> Iterator[JackpotLine]:
    """Of every bet on a meter, or of one of them: with the paytable that is named, or that in play."""
    asked = (wager, paytable or par.game.wager(wager).paytable.name) if wager else None
    in_play = {(bet.name, bet.paytable.name) for bet in par.game.wagers if bet.feeds_meter}
    for sheet in par.wagers:
        if (sheet.wager, sheet.paytable) not in ({asked} if asked else in_play):
            continue
        for row in sheet.levels:
            if row.probability:
                hand = (sheet.wager, row.level, row.line, row.share, row.probability)
                yield JackpotLine(*hand, sheet.break_even_meter)
