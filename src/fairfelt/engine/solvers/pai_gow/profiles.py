"""What setting hands against set hands comes down to: corners that a player reaches, and cells where a dealer stands.

A dealer's setting is a cell (high, low) in a grid of the values that dealers' hands take. A player's hand wins against
the cells below and left of one of its settings: a staircase, whose area is a sum of corners,

      cells below (h1, l1)  +  cells below (h2, l2)  -  cells below (h1, l2)          h1 < h2, l1 > l2

and it loses to the cells that are on or above the best it can have in front and behind. Where no dealer stands, nothing
is told apart: a setting that beats no further cell is left out, and corners with the same cells below them are one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit
from fairfelt.runtime.compute.sorting import order_of

from .flushes import SIZE

SPLITS = SIZE * (SIZE - 1) // 2
LOW_BITS = 7


class Scale(NamedTuple):
    """Values that are told apart, behind and in front: a place is how many of them are below."""

    highs: NDArray[np.int32]
    lows: NDArray[np.int32]


class Cells(NamedTuple):
    """Where dealers stand: distinct settings, ordered by what is behind."""

    cell_of: NDArray[np.int32]
    """By class; -1 for a hand against which every bet pushes."""
    high: NDArray[np.int32]
    """By cell: the place of what is behind…"""
    low: NDArray[np.int32]
    """…and the place of its front."""


class Corners(NamedTuple):
    """What each class of player's hands reaches: `first[class]` up to `first[class + 1]` of the steps."""

    first: NDArray[np.int32]
    step: NDArray[np.int32]
    """Twice a corner, and one more where it is taken off; after the last there is one that nobody takes."""
    high: NDArray[np.int32]
    """By corner: dealers at lower places are beaten behind…"""
    low: NDArray[np.int32]
    """…and in front: twice that place, and one more where the corner counts for losses, not for wins."""


def scale_of_dealers(high: NDArray[np.int32], low: NDArray[np.int32]) -> Scale:
    """All that players need to know of these hands."""
    return Scale(np.unique(high), np.unique(low))


def scale_of_players(high: NDArray[np.int32], low: NDArray[np.int32]) -> Scale:
    """All that dealers need to know of these hands: what ties with them is not below them."""
    return Scale(np.unique(high[high >= 0]) - 1, np.unique(low[low >= 0]) - 1)


def dealer_cells(high: NDArray[np.int32], low: NDArray[np.int32], pushes: NDArray[np.bool_], scale: Scale) -> Cells:
    """The cells of all classes set in one way."""
    behind, front = np.searchsorted(scale.highs, high), np.searchsorted(scale.lows, low)
    cells, cell_of = np.unique(behind << LOW_BITS | front, return_inverse=True)
    cell_of = np.where(pushes, -1, cell_of).astype(np.int32)
    return Cells(cell_of, *_places(cells))


def player_corners(high: NDArray[np.int32], low: NDArray[np.int32], scale: Scale, cells: Cells) -> Corners:
    """The corners of all classes, from the values of the settings they may choose from, one class a row.

    They tell these cells apart and no others: settings that beat no further cell make no step.
    """
    behind = np.searchsorted(scale.highs, high).astype(np.int64)
    front = np.searchsorted(scale.lows, low).astype(np.int64)
    there = np.zeros((len(scale.highs) + 2, len(scale.lows) + 2), np.int32)
    standing = np.unique(cells.cell_of[cells.cell_of >= 0])
    there[cells.high[standing] + 1, cells.low[standing] + 1] = 1
    below = there.cumsum(axis=0).cumsum(axis=1)
    first, codes, less = _staircases(behind, front, below, _lowest_corners(below), _highest_corners(below))
    corners, corner = np.unique(codes, return_inverse=True)
    behind, front = corners >> LOW_BITS + 1, corners & (2 << LOW_BITS) - 1
    step = np.append(corner << 1 | less, 0).astype(np.int32)
    return Corners(first, step, behind.astype(np.int32), front.astype(np.int32))


def _places(codes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return (codes >> LOW_BITS).astype(np.int32), (codes & (1 << LOW_BITS) - 1).astype(np.int32)


@njit(nogil=True, cache=True)
def _lowest_corners(below: Array) -> Array:
    """[high, low]: the lowest corner, as a code, that has the same cells below it; 0 where there are none."""
    lowest = np.zeros(below.shape, np.int32)
    for high in range(1, below.shape[0]):
        for low in range(1, below.shape[1]):
            if below[high, low] == below[high - 1, low]:
                lowest[high, low] = lowest[high - 1, low]
            elif below[high, low] == below[high, low - 1]:
                lowest[high, low] = lowest[high, low - 1]
            else:
                lowest[high, low] = high << LOW_BITS | low
    return lowest


@njit(nogil=True, cache=True)
def _highest_corners(below: Array) -> Array:
    """[high, low]: the highest corner, as a code, with the same cells on or above it; -1 where there are none."""
    highest = np.full(below.shape, np.int32(-1))
    last, end = below.shape[0] - 1, below.shape[1] - 1
    for high in range(last - 1, -1, -1):
        for low in range(end - 1, -1, -1):
            above = below[last, end] - below[high, end] - below[last, low] + below[high, low]
            if not above:
                continue
            if above == below[last, end] - below[high + 1, end] - below[last, low] + below[high + 1, low]:
                highest[high, low] = highest[high + 1, low]
            elif above == below[last, end] - below[high, end] - below[last, low + 1] + below[high, low + 1]:
                highest[high, low] = highest[high, low + 1]
            else:
                highest[high, low] = high << LOW_BITS | low
    return highest


@njit(nogil=True, cache=True)
def _steps(behind: Array, front: Array, below: Array, highs: Array, lows: Array) -> int:
    """The settings of one hand that make up what it beats, from the best front down; says how many there are."""
    found = 0
    for split in order_of(-(front << 32 | behind)):
        high, low = behind[split], front[split]
        before = highs[found - 1] if found else 0
        if high > before and below[high, low] > below[before, low]:
            # What the one before beats may be beaten by its neighbors, all but what is in front of neither.
            while found:
                lower = highs[found - 2] if found > 1 else 0
                mine = below[highs[found - 1], lows[found - 1]] - below[lower, lows[found - 1]]
                if mine > below[highs[found - 1], low] - below[lower, low]:
                    break
                found -= 1
            highs[found], lows[found] = high, low
            found += 1
    return found


@njit(nogil=True, cache=True)
def _staircases(behind: Array, front: Array, below: Array, lowest: Array, highest: Array) -> tuple[Array, Array, Array]:
    """Where each class begins among all corners, these as codes with a bit for losses, and which are taken off."""
    classes, splits = behind.shape
    first, highs, lows = np.zeros(classes + 1, np.int32), np.zeros(splits, np.int64), np.zeros(splits, np.int64)
    codes, less = np.zeros(classes * (2 * splits + 1), np.int64), np.zeros(classes * (2 * splits + 1), np.int8)
    end = 0
    for at in range(classes):
        for step in range(_steps(behind[at], front[at], below, highs, lows)):
            if step and below[highs[step - 1], lows[step]]:
                codes[end], less[end] = lowest[highs[step - 1], lows[step]] << 1, 1
                end += 1
            codes[end] = lowest[highs[step], lows[step]] << 1
            end += 1
        lost = highest[behind[at].max(), front[at].max()]
        if lost >= 0:
            codes[end] = lost << 1 | 1
            end += 1
        first[at + 1] = end
    return first, codes[:end].copy(), less[:end].copy()
