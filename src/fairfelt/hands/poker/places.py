"""The places of poker hands in a table of values, for batches of hands at full speed.

The ranks of a hand in ascending order, r0 <= r1 <= ..., make its place: C(r0, 1) + C(r1 + 1, 2) + C(r2 + 2, 3) + ...,
which numbers all choices of so many ranks without a gap. Behind them are the hands with five cards or more of one suit,
by the set of that suit's ranks, a bit for each. With seven cards a flush leaves no room for anything better.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final

from fairfelt.compute.lazy_numpy import np

from .five_card import five_card_value
from .tables import RANK_BITS, RANK_WEIGHTS, SIZES, flush_values, multisets, rank_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANES: Final = 16
"""Hands whose places are found together."""
FLUSH_FROM: Final = min(SIZES)


def rank_terms(at: int) -> list[int]:
    """What each rank adds to a hand's place where so many of its ranks are not higher."""
    return [comb(rank + at, at + 1) for rank in range(13)]


def first_flush(size: int) -> int:
    """The place of the empty set of a suit's ranks: behind all others, a multiple of 256."""
    return -(-comb(12 + size, size) // 256) * 256


def sorting_network(size: int) -> list[tuple[int, int]]:
    """Pairs of places to put in order, one after the other, so that all are: Batcher's merge sort."""
    return [
        (low, low + apart)
        for merged in (1, 2, 4)
        for apart in (merged >> n for n in range(merged.bit_length()))
        for first in range(apart % merged, size - apart, 2 * apart)
        for low in range(first, min(first + apart, size - apart))
        if low // (2 * merged) == (low + apart) // (2 * merged)
    ]


@cache
def values_by_place(size: int) -> NDArray[np.int32]:
    """What the best five of so many cards are worth, by the hand's place."""
    hands = multisets(size)
    keys, values = rank_values(five_card_value, FLUSH_FROM, size)
    found = np.searchsorted(keys, np.array(RANK_WEIGHTS)[hands].sum(axis=1) % (1 << RANK_BITS))
    table = np.zeros(first_flush(size) + (1 << 13), np.int32)
    table[np.array([rank_terms(at) for at in range(size)])[np.arange(size), hands].sum(axis=1)] = values[found]
    table[first_flush(size) :] = flush_values(five_card_value, FLUSH_FROM)
    return table
