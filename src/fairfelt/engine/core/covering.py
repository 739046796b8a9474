"""In how many ways cards cover the cells of a track; see `rules/hands/track_ranking.py`."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.hands.track_ranking import CELLS


@lru_cache(maxsize=16)
def ways_to_cover(cells: tuple[int, ...], count: int) -> NDArray[np.int64]:
    """Ways to take so many cards that cover exactly the cells of a mask: [cards, mask]. Each cell has so many cards."""
    ways = np.zeros((count + 1, 1 << CELLS), np.int64)
    ways[0, 0] = 1
    for cell, held in enumerate(cells):
        free = np.flatnonzero(~np.arange(1 << CELLS) >> cell & 1)
        for taken in range(1, min(held, count) + 1):
            ways[taken:, free | 1 << cell] += comb(held, taken) * ways[: count + 1 - taken, free]
    return ways
