"""Where a long row is not empty, so that its numbers are found in order without looking at all of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

BLOCK_BITS: Final = 4
REGION_BITS: Final = 9
IN_REGION: Final = 1 << REGION_BITS - BLOCK_BITS
"""Blocks of a region."""


class Marks(NamedTuple):
    """Whether there may be a number in a block, and in a region of blocks."""

    blocks: Array
    regions: Array


@njit(nogil=True, cache=True)
def padded(size: int) -> int:
    """The length of a row that is marked, with room for so many numbers."""
    return ((size >> REGION_BITS) + 1) << REGION_BITS


@njit(nogil=True, cache=True)
def new_marks(size: int) -> Marks:
    """Nothing in a row of so many numbers."""
    regions = padded(size) >> REGION_BITS
    return Marks(np.zeros(regions * IN_REGION, np.bool_), np.zeros(regions, np.bool_))


@njit(nogil=True, cache=True)
def mark(place: Any, blocks: Array, regions: Array) -> None:
    """There is a number; loops hand over the marks one by one, which costs no counting of references."""
    blocks[place >> BLOCK_BITS] = True
    regions[place >> REGION_BITS] = True


@njit(nogil=True, cache=True)
def take_marked(marks: Marks, row: Array, places: Array) -> int:
    """List the places of the row that are not 0 in order, say how many, and take the marks away."""
    blocks, regions = marks.blocks, marks.regions
    listed = 0
    for region in range(len(regions)):
        if not regions[region]:
            continue
        regions[region] = False
        for block in range(region * IN_REGION, (region + 1) * IN_REGION):
            if not blocks[block]:
                continue
            blocks[block] = False
            for place in range(block << BLOCK_BITS, (block + 1) << BLOCK_BITS):
                places[listed] = place
                listed += row[place] != 0
    return listed
