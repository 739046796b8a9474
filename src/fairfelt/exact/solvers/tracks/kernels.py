"""Counting kernels for rankings by the best track: opposing hands below every value, whatever was removed.

For one track, let f(mask) say whether the cells covered are worth less than a threshold. The number of ways to
take d cards with f true is found by eliminating cells one at a time: a cell with r cards left turns f into

        f'(mask) = f(mask without the cell) + ((1 + x)^r - 1) f(mask with the cell)

a polynomial in x whose exponent counts cards. All thresholds go through together, and removed cards are walked
as a tree, so that hands with the same high cells share the work. Masks of the lower cells that are worth the same
whatever lies above are one state: of a run only its ends and its length matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts


class TrackTables(NamedTuple):
    """By the value of the player's hand: where the dealer's values settle otherwise (see `Cuts`), and its line."""

    places: Array
    rows: Array
    cuts: Array
    groups: Array
    nets: Array
    extras: Array
    following: int


class States(NamedTuple):
    """Masks of the lower cells that no card above can tell apart, level by level: see `solver.merge_masks`."""

    starts: Array
    """[level]: where the states of the masks of so many cells begin."""
    without: Array
    within: Array
    """[state]: its state on the level above if no card of the next cell is taken, and if some are; counted there."""
    worth: Array
    """[state, 4]: on the highest level, what it is worth without and with either of the two cells above."""


@njit(nogil=True, cache=True)
def _begin(target: Array, states: Array, high: Array, low: Array) -> None:
    """Eliminate the two highest cells, with the ways to take from each given by number.

    states  [state, 4]  the value without either, with the lower, with the higher, and with both
    """
    masks, degrees, width = target.shape
    for mask in range(masks):
        for degree in range(degrees):
            both = 0
            for i in range(1, degree):
                both += high[i] * low[degree - i]
            for t in range(width):
                count = np.int64(degree == 0 and states[mask, 0] < t)
                count += low[degree] * np.int64(degree > 0 and states[mask, 1] < t)
                count += high[degree] * np.int64(degree > 0 and states[mask, 2] < t)
                target[mask, degree, t] = count + both * np.int64(states[mask, 3] < t)


@njit(nogil=True, cache=True)
def _eliminate(
    source: Array, target: Array, without: Array, within: Array, least: int, top: int, left: int, binomials: Array
) -> None:
    """Eliminate the highest cell, of which `left` cards remain; the source has no degree above `top`.

    without, within  [state]  the source's state if no card of the cell is taken, and if some are
    """
    states, degrees, width = target.shape
    for state in range(states):
        none, some = without[state], within[state]
        for degree in range(least, min(top + left, degrees - 1) + 1):
            for t in range(width):
                target[state, degree, t] = source[none, degree, t] if degree <= top else 0
            for taken in range(max(1, degree - top), min(left, degree) + 1):
                factor = binomials[left, taken]
                for t in range(width):
                    target[state, degree, t] += factor * source[some, degree - taken, t]


@njit(nogil=True, cache=True)
def walk_from(
    removed: Array, capacities: Array, states: States, low: int, high: int, binomials: Array, buffer: Array,
    vectors: Array, polynomials: Array,
) -> int:  # fmt: skip
    """Walk all removals of `low` to `high` cards that take so many of the two highest cells as `removed` says.

    buffer       [place, degree, threshold] room for all levels
    vectors      [leaf, cell]               cards removed
    polynomials  [threshold, leaf, degree]  ways to take `degree` of the rest worth less than the threshold;
                                            only the highest degrees where that axis is short
    """
    cells, degrees, kept = len(capacities), buffer.shape[1], polynomials.shape[2]
    starts, root = states.starts, cells - 2
    ways = np.zeros((2, degrees), np.int64)
    for i in range(2):
        left = capacities[cells - 1 - i] - removed[cells - 1 - i]
        for taken in range(min(left, degrees - 1) + 1):
            ways[i, taken] = binomials[left, taken]
    _begin(buffer[starts[root] : starts[root + 1]], states.worth, ways[0], ways[1])
    gone = removed[cells - 1] + removed[cells - 2]
    least, most, tops = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    following, below = np.zeros(cells, np.int64), np.zeros(cells + 1, np.int64)
    for cell in range(cells):
        below[cell + 1] = below[cell] + capacities[cell]
    least[root], most[root], tops[root] = low - gone, high - gone, degrees - 1
    cell, leaf = root, 0
    while True:
        if cell == 0:
            if least[0] <= 0:
                vectors[leaf] = removed
                for i in range(kept):
                    degree = degrees - kept + i
                    for t in range(len(polynomials)):
                        polynomials[t, leaf, i] = buffer[starts[0], degree, t] if degree <= tops[0] else 0
                leaf += 1
            cell = 1
        taken = following[cell]
        if taken > capacities[cell - 1] or taken > most[cell]:
            if cell == root:
                return leaf
            cell += 1
            continue
        following[cell] += 1
        if below[cell - 1] < least[cell] - taken:
            continue
        left, first, last = capacities[cell - 1] - taken, starts[cell - 1], starts[cell]
        _eliminate(
            buffer[last : starts[cell + 1]], buffer[first:last], states.without[first:last], states.within[first:last],
            max(0, degrees - kept - below[cell - 1]), tops[cell], left, binomials,
        )  # fmt: skip
        removed[cell - 1] = taken
        tops[cell - 1] = min(tops[cell] + left, degrees - 1)
        least[cell - 1], most[cell - 1] = least[cell] - taken, most[cell] - taken
        cell -= 1
        following[cell] = 0


@njit(nogil=True, cache=True, inline="always")
def count_below(a: Array, b: Array) -> int:
    """Opposing hands, the two tracks sharing the dealer's cards in every way. a, b: [degree]."""
    below, last = np.int64(0), len(a) - 1
    for degree in range(len(a)):
        below += np.int64(a[degree]) * np.int64(b[last - degree])
    return int(below)


@njit(nogil=True, cache=True)
def decide_pairs(
    tables: TrackTables, polynomials_a: Array, polynomials_b: Array, pairs: Array, worth: Array, weights: Array,
    values: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for pairs of vectors, one of each track, with the player's value that they are worth together."""
    places, rows, cuts, groups = tables.places, tables.rows, tables.cuts, tables.groups
    nets, extras = tables.nets, tables.extras
    below = np.zeros(places.shape[1], np.int64)
    for i in range(len(pairs)):
        p, a, b = worth[i], pairs[i, 0], pairs[i, 1]
        for cut in range(cuts[p]):
            below[cut] = count_below(polynomials_a[places[p, cut], a], polynomials_b[places[p, cut], b])
        best[i] = settle_cuts(
            below, rows[p], cuts[p], tables.following, nets, extras, groups[p], weights[i], values[i], totals,
            nets.shape[0],
        )  # fmt: skip
