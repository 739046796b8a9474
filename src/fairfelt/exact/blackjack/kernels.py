"""The dealer's final totals against many shoes at once, in whole numbers of two limbs.

The weight of a node is the number of ordered ways to draw its cards: below 416^12 < 2^105 for eight decks.

      weight = high · 2^50 + low        low in 50 bits, high in the other 64
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

LIMB = 50
LOW = (1 << LIMB) - 1

Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


@njit(nogil=True, cache=True)
def add_ends(
    shoes: Array, parent: Array, card: Array, before: Array, depth: Array, final: Array, ways: Array, ends: Array
) -> None:
    """Add the weights up by final total and number of cards.

    shoes  [shoe, card]                 cards left
    ends   [shoe, final, depth, limb]   out: low and high limbs, neither carried over
    """
    low = np.zeros(len(parent), np.int64)
    high = np.zeros(len(parent), np.int64)
    low[0] = 1
    for shoe in range(len(shoes)):
        for node in range(1, len(parent)):
            left = max(shoes[shoe, card[node]] - before[node], 0)
            product = low[parent[node]] * left
            low[node] = product & LOW
            high[node] = high[parent[node]] * left + (product >> LIMB)
            if final[node] >= 0:
                ends[shoe, final[node], depth[node], 0] += ways[node] * low[node]
                ends[shoe, final[node], depth[node], 1] += ways[node] * high[node]
