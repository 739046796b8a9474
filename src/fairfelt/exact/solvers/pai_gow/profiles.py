"""What setting hands against set hands comes down to: corners that a player reaches, and cells where a dealer stands.

A dealer's setting is a cell (high, low) in a grid of the values that dealers' hands take. A player's hand wins against
the cells below and left of one of its settings: a staircase, whose area is a sum of corners,

      cells below (h1, l1)  +  cells below (h2, l2)  -  cells below (h1, l2)          h1 < h2, l1 > l2

and it loses to the cells that are on or above the best it can have in front and behind.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .flushes import SIZE

SPLITS = SIZE * (SIZE - 1) // 2
LOW_BITS = 7
STEP_BITS = 3


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
    """A corner above `STEP_BITS`; below, one more than how often it counts for wins; lowest, whether for losses."""
    high: NDArray[np.int32]
    """By corner: dealers at lower places are beaten behind…"""
    low: NDArray[np.int32]
    """…and in front."""


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


def player_corners(high: NDArray[np.int32], low: NDArray[np.int32], scale: Scale) -> Corners:
    """The corners of all classes, from the values of the settings they may choose from, one class a row."""
    behind = np.searchsorted(scale.highs, high).astype(np.int64)
    front = np.searchsorted(scale.lows, low).astype(np.int64)
    first, codes, wins, losses = _staircases(behind, front)
    corners, corner = np.unique(codes, return_inverse=True)
    step = corner << STEP_BITS | wins.astype(np.int64) + 1 << 1 | losses
    return Corners(first, step.astype(np.int32), *_places(corners))


def _places(codes: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return (codes >> LOW_BITS).astype(np.int32), (codes & (1 << LOW_BITS) - 1).astype(np.int32)


@njit(nogil=True, cache=True)
def _staircases(behind: Array, front: Array) -> tuple[Array, Array, Array, Array]:
    classes, splits = behind.shape
    first = np.zeros(classes + 1, np.int32)
    codes = np.zeros(classes * (2 * splits + 1), np.int64)
    wins, losses = np.zeros(len(codes), np.int8), np.zeros(len(codes), np.int8)
    end = 0
    for at in range(classes):
        # From the best front down, each step has to gain something behind.
        order = np.argsort(-(front[at] << 32 | behind[at]))
        reached, best_front = np.int64(0), front[at].max()
        for split in order:
            if behind[at, split] > reached and front[at, split]:
                if reached:
                    codes[end], wins[end] = reached << LOW_BITS | front[at, split], -1
                    end += 1
                reached = behind[at, split]
                codes[end], wins[end] = reached << LOW_BITS | front[at, split], 1
                end += 1
        codes[end], losses[end] = behind[at].max() << LOW_BITS | best_front, 1
        if end > first[at] and codes[end - 1] == codes[end]:
            losses[end - 1], losses[end] = 1, 0
        else:
            end += 1
        first[at + 1] = end
    return first, codes[:end].copy(), wins[:end].copy(), losses[:end].copy()
