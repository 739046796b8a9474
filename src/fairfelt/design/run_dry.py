"""The risk that a meter which pays everything runs dry, for the pays of a design."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.answers.par import WagerPar
from fairfelt.meters import MeterError
from fairfelt.meters.run_dry.risk import Drain, run_dry_risk
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


def dry_risk(bet: Wager, sheet: WagerPar) -> Fraction:
    """The chance at most that a fixed pay finds too little before the meter is won: bets of one, all pays off it."""
    assert bet.paytable.preset, "it was verified"
    level = bet.paytable.preset.levels[sheet.levels[0].level]
    amounts = ((row.contribution / row.probability + 1, row.probability) for row in sheet.outcomes if row.probability)
    drain = Drain(
        seed=Fraction(level.seed_micros, MICROS),
        rise=Fraction(level.rate_ppm, 1_000_000),
        pays=tuple((amount, chance) for amount, chance in amounts if amount > 0),
        parts=tuple((row.share, row.probability) for row in sheet.levels if row.share != 1),
        whole=sum((row.probability for row in sheet.levels if row.share == 1), Fraction(0)),
    )
    try:
        return Fraction(run_dry_risk(drain).high)
    except MeterError:
        return Fraction(1)
