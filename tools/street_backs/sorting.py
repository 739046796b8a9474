"""Sorting inside kernels, in place of what numba brings along.

Numba names the code of `np.sort`, `np.unique` and `np.argsort` alike but for a number that begins anew in each process.
Where two of them are read from disk with the same number, one is taken for the other, and figures come out wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.jit import njit


@njit(nogil=True, cache=True)
def order_of(values: NDArray[Any]) -> NDArray[np.int64]:
    """The places of the values in ascending order, of equal ones the first place first: merged from runs of one."""
    many = len(values)
    order, merged = np.arange(many), np.empty(many, np.int64)
    run = 1
    while run < many:
        for first in range(0, many, 2 * run):
            middle, last = min(first + run, many), min(first + 2 * run, many)
            one, other = first, middle
            for at in range(first, last):
                if other == last or (one < middle and values[order[one]] <= values[order[other]]):
                    merged[at] = order[one]
                    one += 1
                else:
                    merged[at] = order[other]
                    other += 1
        order, merged = merged, order
        run *= 2
    return order
