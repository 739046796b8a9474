"""The steps of counting longest flushes with wild and shared cards.

The dealer's hand is counted suit by suit. Say its wild cards are fixed, so that a suit of K cards makes the length
in question. A suit then holds fewer than K cards, in C(n, j) ways for each number j, or exactly K, in a number of
ways that depends on the ranks. The coefficients of the first kind are the same for all community cards of the same
suits: `count_other_suits` finds them by the set S of suits that hold exactly K. What remains for each pair of community
cards is to count, for each suit, its K-card sets below and up to the player's.

Say the player's flush is A K … without a gap for its t highest ranks (the crown) and misses the next one. A K-card set
with w wild cards, which fill its highest gaps, is below the player's if it misses more than w ranks of the crown,
above it if it misses fewer, and if it misses exactly w, its cards under the crown decide, as plain integers do.

Ranks are 12-bit masks here, three to ace: the deuces are wild and lie on no suit.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit

SUITS = 4
RANKS = 12
LENGTHS = 8
MOST_WILD = 5
"""One more than the greatest number of wild cards."""
PATTERNS = 15
"""Suits of the two community cards: ten pairs of suits, four with one wild card, one with two."""

# Small tables are constants of the compiled code: arrays that are passed around cost more than looking into them.
SIZES = np.bitwise_count(np.arange(4096)).astype(np.int8)
BELOW = np.zeros((13, 4097), np.int16)
"""[size, x]: how many sets of that size are below x, as integers."""
BELOW[:, 1:] = np.cumsum(np.arange(13)[:, None] == SIZES, axis=1)
AT_MOST = np.zeros((13, 13, LENGTHS, LENGTHS + 1), np.int32)
"""[n, m, k, j]: ways to take k of n + m cards with fewer than j of the n."""
for _n, _m, _k, _j in product(range(13), range(13), range(LENGTHS), range(LENGTHS)):
    AT_MOST[_n, _m, _k, _j + 1] = AT_MOST[_n, _m, _k, _j] + (comb(_n, _j) * comb(_m, _k - _j) if _j <= _k else 0)
CHOOSE = np.array([[comb(n, k) for k in range(LENGTHS + 1)] for n in range(13)], np.int64)

HALF = 6
GATHER = np.array([[sum((x >> at & 1) << (mask & (1 << at) - 1).bit_count() for at in range(HALF) if mask >> at & 1)
                    for x in range(1 << HALF)] for mask in range(1 << HALF)], np.int8)  # fmt: skip
"""[mask, x]: the bits of x that are in the mask, side by side; for half the ranks."""
HIGHEST = np.array([1 << max(x.bit_length() - 1, 0) for x in range(4096)], np.int16)


@njit(nogil=True, cache=True)
def sets_below(mask: int, x: int) -> int:
    """How many sets within the mask are below x, as integers."""
    outside, more = x & ~mask, 0
    if outside:
        highest = int(HIGHEST[outside])
        x, more = (x & ~(2 * highest - 1)) | (mask & (highest - 1)), 1
    low, half = mask & 63, int(SIZES[mask & 63])
    return int(GATHER[low, x & 63]) + (int(GATHER[mask >> HALF, x >> HALF]) << half) + more


@njit(nogil=True, cache=True)
def bound_without(x: int, card: int) -> int:
    """The bound for the rest of a set that holds `card` and is below x."""
    if x >= 4096:
        return 4096
    return x ^ card if x & card else x & ~((card << 1) - 1)


@njit(nogil=True, cache=True)
def count_other_suits(
    free: Array, shared: Array, wild: int, draws: int, binomials: Array, products: Array, out: Array
) -> None:
    """For each set S of suits, each K and each number of wild cards drawn: ways to draw the other cards.

    free, shared  [suit]            cards the dealer can draw, community cards
    out           [K, wild drawn, S]
    """
    for k in range(1, LENGTHS):
        products[:] = 0
        products[0, 0] = 1
        for suits in range(1, 16):
            lowest = 0
            while not suits >> lowest & 1:
                lowest += 1
            rest = suits & (suits - 1)
            for taken in range(min(k - shared[lowest] - 1, draws, free[lowest]) + 1):
                ways = binomials[free[lowest], taken]
                for degree in range(draws - taken + 1):
                    products[suits, degree + taken] += ways * products[rest, degree]
        for full in range(16):
            need = 0
            possible = True
            for s in range(SUITS):
                if full >> s & 1:
                    need += k - shared[s]
                    possible = possible and 0 <= k - shared[s] <= free[s]
            for drawn in range(MOST_WILD):
                degree = draws - drawn - need
                ways = binomials[wild, drawn] if drawn <= wild and drawn <= draws else 0
                out[k, drawn, full] = ways * products[15 ^ full, degree] if possible and degree >= 0 else 0


@njit(nogil=True, cache=True)
def pattern_number(first: int, second: int) -> int:
    """The number of the pattern for two suits, first not above second; suit 4 stands for a wild card."""
    return second * (second + 1) // 2 + first


@njit(nogil=True, cache=True)
def coefficients_of_pattern(
    first: int, second: int, available: Array, free: Array, shared: Array, wild: int, draws: int, binomials: Array,
    products: Array, coefficients: Array,
) -> None:  # fmt: skip
    """Coefficients for community cards of two suits, the player's cards being gone."""
    shared[:] = 0
    gone = 0
    for suit in (first, second):
        if suit == SUITS:
            gone += 1
        else:
            shared[suit] += 1
    possible = gone <= wild
    for s in range(SUITS):
        free[s] = available[s] - shared[s]
        possible = possible and free[s] >= 0
    if possible:
        number = pattern_number(first, second)
        count_other_suits(free, shared, wild - gone, draws, binomials, products, coefficients[number])


@njit(nogil=True, cache=True)
def survey_suit(mask: int, one: int, two: int, edge: int, under: int) -> tuple[int, int, int, int, int]:
    """What a suit offers against the player's flush, two community cards of it or fewer being forced.

    Returns the number of cards in the crown, the set of those under it, the forced cards in the crown, and the bounds
    for sets below and up to the player's.
    """
    low = mask & ((1 << edge) - 1)
    x, y, forced = under, under + 1, 0
    if one:
        if one >> edge:
            forced += 1
        else:
            x, y = bound_without(x, one), bound_without(y, one)
    if two:
        if two >> edge:
            forced += 1
        else:
            x, y = bound_without(x, two), bound_without(y, two)
    return SIZES[mask ^ low], low, forced, x, y


@njit(nogil=True, cache=True)
def count_sets(size: int, exact: int, high: int, low: int, x: int, y: int) -> tuple[int, int]:
    """Sets of `size` more cards below, and up to, the player's flush; `exact` more of its crown must be held."""
    if size < 0 or exact < 0:
        return 0, 0
    less = AT_MOST[high, SIZES[low], size, min(exact, LENGTHS)]
    rest = size - exact
    if rest < 0 or exact > high:
        return less, less
    ways = CHOOSE[high, exact]
    return less + ways * BELOW[rest, x], less + ways * BELOW[rest, y]


@njit(nogil=True, cache=True, inline="always")
def combine_suits(c: Array, pattern: int, k: int, drawn: int, cards: int, w0: int, w1: int, w2: int, w3: int) -> Any:
    """All ways in which some suits hold exactly K of the `cards` natural cards, given each suit's ways to do so."""
    n = c[pattern, k, drawn, 1] * w0 + c[pattern, k, drawn, 2] * w1 + c[pattern, k, drawn, 4] * w2
    n += c[pattern, k, drawn, 8] * w3
    if 2 * k <= cards:
        n += w0 * (c[pattern, k, drawn, 3] * w1 + c[pattern, k, drawn, 5] * w2 + c[pattern, k, drawn, 9] * w3)
        n += w1 * (c[pattern, k, drawn, 6] * w2 + c[pattern, k, drawn, 10] * w3) + c[pattern, k, drawn, 12] * w2 * w3
    if 3 * k <= cards:
        n += w0 * w1 * (c[pattern, k, drawn, 7] * w2 + c[pattern, k, drawn, 11] * w3)
        n += w2 * w3 * (c[pattern, k, drawn, 13] * w0 + c[pattern, k, drawn, 14] * w1)
    if 4 * k <= cards:
        n += c[pattern, k, drawn, 15] * w0 * w1 * w2 * w3
    return n


@njit(nogil=True, cache=True)
def crown_length(ranks: int) -> int:
    """How many ranks from the ace down a flush holds without a gap."""
    crown = 0
    while ranks >> (11 - crown) & 1:
        crown += 1
    return crown


@njit(nogil=True, cache=True)
def count_shorter(coefficients: Array, wild: int, total: int, shorter: Array) -> None:
    """[pattern, length]: the dealer's hands whose longest flush is shorter; all of them are shorter than eight."""
    for pattern in range(PATTERNS):
        shared_wild = 0 if pattern < 10 else (1 if pattern < 14 else 2)
        shorter[pattern, LENGTHS] = total
        for length in range(LENGTHS):
            shorter[pattern, length] = 0
            for drawn in range(max(wild - shared_wild, 0) + 1):
                k = length - shared_wild - drawn
                if 0 < k < LENGTHS:
                    shorter[pattern, length] += coefficients[pattern, k, drawn, 0]


@njit(nogil=True, cache=True)
def add_rows(met: Array, lower: Array, equal: Array, shorter: Array, rows: Array, tally: Array) -> None:
    """Turn what was met, by pattern and the player's length, into rows."""
    for line in range(1, LENGTHS):
        for pattern in range(PATTERNS):
            boards = met[pattern, line]
            if not boards:
                continue
            for length in range(1, line):
                hands = shorter[pattern, length + 1] - shorter[pattern, length]
                if hands:
                    tally[rows[line, length, 2]] += boards * hands
            tally[rows[line, line, 2]] += lower[pattern, line]
            tally[rows[line, line, 1]] += equal[pattern, line]
            higher = boards * (shorter[pattern, line + 1] - shorter[pattern, line])
            tally[rows[line, line, 0]] += higher - lower[pattern, line] - equal[pattern, line]
            for length in range(line + 1, LENGTHS):
                hands = shorter[pattern, length + 1] - shorter[pattern, length]
                if hands:
                    tally[rows[line, length, 0]] += boards * hands


@njit(nogil=True, cache=True, inline="always")
def best_value(own: Array, first: Array, second: Array, table: Array, wild: int) -> int:
    """The player's value with the community cards; `own` are the player's ranks by suit."""
    value = 0
    for s in range(SUITS):
        value = max(value, table[wild, (own[s] | first[s] | second[s]) << 1])
    return value
