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

from fairfelt.engine.core.decide import Array, ShowdownTables
from fairfelt.runtime.compute.jit import njit


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
def count_block(tables: ShowdownTables, a: Removals, b: Removals, room: Array, below: Array) -> None:
    """Count the dealer's hands below each cut beside each removal of one track with each of the other.

    Those of a track that are worth the same are taken together: they ask for the same thresholds, and what many of
    them leave the dealer is multiplied at once.

    room   [cut, degree, removal]  for removals of the other track that are worth the same, and one degree more
    below  [pair, cut]             out
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
                for nth in range(first, last):
                    below[i * len(b.order) + b.order[nth], cut] = found[nth - first]


@njit(nogil=True, cache=True, inline="always")
def _add_product(found: Array, factor: int, numbers: Array, many: int) -> None:
    for at in range(many):
        found[at] += factor * numbers[at]


class Gone(NamedTuple):
    """What the dealer can have on one track, whatever is gone of it."""

    polynomials: Array
    """[threshold, removal, cards]"""
    left: Array
    """[vector, cell]: cards that a player leaves who takes these of the track."""
    same: Array
    """[vector]: the place of the removal of just these…"""
    one: Array
    """[vector, cell]: …of one card more…"""
    two: Array
    """[vector, cell, cell]: …and of two; none where only one card is exposed."""


@njit(nogil=True, cache=True)
def _fill_without(place: int, mine: int, other: int, a: Gone, b: Gone, one: Array, two: Array) -> int:
    """The dealer's hands below a threshold: all of them, and those without some cards.

    mine, other  the player's cards on either track
    one          [cell]        out: without one card of a cell, where there is one; the second track's cells come last
    two          [cell, cell]  out: without two, where there are; the second cell is the same or a lower one
    """
    cells = a.left.shape[1]
    on_a, on_b = a.polynomials[place], b.polynomials[place]
    all_a, all_b = on_a[a.same[mine]], on_b[b.same[other]]
    left_a, left_b = a.left[mine], b.left[other]
    for cell in range(cells):
        if left_a[cell]:
            one[cell] = count_below(on_a[a.one[mine, cell]], all_b)
        if left_b[cell]:
            one[cells + cell] = count_below(all_a, on_b[b.one[other, cell]])
    for cell in range(cells if len(two) else 0):
        for lower in range(cell + 1):
            if left_a[cell] and left_a[lower] > (lower == cell):
                two[cell, lower] = count_below(on_a[a.two[mine, cell, lower]], all_b)
            if left_b[cell] and left_b[lower] > (lower == cell):
                two[cells + cell, cells + lower] = count_below(all_a, on_b[b.two[other, cell, lower]])
        if left_b[cell]:
            without = on_b[b.one[other, cell]]
            for lower in range(cells):
                if left_a[lower]:
                    two[cells + cell, lower] = count_below(on_a[a.one[mine, lower]], without)
    return count_below(all_a, all_b)


@njit(nogil=True, cache=True)
def count_cells(
    tables: ShowdownTables, a: Gone, b: Gone, exposed: int, mine: Array, others: Array, kinds: Array, following: int,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut by the cell of one exposed card, or the cells of two.

    With n(x) hands without cards x, those that hold cards i and j are n() - n(i) - n(j) + n(i, j).

    mine, others  [hand]              the player's cards on either track
    following     the dealer's hands with given exposed cards
    below, ways   [hand, label, cut]  out, zeros before; a label is a cell, or c (c + 1) / 2 + d for cells c >= d
    """
    cells, half = 2 * a.left.shape[1], a.left.shape[1]
    one, two = np.zeros(cells, np.int64), np.zeros((cells if exposed > 1 else 0, cells), np.int64)
    left = np.zeros(cells, np.int64)
    for hand in range(len(kinds)):
        for cell in range(half):
            left[cell], left[half + cell] = a.left[mine[hand], cell], b.left[others[hand], cell]
        for cut in range(tables.cuts[kinds[hand]]):
            place = tables.places[kinds[hand], cut]
            every = _fill_without(place, mine[hand], others[hand], a, b, one, two)
            for cell in range(cells):
                if exposed == 1 and left[cell]:
                    below[hand, cell, cut] = left[cell] * (every - one[cell])
                for lower in range(cell + 1 if exposed > 1 else 0):
                    pairs = _pairs(left, cell, lower)
                    if pairs:
                        found = every - one[cell] - one[lower] + two[cell, lower]
                        below[hand, cell * (cell + 1) // 2 + lower, cut] = pairs * found
        for cell in range(cells):
            if exposed == 1:
                ways[hand, cell] = left[cell] * following
            for lower in range(cell + 1 if exposed > 1 else 0):
                ways[hand, cell * (cell + 1) // 2 + lower] = _pairs(left, cell, lower) * following


@njit(nogil=True, cache=True, inline="always")
def _pairs(left: Array, cell: int, lower: int) -> int:
    """Ways to take one card of each of two cells, or two of the same."""
    return int(left[cell] * left[lower] if lower < cell else left[cell] * (left[cell] - 1) // 2)
