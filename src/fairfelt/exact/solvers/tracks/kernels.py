"""Counting kernels for rankings by the best track: opposing hands below every value, whatever was removed.

For one track, let f(mask) say whether the cells covered are worth less than a threshold. The number of ways to
take d cards with f true is found by eliminating cells one at a time: a cell with r cards left turns f into

        f'(mask) = f(mask without the cell) + ((1 + x)^r - 1) f(mask with the cell)

a polynomial in x whose exponent counts cards. All thresholds go through together, and removed cards are walked
as a tree, so that hands with the same high cells share the work.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_class


class TrackTables(NamedTuple):
    """By the value of the player's hand: where the dealer's values settle otherwise (see `Cuts`), and its line."""

    places: Array
    rows: Array
    cuts: Array
    groups: Array
    nets: Array
    extras: Array


@njit(nogil=True, cache=True)
def _level(buffer: Array, cell: int, degrees: int, width: int) -> Array:
    """The function of the cells below `cell`, in its place in the buffer: [mask, degree, threshold]."""
    size = degrees * width
    return buffer[((1 << cell) - 1) * size : ((2 << cell) - 1) * size].reshape((1 << cell, degrees, width))


@njit(nogil=True, cache=True)
def _begin(target: Array, placed: Array, cell: int, high: Array, low: Array) -> None:
    """Eliminate the two highest cells, `cell` + 1 and `cell`, with the ways to take from each given by number."""
    masks, degrees, width = target.shape
    upper, lower = 2 << cell, 1 << cell
    for mask in range(masks):
        for degree in range(degrees):
            both = 0
            for i in range(1, degree):
                both += high[i] * low[degree - i]
            for t in range(width):
                count = np.int64(degree == 0 and placed[mask] < t)
                count += high[degree] * np.int64(degree > 0 and placed[mask | upper] < t)
                count += low[degree] * np.int64(degree > 0 and placed[mask | lower] < t)
                target[mask, degree, t] = count + both * np.int64(placed[mask | upper | lower] < t)


@njit(nogil=True, cache=True)
def _eliminate(source: Array, target: Array, top: int, left: int, binomials: Array) -> None:
    """Eliminate the highest cell, of which `left` cards remain; the source has no degree above `top`."""
    half, degrees, width = target.shape
    for mask in range(half):
        for degree in range(min(top + left, degrees - 1) + 1):
            for t in range(width):
                target[mask, degree, t] = source[mask, degree, t] if degree <= top else 0
            for taken in range(max(1, degree - top), min(left, degree) + 1):
                factor = binomials[left, taken]
                for t in range(width):
                    target[mask, degree, t] += factor * source[mask + half, degree - taken, t]


@njit(nogil=True, cache=True)
def _write_leaf(source: Array, top: int, removed: Array, vector: Array, polynomials: Array) -> None:
    """Write what was removed and the ways that are left."""
    degrees, kept = source.shape[1], polynomials.shape[1]
    vector[:] = removed
    for t in range(len(polynomials)):
        for i in range(kept):
            degree = degrees - kept + i
            polynomials[t, i] = source[0, degree, t] if degree <= top else 0


@njit(nogil=True, cache=True)
def walk_from(
    removed: Array, capacities: Array, placed: Array, low: int, high: int, binomials: Array, buffer: Array,
    degrees: int, vectors: Array, polynomials: Array,
) -> int:  # fmt: skip
    """Walk all removals of `low` to `high` cards that take so many of the two highest cells as `removed` says.

    vectors      [leaf, cell]               cards removed
    polynomials  [leaf, threshold, degree]  ways to take `degree` of the rest worth less than the threshold;
                                            only the highest degrees where that axis is short
    """
    cells, width = len(capacities), polynomials.shape[1]
    root = cells - 2
    ways = np.zeros((2, degrees), np.int64)
    for i in range(2):
        left = capacities[cells - 1 - i] - removed[cells - 1 - i]
        for taken in range(min(left, degrees - 1) + 1):
            ways[i, taken] = binomials[left, taken]
    _begin(_level(buffer, root, degrees, width), placed, root, ways[0], ways[1])
    gone = removed[cells - 1] + removed[cells - 2]
    least, most, tops = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    following = np.zeros(cells, np.int64)
    least[root], most[root], tops[root] = low - gone, high - gone, degrees - 1
    cell, leaf = root, 0
    while True:
        if cell == 0:
            if least[0] <= 0:
                _write_leaf(_level(buffer, 0, degrees, width), tops[0], removed, vectors[leaf], polynomials[leaf])
                leaf += 1
            cell = 1
        taken = following[cell]
        if taken > capacities[cell - 1] or taken > most[cell]:
            if cell == root:
                return leaf
            cell += 1
            continue
        following[cell] += 1
        if capacities[: cell - 1].sum() < least[cell] - taken:
            continue
        left = capacities[cell - 1] - taken
        source, target = _level(buffer, cell, degrees, width), _level(buffer, cell - 1, degrees, width)
        _eliminate(source, target, tops[cell], left, binomials)
        removed[cell - 1] = taken
        tops[cell - 1] = min(tops[cell] + left, degrees - 1)
        least[cell - 1], most[cell - 1] = least[cell] - taken, most[cell] - taken
        cell -= 1
        following[cell] = 0


@njit(nogil=True, cache=True)
def tally_dealers(a: Array, b: Array, places: Array, rows: Array, cuts: int, tally: Array) -> None:
    """Opposing hands by row, the two tracks sharing the dealer's cards in every way."""
    tally[:] = 0
    top, degrees = a.shape[0] - 1, a.shape[1]
    before = np.int64(0)
    for cut in range(cuts + 1):
        threshold = places[cut] if cut < cuts else top
        below = np.int64(0)
        for degree in range(degrees):
            below += np.int64(a[threshold, degree]) * np.int64(b[threshold, degrees - 1 - degree])
        tally[rows[cut]] += below - before
        before = below


@njit(nogil=True, cache=True)
def decide_pairs(
    tables: TrackTables, polynomials_a: Array, polynomials_b: Array, pairs: Array, worth: Array, weights: Array,
    values: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for pairs of vectors, one of each track, with the player's value that they are worth together."""
    places, rows, cuts, groups = tables.places, tables.rows, tables.cuts, tables.groups
    nets, extras = tables.nets, tables.extras
    tally = np.zeros(nets.shape[1], np.int64)
    for i in range(len(pairs)):
        p = worth[i]
        tally_dealers(polynomials_a[pairs[i, 0]], polynomials_b[pairs[i, 1]], places[p], rows[p], cuts[p], tally)
        best[i] = settle_class(tally, nets, extras, groups[p], weights[i], values[i], totals)
