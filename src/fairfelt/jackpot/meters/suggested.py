"""Seeds and rates to begin with: those that come with a paytable, or round figures of ours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fairfelt.jackpot.terms import PPM, Level
from fairfelt.rules import MICROS, Paytable

TOP_SEED, TOP_RATE, LOWER_RATE = 10_000, Fraction(15, 100), Fraction(3, 100)
ROUND_FIGURES = "Nobody prints a seed or a rate for this paytable: these are round figures to change."


@dataclass(frozen=True)
class SuggestedLevels:
    """What the levels of a paytable could be set to."""

    levels: tuple[Level, ...]
    origin: str
    """The source of these figures, in a sentence."""


def suggested_levels(table: Paytable) -> SuggestedLevels:
    """Suggestions for every level that a paytable wins, from its best hand down."""
    if preset := table.preset:
        levels = (Level(name, each.seed_micros, each.rate_ppm) for name, each in preset.levels.items())
        return SuggestedLevels(tuple(levels), preset.origin)
    names = dict.fromkeys(pay.level for _, pay in sorted(table.pays.items(), reverse=True) if pay.level)
    return SuggestedLevels(tuple(_round_figures(name, place) for place, name in enumerate(names)), ROUND_FIGURES)


def _round_figures(name: str, place: int) -> Level:
    seed = max(1, TOP_SEED // 10**place)
    return Level(name, seed * MICROS, int((LOWER_RATE if place else TOP_RATE) * PPM))
