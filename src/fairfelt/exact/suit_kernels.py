"""Counting kernels for the longest flush with wild and shared cards.

The dealer's hand is counted suit by suit. Say its wild cards are fixed, so that a suit of K cards makes the length
in question. A suit then holds fewer than K cards, in C(n, j) ways for each number j, or exactly K, in a number of
ways that depends on the ranks. The coefficients of the first kind are the same for all community cards of the same
suits: `coefficients` holds them by the set S of suits that hold exactly K. What remains for each pair of community
cards is to count, for each suit, its K-card sets below and up to the player's.

Say the player's flush is A K … without a gap for its t highest ranks (the crown) and misses the next one. A K-card set
with w wild cards, which fill its highest gaps, is below the player's if it misses more than w ranks of the crown,
above it if it misses fewer, and if it misses exactly w, its cards under the crown decide, as plain integers do.

Ranks are 12-bit masks here, three to ace: the deuces are wild and lie on no suit.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .decide import settle_class

SUITS = 4
LENGTHS = 8
MOST_WILD = 5
"""One more than the greatest number of wild cards."""
PATTERNS = 15
"""Suits of the two community cards: ten pairs of suits, four with one wild card, one with two."""


@njit(nogil=True, cache=True)
def compress_table() -> NDArray:
    """[mask, x]: how many sets within the mask are below x, as integers."""
    table = np.zeros((4096, 4097), np.uint16)
    for mask in range(4096):
        count = 0
        for x in range(4096):
            table[mask, x] = count
            if x & mask == x:
                count += 1
        table[mask, 4096] = count
    return table


@njit(nogil=True, cache=True)
def below_table() -> NDArray:
    """[size, x]: how many sets of that size are below x, as integers."""
    table = np.zeros((13, 4097), np.int32)
    for x in range(4096):
        size = _size(x)
        for k in range(13):
            table[k, x + 1] = table[k, x] + (k == size)
    return table


@njit(nogil=True, cache=True, inline="always")
def _size(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(nogil=True, cache=True)
def _without(x: int, card: int) -> int:
    """The bound for the rest of a set that holds `card` and is below x."""
    if x >= 4096:
        return 4096
    return x ^ card if x & card else x & ~((card << 1) - 1)


@njit(nogil=True, cache=True)
def _coefficients(
    free: NDArray, shared: NDArray, wild: int, draws: int, binomials: NDArray, products: NDArray, out: NDArray
) -> None:
    """For each set S of suits, each K and each number of wild cards drawn: ways to draw the other cards.

    free, shared  [suit]            cards the dealer can draw, community cards
    out           [S, K, wild drawn]
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
                out[full, k, drawn] = ways * products[15 ^ full, degree] if possible and degree >= 0 else 0


@njit(nogil=True, cache=True)
def _pattern(first: int, second: int) -> int:
    """The number of the pattern for two suits, first not above second; suit 4 stands for a wild card."""
    return second * (second + 1) // 2 + first


@njit(nogil=True, cache=True)
def _all_coefficients(
    available: NDArray, wild: int, draws: int, binomials: NDArray, products: NDArray, out: NDArray
) -> None:
    """Coefficients of every pattern of community suits, the player's cards being gone."""
    free, shared = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for second in range(SUITS + 1):
        for first in range(second + 1):
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
                _coefficients(free, shared, wild - gone, draws, binomials, products, out[_pattern(first, second)])


@njit(nogil=True, cache=True)
def hypergeometric_table(binomials: NDArray) -> NDArray:
    """[n, m, k, j]: ways to take k of n + m cards with at most j - 1 of the n."""
    table = np.zeros((13, 13, LENGTHS, LENGTHS + 1), np.int32)
    for n in range(13):
        for m in range(13):
            for k in range(LENGTHS):
                for j in range(LENGTHS):
                    ways = binomials[n, j] * binomials[m, k - j] if j <= k else 0
                    table[n, m, k, j + 1] = table[n, m, k, j] + ways
    return table


@njit(nogil=True, cache=True)
def _survey(
    suit: int, crown: int, under: int, pool: NDArray, first: NDArray, second: NDArray, compress: NDArray, seen: NDArray
) -> None:
    """What one suit offers against the player's flush: cards in and under the crown, forced ones, bounds."""
    cards = first[suit] | second[suit]
    mask = pool[suit] & ~cards
    low = mask & ((1 << (12 - crown)) - 1)
    x, y = under, under + 1
    for card in (first[suit], second[suit]):
        if card:
            if card >> (12 - crown):
                seen[suit, 2] += 1
            else:
                x, y = _without(x, card), _without(y, card)
    seen[suit, 0] = _size(mask ^ low)
    seen[suit, 1] = _size(low)
    seen[suit, 3] = compress[low, x]
    seen[suit, 4] = compress[low, y]


@njit(nogil=True, cache=True, inline="always")
def _ways(
    suit: int, size: int, fill: int, seen: NDArray, below: NDArray, binomials: NDArray, at_most: NDArray
) -> tuple[int, int]:
    """Sets of `size` more cards below, and up to, the player's flush; `fill` ranks of its crown must be held."""
    if size < 0:
        return 0, 0
    high, low, exact = seen[suit, 0], seen[suit, 1], fill - seen[suit, 2]
    if exact < 0:
        return 0, 0
    less = at_most[high, low, size, min(exact, LENGTHS)]
    rest = size - exact
    if rest < 0 or exact > high:
        return less, less
    ways = binomials[high, exact]
    return less + ways * below[rest, seen[suit, 3]], less + ways * below[rest, seen[suit, 4]]


@njit(nogil=True, cache=True)
def _tally_board(
    weight: int, value: int, shared_wild: int, wild: int, pool: NDArray, first: NDArray, second: NDArray,
    held: NDArray, coefficients: NDArray, compress: NDArray, below: NDArray, binomials: NDArray, at_most: NDArray,
    rows: NDArray, total: int, seen: NDArray, tally: NDArray,
) -> None:  # fmt: skip
    """Add the dealer's hands against one pair of community cards to the tally.

    pool           [suit]  ranks the dealer could hold, community cards included
    first, second  [suit]  a community card of that suit, or 0
    held           [suit]  number of community cards
    """
    line, ranks = value >> 20, (value & 8191) >> 1
    shorter = 0
    for length in range(1, line + 1):
        upto = 0
        for drawn in range(wild + 1):
            k = length - shared_wild - drawn
            if 0 < k < LENGTHS:
                upto += coefficients[0, k, drawn]
        if length > 1:
            tally[rows[line, length - 1, 2]] += weight * (upto - shorter)
        shorter = upto
    crown = 0
    while ranks >> (11 - crown) & 1:
        crown += 1
    under = ranks & ((1 << (12 - crown)) - 1)
    seen[:] = 0
    for suit in range(SUITS):
        _survey(suit, crown, under, pool, first, second, compress, seen)
    less, equal = 0, 0
    for drawn in range(wild + 1):
        k, fill = line - shared_wild - drawn, crown - shared_wild - drawn
        if not 0 < k < LENGTHS or fill < 0:
            continue
        a0, b0 = _ways(0, k - held[0], fill, seen, below, binomials, at_most)
        a1, b1 = _ways(1, k - held[1], fill, seen, below, binomials, at_most)
        a2, b2 = _ways(2, k - held[2], fill, seen, below, binomials, at_most)
        a3, b3 = _ways(3, k - held[3], fill, seen, below, binomials, at_most)
        for full in range(1, 16):
            ways = coefficients[full, k, drawn]
            if ways:
                low, upto = ways, ways
                if full & 1:
                    low, upto = low * a0, upto * b0
                if full & 2:
                    low, upto = low * a1, upto * b1
                if full & 4:
                    low, upto = low * a2, upto * b2
                if full & 8:
                    low, upto = low * a3, upto * b3
                less += low
                equal += upto - low
    tally[rows[line, line, 2]] += weight * less
    tally[rows[line, line, 1]] += weight * equal
    tally[rows[line, line, 0]] += weight * (total - shorter - less - equal)


@njit(nogil=True, cache=True)
def solve_boards(
    start: int, stop: int, masks: NDArray, wilds: NDArray, deck: NDArray, deck_wild: int, draws: int, table: NDArray,
    compress: NDArray, below: NDArray, at_most: NDArray, binomials: NDArray, rows: NDArray, weights: NDArray,
    groups: NDArray, nets: NDArray, extras: NDArray, values: NDArray, best: NDArray, totals: NDArray,
) -> None:  # fmt: skip
    """Decide for the classes from `start` up to `stop`, two community cards yet to come.

    masks, wilds   the player's cards by suit, and wild ones
    deck           [suit] ranks in the deck
    rows           [player's line, dealer's line, comparison]
    """
    tally, seen = np.zeros(nets.shape[1], np.int64), np.zeros((SUITS, 5), np.int64)
    products = np.zeros((16, draws + 1), np.int64)
    coefficients = np.zeros((PATTERNS, 16, LENGTHS, MOST_WILD), np.int64)
    pool, available = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    first, second, held = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for i in range(start, stop):
        tally[:] = 0
        wild = deck_wild - wilds[i]
        cards = wild
        for s in range(SUITS):
            pool[s] = deck[s] & ~masks[i, s]
            available[s] = _size(pool[s])
            cards += available[s]
        total = binomials[cards - 2, draws]
        _all_coefficients(available, wild, draws, binomials, products, coefficients)
        if wild >= 2:
            value = _best(masks[i], first, second, table[wilds[i] + 2])
            _tally_board(wild * (wild - 1) // 2, value, 2, wild - 2, pool, first, second, held,
                         coefficients[_pattern(4, 4)], compress, below, binomials, at_most, rows, total, seen, tally)  # fmt: skip
        for s in range(SUITS):
            held[s] += 1
            one = pool[s]
            while one:
                first[s] = one & -one
                one ^= first[s]
                if wild:
                    value = _best(masks[i], first, second, table[wilds[i] + 1])
                    _tally_board(wild, value, 1, wild - 1, pool, first, second, held, coefficients[_pattern(s, 4)],
                                 compress, below, binomials, at_most, rows, total, seen, tally)  # fmt: skip
                for t in range(s, SUITS):
                    held[t] += 1
                    two = one if t == s else pool[t]
                    while two:
                        second[t] = two & -two
                        two ^= second[t]
                        value = _best(masks[i], first, second, table[wilds[i]])
                        _tally_board(1, value, 0, wild, pool, first, second, held, coefficients[_pattern(s, t)],
                                     compress, below, binomials, at_most, rows, total, seen, tally)  # fmt: skip
                    second[t] = 0
                    held[t] -= 1
            first[s] = 0
            held[s] -= 1
        best[i] = settle_class(tally, nets, extras, groups[i], weights[i], values[i], totals)


@njit(nogil=True, cache=True, inline="always")
def _best(masks: NDArray, first: NDArray, second: NDArray, table: NDArray) -> int:
    """The player's value with the community cards."""
    value = 0
    for s in range(SUITS):
        value = max(value, table[(masks[s] | first[s] | second[s]) << 1])
    return value
