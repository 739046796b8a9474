"""One decision, made the same way everywhere: the greatest value, and of equal values the larger bet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit

Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


@njit(nogil=True, cache=True, inline="always")
def settle_class(
    tally: Array,
    nets: Array,
    extras: Array,
    group: int,
    weight: int,
    values: Array,
    totals: Array,
) -> int:
    """Value every choice of one class, take the best, and add its rows to the totals.

    tally   [row]                 opposing combinations of each row
    nets    [choice, row]         scaled net result; choices in ascending order of the bet
    extras  [choice, group]       scaled extra pay that the class's own cards earn
    values  [choice]              out: summed net results
    totals  [choice, group, row]  in and out: combinations under the best choice
    """
    best = 0
    for choice in range(nets.shape[0]):
        value = 0
        combinations = 0
        for row in range(nets.shape[1]):
            value += tally[row] * nets[choice, row]
            combinations += tally[row]
        values[choice] = value + combinations * extras[choice, group]
        if values[choice] >= values[best]:
            best = choice
    for row in range(nets.shape[1]):
        totals[best, group, row] += weight * tally[row]
    return best


@njit(nogil=True, cache=True, inline="always")
def settle_cuts(
    below: Array, rows: Array, cuts: int, following: int, nets: Array, extras: Array, group: int, weight: int,
    values: Array, totals: Array, allowed: int,
) -> int:  # fmt: skip
    """The same where the dealer's hands are counted by cuts, and only the first of the choices may be made.

    below   [cut]      opposing combinations below each cut, of all that follow
    rows    [cut]      the row up to each cut and, after the last, of the rest

    A choice that may not be made is worth what the largest bet is.
    """
    best = 0
    for choice in range(allowed):
        value, lower = following * extras[choice, group], np.int64(0)
        for cut in range(cuts):
            value += (below[cut] - lower) * nets[choice, rows[cut]]
            lower = np.int64(below[cut])
        values[choice] = value + (following - lower) * nets[choice, rows[cuts]]
        if values[choice] >= values[best]:
            best = choice
    lower = np.int64(0)
    for cut in range(cuts):
        totals[best, group, rows[cut]] += weight * (below[cut] - lower)
        lower = np.int64(below[cut])
    totals[best, group, rows[cuts]] += weight * (following - lower)
    for choice in range(allowed, nets.shape[0]):
        values[choice] = values[allowed - 1]
    return best
