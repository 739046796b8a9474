"""Figures of a round or a bet that need no counting: sheets kept from before, results, skewness. Light to load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from fairfelt.engine.answers.par import RoundPar, WagerPar
from fairfelt.engine.answers.store import kept_answer
from fairfelt.rules import Game, Paytable, Wager

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


def variance_with_meter(sheet: WagerPar, meter: Fraction) -> Fraction:
    """Of one unit, with what is won of the meter: all levels stand at n wagers."""
    nets = {row.name: row.contribution / row.probability for row in sheet.outcomes if row.probability}
    mean, square = sheet.expected_value, sheet.variance + sheet.expected_value**2
    for row in sheet.levels:
        won = row.share * meter
        mean += row.probability * won
        square += row.probability * (
            (nets.get(row.line, Fraction(0)) + won) ** 2 - nets.get(row.line, Fraction(0)) ** 2
        )
    return square - mean**2


def variance_with_envy(sheet: WagerPar, table: Paytable, others: int) -> Fraction:
    """Of one unit beside n other hands, each as if it were dealt from a deck of its own."""
    if table.envy is None:
        return sheet.variance
    paid = [(row.probability, table.envy.per_unit(row.line)) for row in sheet.outcomes]
    mean = sum((chance * amount for chance, amount in paid), Fraction(0))
    return sheet.variance + others * (sum((chance * amount**2 for chance, amount in paid), Fraction(0)) - mean**2)


# The sheet of a bet as it was counted before.


def kept_sheet(game: Game, wager: Wager, table: Paytable) -> WagerPar | None:
    """What the same code counted before of one bet with one paytable; None if it has to be counted."""
    answer = kept_answer(game)
    sheets = answer.par.wagers if answer else ()
    return next((sheet for sheet in sheets if (sheet.wager, sheet.paytable) == (wager.name, table.name)), None)
