"""The risk that a meter which pays everything runs dry, for the pays of a design."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.engine.answers.par import WagerPar
from fairfelt.jackpot.meters import MeterError
from fairfelt.jackpot.meters.run_dry import Drain, run_dry_risk
from fairfelt.rules import MICROS, Wager

from .targets import TargetsError


def verify_meter(bet: Wager, today: WagerPar) -> None:
    """Refuse the target for a bet without one meter whose seed and contribution are given."""
    levels = {row.level for row in today.levels}
    preset = bet.paytable.preset.levels if bet.paytable.preset else {}
    if len(levels) != 1 or not levels <= preset.keys():
        raise TargetsError(
            f"{bet.name} has no single meter with seed and contribution, so it cannot run dry: leave that target out"
        )


def most_paid(bet: Wager, today: WagerPar, risk: Fraction, largest: Fraction) -> Fraction | None:
    """What fixed pays may take of a unit at the very most, if a meter is to run dry with no more than that risk.

    Let them take more than the meter rises by, `lost` of every wager. The meter is never below what the largest pay
    lacks, so that by Wald's identity it is played for at most (seed + largest) / lost wagers on average, and it is won
    whole before it runs dry with a chance of at most as many times that of a whole award.
    """
    if risk >= 1:
        return None
    seed, rise, whole = _terms(bet, today)
    return rise + whole * (seed + largest) / (1 - risk)


def _terms(bet: Wager, sheet: WagerPar) -> tuple[Fraction, Fraction, Fraction]:
    """Seed, contribution, and the chance of a whole award."""
    assert bet.paytable.preset, "it was verified"
    level = bet.paytable.preset.levels[sheet.levels[0].level]
    whole = sum((row.probability for row in sheet.levels if row.share == 1), Fraction(0))
    return Fraction(level.seed_micros, MICROS), Fraction(level.rate_ppm, 1_000_000), whole


def dry_risk(bet: Wager, sheet: WagerPar) -> Fraction:
    """The chance at most that a fixed pay finds too little before the meter is won: bets of one, all pays off it."""
    seed, rise, whole = _terms(bet, sheet)
    amounts = ((row.contribution / row.probability + 1, row.probability) for row in sheet.outcomes if row.probability)
    drain = Drain(
        seed=seed,
        rise=rise,
        pays=tuple((amount, chance) for amount, chance in amounts if amount > 0),
        parts=tuple((row.share, row.probability) for row in sheet.levels if row.share != 1),
        whole=whole,
    )
    try:
        return Fraction(run_dry_risk(drain).high)
    except MeterError:
        return Fraction(1)
