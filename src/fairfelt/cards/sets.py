"""Sets of places, all of them, as rows of one array."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fairfelt.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@lru_cache(maxsize=4)
def sets_of(kinds: int, count: int, most: int = 1) -> NDArray[np.uint8]:
    """Every set of so many places among so many kinds, in ascending order, none taken more often than `most`."""
    found = np.zeros((1, 0), np.uint8)
    for at in range(count):
        last = found[:, -1].astype(np.int64) if at else np.full(1, -1)
        full = (found[:, at - most] == last) if at >= most else np.zeros(len(found), np.bool_)
        start = np.where(full, last + 1, last) if at else np.zeros(1, np.int64)
        many = kinds - start
        rows = np.repeat(np.arange(len(found)), many)
        first = np.cumsum(many) - many
        added = np.arange(len(rows)) - first[rows] + start[rows]
        found = np.hstack((found[rows], added[:, None].astype(np.uint8)))
    return found
