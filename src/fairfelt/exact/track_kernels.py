"""Counting kernels for rankings by the best track: opposing hands below every value, whatever was removed.

For one track, let f(mask) say whether the cells covered are worth less than a threshold. The number of ways to
take d cards with f true is found by eliminating cells one at a time: a cell with r cards left turns f into

        f'(mask) = f(mask without the cell) + ((1 + x)^r - 1) f(mask with the cell)

a polynomial in x whose exponent counts cards. All thresholds go through together, and removed cards are walked
as a tree, so that hands with the same high cells share the work.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .decide import settle_class


@njit(nogil=True, cache=True)
def _level(buffer: NDArray, cell: int, degrees: int, width: int) -> NDArray:
    """The function of the cells below `cell`, in its place in the buffer: [mask, degree, threshold]."""
    size = degrees * width
    return buffer[((1 << cell) - 1) * size : ((2 << cell) - 1) * size].reshape((1 << cell, degrees, width))


@njit(nogil=True, cache=True)
def _begin(target: NDArray, placed: NDArray, cell: int, high: NDArray, low: NDArray) -> None:
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
def _eliminate(source: NDArray, target: NDArray, top: int, left: int, binomials: NDArray) -> None:
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
def count_leaves(capacities: NDArray, cell: int, low: int, high: int) -> int:
    """Ways to remove between `low` and `high` cards from the cells below `cell`, by number of each."""
    if high < 0:
        return 0
    if cell == 0:
        return 1 if low <= 0 else 0
    found = 0
    for removed in range(capacities[cell - 1] + 1):
        found += count_leaves(capacities, cell - 1, low - removed, high - removed)
    return found


@njit(nogil=True, cache=True)
def _walk(
    buffer: NDArray, capacities: NDArray, cell: int, top: int, removed: NDArray, low: int, high: int,
    binomials: NDArray, vectors: NDArray, polynomials: NDArray, at: int,
) -> int:  # fmt: skip
    """Walk the tree of cards removed from the cells below `cell`; write each leaf's vector and polynomials."""
    if high < 0 or capacities[:cell].sum() < low:
        return at
    degrees = (buffer.size // ((1 << (len(capacities) - 1)) - 1)) // polynomials.shape[1]
    width = polynomials.shape[1]
    source = _level(buffer, cell, degrees, width)
    if cell == 0:
        vectors[at] = removed
        kept = polynomials.shape[2]
        for t in range(width):
            for i in range(kept):
                degree = degrees - kept + i
                polynomials[at, t, i] = source[0, degree, t] if degree <= top else 0
        return at + 1
    target = _level(buffer, cell - 1, degrees, width)
    for taken in range(capacities[cell - 1] + 1):
        left = capacities[cell - 1] - taken
        _eliminate(source, target, top, left, binomials)
        removed[cell - 1] = taken
        at = _walk(
            buffer, capacities, cell - 1, min(top + left, degrees - 1), removed, low - taken, high - taken, binomials,
            vectors, polynomials, at,
        )  # fmt: skip
    return at


@njit(nogil=True, cache=True)
def walk_from(
    removed: NDArray, capacities: NDArray, placed: NDArray, low: int, high: int, binomials: NDArray, buffer: NDArray,
    degrees: int, vectors: NDArray, polynomials: NDArray,
) -> int:  # fmt: skip
    """Walk all removals that take so many of the two highest cells as `removed` says.

    vectors      [leaf, cell]               cards removed
    polynomials  [leaf, threshold, degree]  ways to take `degree` of the rest worth less than the threshold;
                                            only the highest degrees where that axis is short
    """
    cells = len(capacities)
    ways = np.zeros((2, degrees), np.int64)
    for i in range(2):
        left = capacities[cells - 1 - i] - removed[cells - 1 - i]
        for taken in range(min(left, degrees - 1) + 1):
            ways[i, taken] = binomials[left, taken]
    _begin(_level(buffer, cells - 2, degrees, polynomials.shape[1]), placed, cells - 2, ways[0], ways[1])
    gone = removed[cells - 1] + removed[cells - 2]
    return _walk(
        buffer, capacities, cells - 2, degrees - 1, removed, low - gone, high - gone, binomials, vectors, polynomials, 0
    )


@njit(nogil=True, cache=True)
def tally_one(below: NDArray, starts: NDArray, rows: NDArray, segments: int, tally: NDArray) -> None:
    """Opposing hands by row, from the numbers below each value (one track)."""
    tally[:] = 0
    for s in range(segments):
        tally[rows[s]] += below[starts[s + 1], 0] - below[starts[s], 0]


@njit(nogil=True, cache=True)
def tally_two(a: NDArray, b: NDArray, starts: NDArray, rows: NDArray, segments: int, tally: NDArray) -> None:
    """Opposing hands by row, the two tracks sharing the dealer's cards in every way."""
    tally[:] = 0
    degrees = a.shape[1]
    before = 0
    for s in range(segments):
        upto = 0
        for degree in range(degrees):
            upto += np.int64(a[starts[s + 1], degree]) * np.int64(b[starts[s + 1], degrees - 1 - degree])
        tally[rows[s]] += upto - before
        before = upto


@njit(nogil=True, cache=True)
def solve_one(
    first: int, last: int, polynomials: NDArray, worth: NDArray, weights: NDArray, starts: NDArray, rows: NDArray,
    segments: NDArray, nets: NDArray, extras: NDArray, groups: NDArray, values: NDArray, best: NDArray, totals: NDArray,
) -> None:  # fmt: skip
    """Decide for the classes from `first` up to `last` of a game on one track."""
    tally = np.zeros(nets.shape[1], np.int64)
    for i in range(first, last):
        p = worth[i]
        tally_one(polynomials[i], starts[p], rows[p], segments[p], tally)
        best[i] = settle_class(tally, nets, extras, groups[p], weights[i], values[i], totals)


@njit(nogil=True, cache=True)
def solve_two(
    first: int, last: int, pairs: NDArray, polynomials_a: NDArray, polynomials_b: NDArray, worth_a: NDArray,
    worth_b: NDArray, weights: NDArray, starts: NDArray, rows: NDArray, segments: NDArray, nets: NDArray,
    extras: NDArray, groups: NDArray, values: NDArray, best: NDArray, totals: NDArray,
) -> None:  # fmt: skip
    """Decide for the pairs of vectors from `first` up to `last` of a game on two tracks."""
    tally = np.zeros(nets.shape[1], np.int64)
    for i in range(first, last):
        a, b = pairs[i, 0], pairs[i, 1]
        p = max(worth_a[a], worth_b[b])
        tally_two(polynomials_a[a], polynomials_b[b], starts[p], rows[p], segments[p], tally)
        best[i] = settle_class(tally, nets, extras, groups[p], weights[i], values[i], totals)
