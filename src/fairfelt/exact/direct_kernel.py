"""The kernel behind `direct`: hands that share no card meet, and each meeting falls on a row."""

from __future__ import annotations

import numpy as np
from numba import njit

from .decide import Array, settle_class


@njit(nogil=True, cache=True)
def meet(
    first: int, last: int, held: Array, against: Array, player_kind: Array, dealer_kind: Array, rows: Array,
    weights: Array, groups: Array, nets: Array, extras: Array, values: Array, best: Array, totals: Array,
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
