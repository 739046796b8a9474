"""Mean and standard error from counts, in whole numbers up to the last division.

A mean is all that was won over all units staked, of all seats. Its error goes by rounds, which are independent of each
other. Let X be what the seats win in a round and U what they stake, each a sum over seats; then

      mean            =  sum X / sum U
      standard error  =  sqrt( n / (n - 1) * sum (X - mean * U)^2 )  /  sum U          over n rounds

and a sum of X * U over rounds is the sum over all cells and twice that over all pairs of cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any

from .kernels import Counts
from .results import Results


@dataclass(frozen=True)
class Estimate:
    """A mean and how far it may be off."""

    mean: float
    standard_error: float
    """Infinite where one round, or no stake at all, says nothing about it."""


def estimate(counts: Counts, results: Results, rounds: int, seats: int) -> Estimate:
    """The mean of the results, envy included: every hand pays it to all other seats."""
    won, staked = results.nets + results.scale * (seats - 1) * results.envy, results.units * results.scale
    cells = counts.cells.astype(object)
    total, stake = int((cells * won).sum()), int((cells * staked).sum())
    if not stake:
        return Estimate(0.0, inf)
    mean = Fraction(total, stake)
    squares = _product(counts, won, won) - 2 * mean * _product(counts, won, staked)
    squares += mean * mean * _product(counts, staked, staked)
    error = sqrt(squares * rounds / (rounds - 1)) / stake if rounds > 1 else inf
    return Estimate(float(mean), error)


def _product(counts: Counts, a: Any, b: Any) -> int:
    """The sum over rounds of the product of two sums over seats."""
    alone = (counts.cells.astype(object) * a * b).sum()
    pairs = counts.pairs.astype(object)
    return int(alone + (a @ pairs @ b + b @ pairs @ a if pairs.size else 0))
