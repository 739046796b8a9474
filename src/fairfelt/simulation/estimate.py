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

import numpy as np

from .kernels import Counts
from .results import Results


@dataclass(frozen=True)
class Estimate:
    """A mean and how far it may be off."""

    mean: float
    standard_error: float
    """Infinite where one round, or no stake at all, says nothing about it."""
    between_seats: float = 0.0
    """The part of its square that comes of seats that share a round; nothing where there is one."""


def estimate(counts: Counts, results: Results, rounds: int, seats: int) -> Estimate:
    """The mean of the results, envy included: every hand pays it to all other seats."""
    won, staked = results.nets + results.scale * (seats - 1) * results.envy, results.units * results.scale
    counts, won, staked = _merge_equal_cells(counts, won, staked)
    cells = counts.cells.astype(object)
    total, stake = int((cells * won).sum()), int((cells * staked).sum())
    if not stake:
        return Estimate(0.0, inf)
    mean = Fraction(total, stake)
    off = won - mean * staked
    alone, between = (cells * off * off).sum(), _between(counts, off)
    error = sqrt((alone + between) * rounds / (rounds - 1)) / stake if rounds > 1 else inf
    return Estimate(float(mean), error, float(Fraction(between) / stake**2))


def _merge_equal_cells(counts: Counts, won: Any, staked: Any) -> tuple[Counts, Any, Any]:
    """Cells that come to the same are one, so that few products of large whole numbers are left."""
    groups: dict[tuple[int, int], int] = {}
    group = np.array([groups.setdefault(pair, len(groups)) for pair in zip(won, staked, strict=True)], np.int64)
    cells = np.zeros(len(groups), np.int64)
    np.add.at(cells, group, counts.cells)
    pairs = np.zeros((len(groups),) * 2 if counts.pairs.size else (0, 0), np.int64)
    if counts.pairs.size:
        np.add.at(pairs, (group[:, None], group[None, :]), counts.pairs)
    nets, stakes = (np.array(column, object) for column in zip(*groups, strict=True))
    return Counts(cells, pairs), nets, stakes


def _between(counts: Counts, off: Any) -> Fraction | int:
    """Twice the sum over all pairs of seats in a round of the product of how far they are off."""
    pairs = counts.pairs.astype(object)
    return 2 * (off @ pairs @ off) if pairs.size else 0
