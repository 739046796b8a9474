"""Which places of a long row were touched, a bit each, so that they are found in order without looking at all of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit

WORD_BITS: Final = 6
IN_WORD: Final = (1 << WORD_BITS) - 1
DE_BRUIJN: Final = np.uint64(0x03F79D71B4CB0A89)
"""Times a power of two, its first six bits are different for each…"""
TO_TOP: Final = np.uint64(64 - WORD_BITS)
POWERS: Final = np.argsort([(0x03F79D71B4CB0A89 << n) % (1 << 64) >> 64 - WORD_BITS for n in range(64)])
"""…and this says which it is."""
NOTHING, ONE = np.uint64(0), np.uint64(1)


class Marks(NamedTuple):
    """A bit for every place, and one for every word of such bits."""

    words: Array
    regions: Array


@njit(nogil=True, cache=True)
def new_marks(size: int) -> Marks:
    """Nothing in a row of so many places."""
    words = (size >> WORD_BITS) + 1
    return Marks(np.zeros(words, np.uint64), np.zeros((words >> WORD_BITS) + 1, np.uint64))


@njit(nogil=True, cache=True)
def mark(place: Any, words: Array, regions: Array) -> None:
    """This place was touched; loops hand over the marks one by one, which costs no counting of references."""
    word = place >> WORD_BITS
    words[word] |= ONE << np.uint64(place & IN_WORD)
    regions[word >> WORD_BITS] |= ONE << np.uint64(word & IN_WORD)


@njit(nogil=True, cache=True, inline="always")
def _lowest(bits: Any) -> Any:
    """Which is the lowest bit that is set."""
    return POWERS[((bits & (NOTHING - bits)) * DE_BRUIJN) >> TO_TOP]


@njit(nogil=True, cache=True)
def take_marked(marks: Marks, places: Array) -> int:
    """List the places that were touched in order, say how many, and take the marks away."""
    words, regions = marks.words, marks.regions
    listed = 0
    for region in range(len(regions)):
        left = regions[region]
        regions[region] = NOTHING
        while left:
            word = region << WORD_BITS | _lowest(left)
            left &= left - ONE
            bits = words[word]
            words[word] = NOTHING
            while bits:
                places[listed] = word << WORD_BITS | _lowest(bits)
                listed += 1
                bits &= bits - ONE
    return listed
