"""Kernels for the best setting: what each setting of each class wins and loses, set of common cards by set."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .kernels import BLOCK, FEW, Grid, add_dealers, count_classes
from .profiles import LOW_BITS, Cells
from .seven_cards import ClassTables


class Options(NamedTuple):
    """The settings of each class: `first[class]` up to `first[class + 1]` of the list."""

    first: Array
    corner: Array
    high: Array
    """By corner: so many of the dealers' values behind are beaten…"""
    low: Array
    """…and so many in front."""


@njit(nogil=True, cache=True)
def undominated(behind: Array, front: Array) -> tuple[Array, Array]:
    """Of each row of settings those that no other beats in front and behind: where each row begins, and their codes."""
    classes, splits = behind.shape
    first, codes = np.zeros(classes + 1, np.int32), np.zeros(classes * splits, np.int64)
    end = 0
    for at in range(classes):
        reached = np.int64(-1)
        for split in np.argsort(-(front[at] << 32 | behind[at])):
            if behind[at, split] > reached:
                reached = behind[at, split]
                codes[end] = reached << LOW_BITS | front[at, split]
                end += 1
        first[at + 1] = end
    return first, codes[:end].copy()


@njit(nogil=True, cache=True)
def count_options(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: Options, won: Array,
    lost: Array,
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won, lost  [setting]   in and out: weighted pairs
    """
    cell_of, cell_high, cell_low, starts = cells.cell_of, cells.high, cells.low, cells.start
    first, corner_of, highs, lows = options.first, options.corner, options.high, options.low
    size, corners = len(cell_low), len(highs)
    counts, classes = np.zeros(len(cell_of), np.int64), np.zeros(len(cell_of), np.int64)
    standing, some_stand = np.zeros(size, np.int64), np.zeros(size // BLOCK + 1, np.bool_)
    reached, some_reach = np.zeros(corners, np.bool_), np.zeros(corners // BLOCK + 1, np.bool_)
    both, neither = np.zeros(corners, np.int64), np.zeros(corners, np.int64)
    below = np.zeros(cell_low.max() + 2, np.int64)
    grid = Grid(standing, some_stand, both, neither, some_reach, below, below)
    dealers = np.zeros((3, FEW), np.int64)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        if found <= FEW:
            there = 0
            for at in range(found):
                cell = cell_of[classes[at]]
                if cell >= 0:
                    dealers[0, there], dealers[1, there] = cell_high[cell], cell_low[cell]
                    dealers[2, there] = counts[classes[at]]
                    there += 1
            for at in range(found):
                place = classes[at]
                for step in range(first[place], first[place + 1]):
                    high, low = highs[corner_of[step]], lows[corner_of[step]]
                    beaten = unbeaten = 0
                    for i in range(there):
                        behind, front = high > dealers[0, i], low > dealers[1, i]
                        beaten += dealers[2, i] * (behind & front)
                        unbeaten += dealers[2, i] * (1 - (behind | front))
                    won[step] += weights[row] * counts[place] * beaten
                    lost[step] += weights[row] * counts[place] * unbeaten
        else:
            for at in range(found):
                place = classes[at]
                cell = cell_of[place]
                if cell >= 0:
                    standing[cell] += counts[place]
                    some_stand[cell // BLOCK] = True
                for step in range(first[place], first[place + 1]):
                    reached[corner_of[step]] = True
                    some_reach[corner_of[step] // BLOCK] = True
            below[:] = 0
            added = cell = 0
            for block in range(len(some_reach)):
                if not some_reach[block]:
                    continue
                some_reach[block] = False
                for corner in range(block * BLOCK, min(block * BLOCK + BLOCK, corners)):
                    if not reached[corner]:
                        continue
                    reached[corner] = False
                    if cell < starts[highs[corner]]:
                        cell, more = add_dealers(cell, starts[highs[corner]], cells, grid)
                        added += more
                    both[corner] = below[lows[corner]]
                    neither[corner] = below[lows[corner]] - added
            cell, more = add_dealers(cell, size, cells, grid)
            added += more
            some_stand[:] = False
            for at in range(found):
                place = classes[at]
                n = weights[row] * counts[place]
                for step in range(first[place], first[place + 1]):
                    corner = corner_of[step]
                    won[step] += n * both[corner]
                    lost[step] += n * (neither[corner] + added - below[lows[corner]])
        for at in range(found):
            counts[classes[at]] = 0
