"""The kernel behind `direct`: hands that share no card meet, and each meeting falls on a row."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .decide import settle_class


@njit(nogil=True, cache=True)
def meet(
    first: int, last: int, held: NDArray, against: NDArray, player_kind: NDArray, dealer_kind: NDArray, rows: NDArray,
    weights: NDArray, groups: NDArray, nets: NDArray, extras: NDArray, values: NDArray, best: NDArray, totals: NDArray,
) -> None:  # fmt: skip
    """Decide for the classes from `first` up to `last`."""
    tally = np.zeros(nets.shape[1], np.int64)
    for i in range(first, last):
        tally[:] = 0
        row = rows[player_kind[i]]
        for j in range(len(against)):
            if not held[i] & against[j]:
                tally[row[dealer_kind[j]]] += 1
        best[i] = settle_class(tally, nets, extras, groups[i], weights[i], values[i], totals)
