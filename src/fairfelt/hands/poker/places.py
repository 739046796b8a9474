"""Batches of poker hands at full speed: each hand's place in a table, then what lies there.

The ranks of a hand in ascending order, r0 <= r1 <= ..., make its place: C(r0, 1) + C(r1 + 1, 2) + C(r2 + 2, 3) + ...,
which numbers all choices of so many ranks without a gap. Behind them are the hands with five cards or more of one suit,
by the set of that suit's ranks, a bit for each. With seven cards a flush leaves no room for anything better.
"""

from __future__ import annotations

import hashlib
from functools import cache
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairfelt.compute.compile import compile_source
from fairfelt.compute.lazy_numpy import np

from .five_card import five_card_value
from .tables import RANK_BITS, RANK_WEIGHTS, SIZES, flush_values, multisets, rank_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANES: Final = 16
"""Hands whose places are found together."""
BLOCK: Final = 4096
"""Hands per block: their places stay in the nearest cache until they are looked up."""
FLUSH_FROM: Final = min(SIZES)


def batch_by_place(hands: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Values of many hands, one a row; None where code for sixteen at once cannot be compiled."""
    try:
        from .lanes import LOOK_UP
    except ModuleNotFoundError:
        return None
    if LOOK_UP is None:
        return None
    count, size = hands.shape
    kernel, table, values = _kernel(size), _values_by_place(size), np.empty(count, np.int32)
    done = max(count - 1, 0) // LANES * LANES
    if done:
        kernel(hands, values[:done], table)
    if done < count:  # what follows them in memory is not ours to read
        last, found = np.zeros((LANES + 1, size), np.uint8), np.empty(LANES, np.int32)
        last[: count - done] = hands[done:]
        kernel(last, found, table)
        values[done:] = found[: count - done]
    return values


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
def _values_by_place(size: int) -> NDArray[np.int32]:
    hands = multisets(size)
    keys, values = rank_values(five_card_value, FLUSH_FROM, size)
    found = np.searchsorted(keys, np.array(RANK_WEIGHTS)[hands].sum(axis=1) % (1 << RANK_BITS))
    table = np.zeros(first_flush(size) + (1 << 13), np.int32)
    table[np.array([rank_terms(at) for at in range(size)])[np.arange(size), hands].sum(axis=1)] = values[found]
    table[first_flush(size) :] = flush_values(five_card_value, FLUSH_FROM)
    return table


@cache
def _kernel(size: int) -> Any:
    """Machine code is kept by its source's text, and what that text calls is here and in `lanes`."""
    called = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("lanes", "places"))
    return compile_source(f"{block_source(size)}\n# {hashlib.sha256(called).hexdigest()}\n", "blocks")


def block_source(size: int) -> str:
    """Two passes over a block: places, then values, four to a word of places. A row must follow the last hand."""
    look_ups = [f"v{n} = by_place[word >> {16 * n} & 65535]" for n in range(4)]
    return f"""import numpy as np
from numba import njit
from fairfelt.hands.poker.lanes import place_finder

find_places = place_finder({size})

@njit(nogil=True, cache=True, boundscheck=False)
def blocks(hands, values, by_place):
    places = np.empty({BLOCK}, np.uint16)
    words = places.view(np.uint64)
    for start in range(0, values.shape[0], {BLOCK}):
        found = values[start : start + {BLOCK}]
        for i in range(0, found.shape[0], {LANES}):
            find_places(hands, start + i, places, i)
        for i in range(0, found.shape[0], 4):
            word = words[i >> 2]
            {"; ".join(look_ups)}
            {"; ".join(f"found[i + {n}] = v{n}" for n in range(4))}
"""
