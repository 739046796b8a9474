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


class Removals(NamedTuple):
    """Some of the ways to remove cards from one track; see `solver.Track`."""

    polynomials: Array
    places: Array
    """[removal]: its place among all."""
    worth: Array
    weights: Array
    order: Array
    """The order of their worth…"""
    alike: Array
    """…and, in that, where those that are worth the same begin and end."""


FEW = 4
"""Cards of a cell that are taken by formulas of their own, and so the empty degrees below the first."""


@njit(nogil=True, cache=True)
def _begin(target: Array, thresholds: Array, states: Array, high: Array, low: Array) -> None:
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
                least = thresholds[t]
                count = np.int64(degree == 0 and states[mask, 0] < least)
                count += low[degree] * np.int64(degree > 0 and states[mask, 1] < least)
                count += high[degree] * np.int64(degree > 0 and states[mask, 2] < least)
                target[mask, degree, t] = count + both * np.int64(states[mask, 3] < least)


@njit(nogil=True, cache=True)
def _eliminate(
    source: Array, target: Array, without: Array, within: Array, least: int, degrees: int, ways: Array, left: int
) -> None:
    """Eliminate the highest cell, of which `left` cards remain, for all degrees from the least on.

    source, target   [state, place]  all degrees with their thresholds from end to end, after `FEW` that are empty
    without, within  [state]         the source's state if no card of the cell is taken, and if some are
    ways             [taken]         ways to take so many of the cards that remain

    Up to four cards are multiplied by adding, all terms at once: vectors are added faster than multiplied.
    """
    width = target.shape[1] // (FEW + degrees)
    first = (FEW + least) * width
    size = target.shape[1] - first
    for state in range(len(target)):
        none, some, found = source[without[state], first:], source[within[state]], target[state, first:]
        if left == 4:
            one, two = some[first - width :], some[first - 2 * width :]
            three, four = some[first - 3 * width :], some[first - 4 * width :]
            for i in range(size):
                twice = one[i] + two[i] + three[i]
                twice += twice + two[i]
                found[i] = none[i] + twice + twice + four[i]
        elif left == 3:
            one, two, three = some[first - width :], some[first - 2 * width :], some[first - 3 * width :]
            for i in range(size):
                thrice = one[i] + two[i]
                found[i] = none[i] + thrice + thrice + thrice + three[i]
        elif left == 2:
            one, two = some[first - width :], some[first - 2 * width :]
            for i in range(size):
                found[i] = none[i] + one[i] + one[i] + two[i]
        elif left == 1:
            one = some[first - width :]
            for i in range(size):
                found[i] = none[i] + one[i]
        else:
            for i in range(size):
                found[i] = none[i]
            for taken in range(1, left + 1):
                begin = max(first, (FEW + taken) * width)
                for i in range(target.shape[1] - begin):
                    target[state, begin + i] += ways[taken] * some[begin - taken * width + i]


@njit(nogil=True, cache=True)
def walk_from(
    removed: Array, capacities: Array, states: States, thresholds: Array, low: int, high: int, binomials: Array,
    buffer: Array, vectors: Array, polynomials: Array,
) -> int:  # fmt: skip
    """Walk all removals of `low` to `high` cards that take so many of the two highest cells as `removed` says.

    buffer       [place, degree, threshold] room for all levels, zeros at first, with `FEW` degrees below the first
    vectors      [leaf, cell]               cards removed
    polynomials  [threshold, leaf, degree]  ways to take `degree` of the rest worth less than the threshold;
                                            only the highest degrees where that axis is short
    """
    cells, degrees, kept = len(capacities), buffer.shape[1] - FEW, polynomials.shape[2]
    starts, root = states.starts, cells - 2
    flat = buffer.reshape(len(buffer), -1)
    ways = np.zeros((2, degrees), np.int64)
    for i in range(2):
        left = capacities[cells - 1 - i] - removed[cells - 1 - i]
        for taken in range(min(left, degrees - 1) + 1):
            ways[i, taken] = binomials[left, taken]
    _begin(buffer[starts[root] : starts[root + 1], FEW:], thresholds, states.worth, ways[0], ways[1])
    gone = removed[cells - 1] + removed[cells - 2]
    least, most = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    following, below = np.zeros(cells, np.int64), np.zeros(cells + 1, np.int64)
    for cell in range(cells):
        below[cell + 1] = below[cell] + capacities[cell]
    least[root], most[root] = low - gone, high - gone
    cell, leaf = root, 0
    while True:
        if cell == 0:
            if least[0] <= 0:
                vectors[leaf] = removed
                for t in range(len(polynomials)):
                    for i in range(kept):
                        polynomials[t, leaf, i] = buffer[starts[0], FEW + degrees - kept + i, t]
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
            flat[last : starts[cell + 1]], flat[first:last], states.without[first:last], states.within[first:last],
            max(0, degrees - kept - below[cell - 1]), degrees, binomials[left], left,
        )  # fmt: skip
        removed[cell - 1] = taken
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
def decide_block(
    tables: TrackTables, a: Removals, b: Removals, times: int, room: Array, values: Array, best: Array, totals: Array
) -> None:
    """Decide for each removal of one track with each of the other, which count so many times.

    Those of a track that are worth the same are taken together: they ask for the same thresholds, and what many of
    them leave the dealer is multiplied at once.

    room  [cut, degree, removal]  for removals of the other track that are worth the same, and one degree more
    """
    places, cuts, degrees = tables.places, tables.cuts, b.polynomials.shape[2]
    for first, last in b.alike:
        before = -1
        for i in a.order:
            p = max(a.worth[i], b.worth[b.order[first]])
            if p != before:
                before = p
                for cut in range(cuts[p]):
                    for degree in range(degrees):
                        for at in range(last - first):
                            other = b.places[b.order[first + at]]
                            room[cut, degree, at] = b.polynomials[places[p, cut], other, degree]
            for cut in range(cuts[p]):
                mine, found = a.polynomials[places[p, cut], a.places[i]], room[cut, degrees]
                found[: last - first] = 0
                for degree in range(degrees):
                    _add_product(found, mine[degrees - 1 - degree], room[cut, degree], last - first)
            _settle(tables, a, b, i, first, last, times, room[:, degrees], values, best, totals)


@njit(nogil=True, cache=True, inline="always")
def _add_product(found: Array, factor: int, numbers: Array, many: int) -> None:
    for at in range(many):
        found[at] += factor * numbers[at]


@njit(nogil=True, cache=True)
def _settle(
    tables: TrackTables, a: Removals, b: Removals, i: int, first: int, last: int, times: int, counted: Array,
    values: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for one removal with some of the other track that are worth the same.

    counted  [cut, removal]  opposing hands below each cut
    """
    p, nets = max(a.worth[i], b.worth[b.order[first]]), tables.nets
    rows, cuts, below = tables.rows[p], tables.cuts[p], np.zeros(len(counted), np.int64)
    for nth in range(first, last):
        j = b.order[nth]
        at = i * len(b.order) + j
        for cut in range(cuts):
            below[cut] = counted[cut, nth - first]
        best[at] = settle_cuts(
            below, rows, cuts, tables.following, nets, tables.extras, tables.groups[p],
            times * a.weights[i] * b.weights[j], values[at], totals, nets.shape[0],
        )  # fmt: skip
