"""Figures of a round or a bet that need no counting: sheets kept from before, results, skewness. Light to load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from fairfelt.answers.par import RoundPar, WagerPar

Results = tuple[tuple[Fraction, Fraction], ...]
"""Net units and probabilities, from the greatest loss up."""


def skewness_of(results: Iterable[tuple[Fraction, Fraction]]) -> float | None:
    """The third moment about the mean by the cube of the standard deviation; None where nothing varies."""
    rows = list(results)
    mean = sum((net * chance for net, chance in rows), Fraction(0))
    square, cube = (sum(((net - mean) ** n * chance for net, chance in rows), Fraction(0)) for n in (2, 3))
    return float(cube / square) / sqrt(square) if square else None


def wager_results(sheet: WagerPar) -> Results:
    """Every net result of one bet."""
    found: Counter[Fraction] = Counter()
    for row in sheet.outcomes:
        if row.probability:
            found[row.contribution / row.probability] += row.probability  # type: ignore[assignment]
    return tuple(sorted((net, Fraction(chance)) for net, chance in found.items()))


def wager_skewness(sheet: WagerPar) -> float | None:
    """Of one bet; None where a meter decides what it pays."""
    return None if sheet.levels else skewness_of(wager_results(sheet))


def round_skewness(figures: RoundPar) -> float | None:
    """Of the game itself; None where the results of a round are not counted."""
    return skewness_of((net, Fraction(ways, figures.total)) for net, ways in figures.results)
