"""Of the hands that hold some cards, the pairs of which one wins two hands of three."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from ..pai_gow.kernels import count_classes
from ..pai_gow.marks import mark, new_marks, take_marked
from ..pai_gow.seven_cards import ClassTables

FEW: Final = 64
"""Classes that are set against each other one by one, without a sweep."""


class Cells(NamedTuple):
    """Where hands stand: distinct settings, ordered by the high hand. Places among all values there are, from 0."""

    cell_of: Array
    """By class; -1 for a class that the deck has not."""
    high: Array
    medium: Array
    low: Array


@njit(nogil=True, cache=True)
def count_wins(hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells) -> tuple[int, int]:
    """For each row of cards: pairs of hands that hold them, and of these the pairs in which the first hand wins.

    Two hands of three are won by those who win high and medium, high and low, or medium and low, where those who win
    all three have been counted three times.
    """
    size = len(cells.high)
    mediums, lows = cells.medium.max() + 1, cells.low.max() + 1
    counts, classes = np.zeros(len(cells.cell_of), np.int64), np.zeros(len(cells.cell_of), np.int64)
    standing, marks = np.zeros(size, np.int64), new_marks(size)
    words, regions = marks.words, marks.regions
    order, few = np.zeros(size, np.int64), np.zeros(FEW, np.int64)
    sums = np.zeros((mediums + 1, lows + 1), np.int64)
    total = won = 0
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        dealt = wins = 0
        if found <= FEW:
            for at in range(found):
                few[at] = cells.cell_of[classes[at]]
                dealt += counts[classes[at]]
            for at in range(found):
                a, beaten = few[at], 0
                for other in range(found):
                    b = few[other]
                    better = int(cells.high[a] > cells.high[b]) + int(cells.medium[a] > cells.medium[b])
                    beaten += counts[classes[other]] * (better + int(cells.low[a] > cells.low[b]) > 1)
                wins += counts[classes[at]] * beaten
        else:
            for at in range(found):
                cell = cells.cell_of[classes[at]]
                standing[cell] += counts[classes[at]]
                mark(cell, words, regions)
                dealt += counts[classes[at]]
            listed = take_marked(marks, order)
            wins = _wins_of_sorted(order[:listed], standing, cells, sums)
        for at in range(found):
            counts[classes[at]] = 0
        total += weights[row] * dealt * dealt
        won += weights[row] * wins
    return total, won


@njit(nogil=True, cache=True)
def _wins_of_sorted(order: Array, standing: Array, cells: Cells, sums: Array) -> int:
    """Wins among hands on these cells, from the lowest high hand up. Leaves nothing standing.

    Hands passed are kept in sums of sums (Fenwick trees): by medium hand, by low card, and by both.
    """
    highs, mediums, lows = cells.high, cells.medium, cells.low
    sums[:] = 0
    by_medium, by_low = np.zeros(sums.shape[0], np.int64), np.zeros(sums.shape[1], np.int64)
    here = np.zeros((sums.shape[0], sums.shape[1]), np.int64)
    wins = start = 0
    while start < len(order):
        end = start
        while end < len(order) and highs[order[end]] == highs[order[start]]:
            cell = order[end]
            below = 0
            j = lows[cell]
            while j > 0:
                below += by_low[j]
                j &= j - 1
            i = mediums[cell]
            while i > 0:
                below += by_medium[i]
                j = lows[cell]
                while j > 0:
                    below -= 2 * sums[i, j]
                    j &= j - 1
                i &= i - 1
            wins += standing[cell] * below
            end += 1
        for at in range(start, end):
            cell = order[at]
            n = standing[cell]
            standing[cell] = 0
            here[mediums[cell], lows[cell]] += n
            j = lows[cell] + 1
            while j < len(by_low):
                by_low[j] += n
                j += j & -j
            i = mediums[cell] + 1
            while i < len(by_medium):
                by_medium[i] += n
                j = lows[cell] + 1
                while j < len(by_low):
                    sums[i, j] += n
                    j += j & -j
                i += i & -i
        start = end
    # Whoever wins medium and low, whatever the high hands are.
    lower = np.zeros(here.shape[1] + 1, np.int64)
    for medium in range(here.shape[0]):
        for low in range(here.shape[1]):
            wins += here[medium, low] * lower[low]
        row = 0
        for low in range(here.shape[1]):
            row += here[medium, low]
            lower[low + 1] += row
    return wins
