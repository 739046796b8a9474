"""Kernels for the best setting: what each setting of each class wins and loses, set of common cards by set."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .grid import GROUP_BITS, add_dealer, new_sums
from .kernels import count_classes
from .marks import Marks, mark, new_marks, take_marked
from .profiles import Cells
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
def count_options(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: Options, won: Array,
    lost: Array,
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won, lost  [setting]   in and out: weighted pairs
    """
    size, corners = len(cells.low), len(options.high)
    counts, classes = np.zeros(len(cells.cell_of), np.int64), np.zeros(len(cells.cell_of), np.int64)
    numbers, listed = np.zeros(len(classes), np.int64), np.zeros(size, np.int64)
    standing, stand_at, reach_at = np.zeros(size, np.int64), new_marks(size), new_marks(corners)
    asked, both, neither = np.zeros((3, corners), np.int64)
    groups, below = new_sums(max(cells.low.max(), options.low.max()) + 2)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        for at in range(found):
            numbers[at] = counts[classes[at]]
            counts[classes[at]] = 0
        _place(classes[:found], numbers, cells, options, standing, stand_at, reach_at)
        groups[:] = 0
        below[:] = 0
        dealers, questions = take_marked(stand_at, listed), take_marked(reach_at, asked)
        added = _ask_corners(
            listed[:dealers], asked[:questions], standing, cells, options, groups, below, both, neither
        )
        n = weights[row] * numbers[:found]
        _read_corners(classes[:found], n, options, added, groups, below, both, neither, won, lost)


@njit(nogil=True, cache=True)
def _place(
    classes: Array, numbers: Array, cells: Cells, options: Options, standing: Array, stand_at: Marks, reach_at: Marks
) -> None:  # fmt: skip
    """Let dealers stand on the cells of their settings, and ask for all corners that players reach."""
    cell_of, first, corner_of = cells.cell_of, options.first, options.corner
    cell_words, cell_regions = stand_at.words, stand_at.regions
    words, regions = reach_at.words, reach_at.regions
    for at in range(len(classes)):
        cell = cell_of[classes[at]]
        if cell >= 0:
            standing[cell] += numbers[at]
            mark(cell, cell_words, cell_regions)
        for step in range(first[classes[at]], first[classes[at] + 1]):
            mark(corner_of[step], words, regions)


@njit(nogil=True, cache=True)
def _ask_corners(
    listed: Array, reached: Array, standing: Array, cells: Cells, options: Options, groups: Array, below: Array,
    both: Array, neither: Array,
) -> int:  # fmt: skip
    """How many dealers stand below each corner, from the lowest behind up; says how many there are. Leaves nobody."""
    cell_high, cell_low, highs, lows = cells.high, cells.low, options.high, options.low
    added = at = 0
    for corner in reached:
        while at < len(listed) and cell_high[listed[at]] < highs[corner]:
            cell = listed[at]
            added += standing[cell]
            add_dealer(cell_low[cell], standing[cell], groups, below)
            standing[cell] = 0
            at += 1
        both[corner] = groups[lows[corner] >> GROUP_BITS] + below[lows[corner]]
        neither[corner] = both[corner] - added
    for i in range(at, len(listed)):
        cell = listed[i]
        added += standing[cell]
        add_dealer(cell_low[cell], standing[cell], groups, below)
        standing[cell] = 0
    return added


@njit(nogil=True, cache=True)
def _read_corners(
    classes: Array, numbers: Array, options: Options, added: int, groups: Array, below: Array, both: Array,
    neither: Array, won: Array, lost: Array,
) -> None:  # fmt: skip
    """Every setting wins and loses as its corner does."""
    first, corner_of, lows = options.first, options.corner, options.low
    for at in range(len(classes)):
        for step in range(first[classes[at]], first[classes[at] + 1]):
            corner = corner_of[step]
            low = lows[corner]
            won[step] += numbers[at] * both[corner]
            lost[step] += numbers[at] * (neither[corner] + added - groups[low >> GROUP_BITS] - below[low])
