"""Counting longest flushes with wild cards and two shared cards.

The dealer's hand is counted suit by suit. Say its wild cards are fixed, so that a suit of K cards makes the length
in question. A suit then holds fewer than K cards, in C(n, j) ways for each number j, or exactly K, in a number of
ways that depends on the ranks. The coefficients of the first kind are the same for all community cards of the same
suits: `count_other_suits` finds them by the set S of suits that hold exactly K. What remains for each pair of community
cards is to count, for each suit, its K-card sets below and up to the player's.

Two community cards change two suits at most, and all that leave the player the same flush are counted together: what
the dealer can do is a product over the suits, so that the cards of one suit are added up before the suits are
multiplied. Where all cards of a suit go together even that is no sum: every set of K cards holds each of K cards once.

Say the player's flush is A K … without a gap for its t highest ranks (the crown) and misses the next one. A K-card set
with w wild cards, which fill its highest gaps, is below the player's if it misses more than w ranks of the crown,
above it if it misses fewer, and if it misses exactly w, its cards under the crown decide, as plain integers do.

Ranks are 12-bit masks here, three to ace: the deuces are wild and lie on no suit.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.runtime.compute.jit import njit

from .flushes import SUITS, count_other_suits

BOARD = 2
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
MOST_PAIRS = RANKS * (RANKS - 1) // 2
SIZES_OF_SUITS = (RANKS + 1) ** SUITS
MOST_KEPT = 128
"""Numbers of cards left of each suit whose coefficients are kept: five cards leave fewer, with one more gone."""
NOTHING, SHARED, DEALERS = range(3)
WILD = SUITS * RANKS
"""The label of every wild card; others have their own, suit by suit, three to ace."""


class SuitTables(NamedTuple):
    """What is the same for all hands."""

    deck: Array
    """[suit]: ranks in the deck, the wild ones left out."""
    deck_wild: int
    draws: int
    """Cards that are the dealer's own."""
    table: Array
    """[wild cards, mask]: the value of a suit."""
    totals: Array
    """[cards that the player leaves]: the dealer's hands beside two shared cards of them."""
    rows: Array
    """[player's line, dealer's line, comparison]"""


class Flush(NamedTuple):
    """The player's flush, as the dealer's are compared with it."""

    line: int
    crown: int
    edge: int
    under: int
    gone: int
    """Wild community cards."""
    levels: int
    """The dealer may draw fewer wild cards than n for a flush of that length that is no higher."""


# Arrays that are passed around cost more than looking into them, so that these are one each:
#
#   cards  [suit, choice, what]      one or two community cards of a suit, and the player's flush with them
#   sums   [what, suit, wild drawn]  sets of exactly K cards below and up to the player's flush, added up over the
#                                    choices that go together; and how many choices
#   found  [what, pattern, length]   boards that were met; the dealer's flushes of that length lower and equal
ONE, TWO, WORTH = range(3)
LOWER, UPTO, CHOICES = range(3)
MET, BEATEN, TIED = range(3)


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
def pattern_number(first: int, second: int) -> int:
    """The number of the pattern for two suits, first not above second; suit 4 stands for a wild card."""
    return second * (second + 1) // 2 + first


@njit(nogil=True, cache=True)
def crown_length(ranks: int) -> int:
    """How many ranks from the ace down a flush holds without a gap."""
    crown = 0
    while ranks >> (11 - crown) & 1:
        crown += 1
    return crown


@njit(nogil=True, cache=True)
def coefficients_of(available: Array, wild: int, draws: int, coefficients: Array) -> None:
    """For all patterns of community cards: see `count_other_suits`; below 2^40. available: cards left of each suit."""
    free, shared = np.zeros(SUITS, np.int64), np.zeros(SUITS + 1, np.int64)
    products = np.zeros((1 << SUITS, draws + 1), np.int64)
    for second in range(SUITS + 1):
        for first in range(second + 1):
            shared[:] = 0
            shared[first] += 1
            shared[second] += 1
            left, possible = wild - shared[SUITS], wild >= shared[SUITS]
            for suit in range(SUITS):
                free[suit] = available[suit] - shared[suit]
                possible = possible and free[suit] >= 0
            if possible:
                out = coefficients[pattern_number(first, second)]
                count_other_suits(free, shared, left, draws, products, out)


@njit(nogil=True, cache=True)
def count_shorter(coefficients: Array, wild: int, total: int, shorter: Array) -> None:
    """[pattern, length]: the dealer's hands with a shorter longest flush, below 2^40; all are shorter than eight."""
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
def add_rows(met: Array, lower: Array, equal: Array, shorter: Array, rows: Array, times: int, tally: Array) -> None:
    """Turn what was met, by pattern and the player's length, into rows, n times: rounds of a hand, below 2^62."""
    for line in range(1, LENGTHS):
        for pattern in range(PATTERNS):
            boards = times * met[pattern, line]
            if not boards:
                continue
            below, tied = times * lower[pattern, line], times * equal[pattern, line]
            for length in range(1, line):
                hands = shorter[pattern, length + 1] - shorter[pattern, length]
                if hands:
                    tally[rows[line, length, 2]] += boards * hands
            tally[rows[line, line, 2]] += below
            tally[rows[line, line, 1]] += tied
            higher = boards * (shorter[pattern, line + 1] - shorter[pattern, line])
            tally[rows[line, line, 0]] += higher - below - tied
            for length in range(line + 1, LENGTHS):
                hands = shorter[pattern, length + 1] - shorter[pattern, length]
                if hands:
                    tally[rows[line, length, 0]] += boards * hands


@njit(nogil=True, cache=True)
def flush_of(value: int, gone: int, wild: int, draws: int) -> Flush:
    """Read a value; `wild` cards are left for the dealer."""
    line, ranks = value >> 20, (value & 8191) >> 1
    crown = crown_length(ranks)
    edge = 12 - crown
    levels = min(wild, draws, crown - gone, line - gone - 1) + 1
    return Flush(line, crown, edge, ranks & ((1 << edge) - 1), gone, max(levels, 0))


@njit(nogil=True, cache=True)
def _add_sets(flush: Flush, suit: int, ranks: int, one: int, two: int, every: int, sums: Array) -> None:
    """Add the sets of a suit that hold given community cards; or, for `every` one or two of them, all sets as often.

    However many wild cards are drawn, as many cards lie under the crown; and one set of them at most is equal. Sets of
    K of 12 ranks for each of 66 choices are fewer than 2^17.
    """
    forced, lowest = one | two, (1 << flush.edge) - 1
    free, under, held = ranks & ~forced, forced & lowest, SIZES[forced]
    high, low, in_crown = SIZES[free >> flush.edge], free & lowest, SIZES[forced >> flush.edge]
    rest, below, bound = SIZES[flush.under] - SIZES[under], 0, flush.under
    if rest >= 0:
        if one & lowest:
            bound = bound_without(bound, one)
        if two & lowest:
            bound = bound_without(bound, two)
        below = BELOW[rest, sets_below(low, bound)]
    tie = int(under & ~flush.under == 0 and flush.under & ~(under | low) == 0)
    for drawn in range(flush.levels):
        k, exact = flush.line - flush.gone - drawn, flush.crown - flush.gone - drawn - in_crown
        if k < LENGTHS and k >= held and exact >= 0:
            fewer = AT_MOST[high, SIZES[low], k - held, min(exact, LENGTHS)]
            ways = CHOOSE[high, exact] if exact <= min(high, LENGTHS) else 0
            lower = CHOOSE[k, every] * (fewer + ways * below)
            sums[LOWER, suit, drawn] += lower
            sums[UPTO, suit, drawn] += lower + CHOOSE[k, every] * ways * tie


@njit(nogil=True, cache=True)
def _add_one(flush: Flush, suit: int, choice: int, pool: Array, cards: Array, sums: Array) -> None:
    """One choice of community cards of a suit; sums below 2^17."""
    _add_sets(flush, suit, pool[suit], cards[suit, choice, ONE], cards[suit, choice, TWO], 0, sums)
    sums[CHOICES, suit, 0] += 1


@njit(nogil=True, cache=True)
def _add_below(
    flush: Flush, suit: int, limit: int, held: int, must: Array, pool: Array, cards: Array, counts: Array, sums: Array
) -> int:
    """All choices that make the player less than the limit of that suit; how many they are, fewer than 2^7."""
    fitting = 0
    for choice in range(counts[suit]):
        fitting += cards[suit, choice, WORTH] < limit
    if fitting == counts[suit] and not must[suit]:
        _add_sets(flush, suit, pool[suit], 0, 0, held, sums)
        sums[CHOICES, suit, 0] = fitting
    elif fitting:
        for choice in range(counts[suit]):
            if cards[suit, choice, WORTH] < limit:
                _add_one(flush, suit, choice, pool, cards, sums)
    return fitting


@njit(nogil=True, cache=True)
def _clear(sums: Array) -> None:
    """Begin to add up anew."""
    for suit in range(SUITS):
        sums[CHOICES, suit, 0] = 0
        for drawn in range(MOST_WILD):
            sums[LOWER, suit, drawn] = 0
            sums[UPTO, suit, drawn] = 0


@njit(nogil=True, cache=True)
def _multiply_suits(c: Array, pattern: int, k: int, drawn: int, what: int, sums: Array) -> int:
    """All ways in which some suits hold exactly K cards (w), the others any with fewer (n); below 2^62."""
    w0, w1, w2, w3 = sums[what, 0, drawn], sums[what, 1, drawn], sums[what, 2, drawn], sums[what, 3, drawn]
    n0, n1, n2, n3 = sums[CHOICES, 0, 0], sums[CHOICES, 1, 0], sums[CHOICES, 2, 0], sums[CHOICES, 3, 0]
    found = 0
    for upper in range(4):
        part = c[pattern, k, drawn, 4 * upper] * n0 * n1 if upper else 0
        part += c[pattern, k, drawn, 4 * upper + 1] * w0 * n1
        part += (c[pattern, k, drawn, 4 * upper + 2] * n0 + c[pattern, k, drawn, 4 * upper + 3] * w0) * w1
        found += part * (w2 if upper & 1 else n2) * (w3 if upper & 2 else n3)
    return int(found)


@njit(nogil=True, cache=True)
def _close(
    flush: Flush, s: int, t: int, ways: int, pool: Array, coefficients: Array, sums: Array, found: Array
) -> None:
    """Add the suits without a community card, multiply, and begin anew: rounds of a hand, below 2^62."""
    pattern, boards = pattern_number(min(s, t), max(s, t)), ways
    for suit in range(SUITS):
        if suit not in (s, t):
            _add_sets(flush, suit, pool[suit], 0, 0, 0, sums)
            sums[CHOICES, suit, 0] = 1
        boards *= sums[CHOICES, suit, 0]
    found[MET, pattern, flush.line] += boards
    for drawn in range(flush.levels):
        k = flush.line - flush.gone - drawn
        if k < LENGTHS:
            lower = _multiply_suits(coefficients, pattern, k, drawn, LOWER, sums)
            upto = _multiply_suits(coefficients, pattern, k, drawn, UPTO, sums)
            found[BEATEN, pattern, flush.line] += ways * lower
            found[TIED, pattern, flush.line] += ways * (upto - lower)
    _clear(sums)


@njit(nogil=True, cache=True)
def _list_cards(
    masks: Array, pool: Array, wild: int, number: int, must: Array, table: Array, cards: Array, counts: Array
) -> None:
    """One or two community cards of each suit, with those that must be there, and the player's flush with them."""
    for suit in range(SUITS):
        count = 0
        for high in range(RANKS):
            for low in range(high if number == 2 else 1):
                one, two = 1 << high, (1 << low if number == 2 else 0)
                if (one | two) & ~pool[suit] == 0 and must[suit] & ~(one | two) == 0:
                    cards[suit, count, ONE], cards[suit, count, TWO] = one, two
                    cards[suit, count, WORTH] = table[wild, (masks[suit] | one | two) << 1]
                    count += 1
        counts[suit] = count


@njit(nogil=True, cache=True)
def _best_of_others(masks: Array, s: int, t: int, wild: int, table: Array) -> int:
    """The best flush of suits other than these two."""
    best = 0
    for suit in range(SUITS):
        if suit not in (s, t):
            best = max(best, table[wild, masks[suit] << 1])
    return best


@njit(nogil=True, cache=True)
def _is_missing(must: Array, s: int, t: int) -> bool:
    """Whether a card that must be there is of neither suit."""
    missing = False
    for suit in range(SUITS):
        missing = missing or (must[suit] > 0 and suit not in (s, t))
    return missing


@njit(nogil=True, cache=True)
def compare_boards(
    masks: Array, own_wild: int, pool: Array, wild: int, must: Array, tables: SuitTables, coefficients: Array,
    cards: Array, counts: Array, sums: Array, found: Array,
) -> None:  # fmt: skip
    """All two community cards beside one hand, by their pattern and the player's length.

    masks, pool  [suit]                 ranks of the player's; ranks that are left
    must         [suit, and last wild]  the card that must be among the two, as a mask or one wild card; or none
    """
    table, draws = tables.table, tables.draws
    for gone in range(3):
        left, has = wild - gone, own_wild + gone
        ways = CHOOSE[wild - must[SUITS], gone - must[SUITS]] if gone >= must[SUITS] and wild >= gone else 0
        if not ways:
            continue
        if gone == BOARD:
            if _is_missing(must, SUITS, SUITS):
                continue
            flush = flush_of(_best_of_others(masks, SUITS, SUITS, has, table), gone, left, draws)
            _close(flush, SUITS, SUITS, ways, pool, coefficients, sums, found)
            continue
        _list_cards(masks, pool, has, 2 - gone, must, table, cards, counts)
        for s in range(SUITS):  # both cards of one suit, or one beside a wild card
            if _is_missing(must, s, s):
                continue
            base, number = _best_of_others(masks, s, s, has, table), 2 - gone
            t = SUITS if gone else s
            flush = flush_of(base, gone, left, draws)
            if _add_below(flush, s, base + 1, number, must, pool, cards, counts, sums):
                _close(flush, s, t, ways, pool, coefficients, sums, found)
            for choice in range(counts[s]):
                if cards[s, choice, WORTH] > base:
                    flush = flush_of(cards[s, choice, WORTH], gone, left, draws)
                    _add_one(flush, s, choice, pool, cards, sums)
                    _close(flush, s, t, ways, pool, coefficients, sums, found)
        if gone:
            continue
        _list_cards(masks, pool, has, 1, must, table, cards, counts)
        for t in range(SUITS):
            for s in range(t):
                if _is_missing(must, s, t):
                    continue
                base = _best_of_others(masks, s, t, has, table)
                flush = flush_of(base, gone, left, draws)
                fitting = _add_below(flush, s, base + 1, 1, must, pool, cards, counts, sums)
                if fitting and _add_below(flush, t, base + 1, 1, must, pool, cards, counts, sums):
                    _close(flush, s, t, ways, pool, coefficients, sums, found)
                _clear(sums)
                for better in range(2):  # the flush that one of the two makes, of equal ones the first
                    mine, other = (s, t) if better == 0 else (t, s)
                    for choice in range(counts[mine]):
                        value = cards[mine, choice, WORTH]
                        if value > base:
                            flush = flush_of(value, gone, left, draws)
                            limit = value + 1 if better == 0 else value
                            if _add_below(flush, other, limit, 1, must, pool, cards, counts, sums):
                                _add_one(flush, mine, choice, pool, cards, sums)
                                _close(flush, s, t, ways, pool, coefficients, sums, found)


class Room(NamedTuple):
    """Coefficients that are kept by the cards left of each suit and the wild ones, and room for `compare_boards`."""

    known: Array
    """[cards left, wild]: where its coefficients are, from 1; in [0, 0], which no hand leaves, how many are kept."""
    kept: Array
    shorter: Array
    cards: Array
    counts: Array
    sums: Array
    found: Array


@njit(nogil=True, cache=True)
def _add_hand(
    masks: Array, own_wild: int, pool: Array, wild: int, must: Array, times: int, tables: SuitTables, room: Room,
    tally: Array,
) -> None:  # fmt: skip
    """Add all rounds of one hand to its rows, n times; below 2^62, as `count_hands` says."""
    available, code, known = np.zeros(SUITS, np.int64), 0, room.known
    for suit in range(SUITS):
        available[suit] = SIZES[pool[suit]]
        code = code * (RANKS + 1) + available[suit]
    if not known[code, wild]:
        if known[0, 0] == MOST_KEPT:
            known[:] = 0
        at = known[0, 0]
        room.kept[at] = 0
        coefficients_of(available, wild, tables.draws, room.kept[at])
        total = tables.totals[wild + available.sum()]
        count_shorter(room.kept[at], wild, total, room.shorter[at])
        known[0, 0] += 1
        known[code, wild] = known[0, 0]
    at = known[code, wild] - 1
    room.found[:] = 0
    compare_boards(
        masks, own_wild, pool, wild, must, tables, room.kept[at], room.cards, room.counts, room.sums, room.found
    )
    found = room.found
    add_rows(found[MET], found[BEATEN], found[TIED], room.shorter[at], tables.rows, times, tally)


@njit(nogil=True, cache=True)
def count_hands(tables: SuitTables, masks: Array, wilds: Array, by: int, tally: Array) -> None:
    """Count how rounds settle for each hand, two community cards yet to come, by what is exposed.

    Rounds with a card among the shared ones are counted so; those with a card of the dealer's are

        all rounds - rounds in which the card lies nowhere - rounds in which it is shared

    and those without a card are rounds of a deck that lacks it. All are sums of at most all rounds of a hand, which
    `showdown_problem` keeps below 2^62 even times a result.

    masks, wilds   the player's cards by suit, and wild ones
    by             `NOTHING`, `SHARED` or `DEALERS`: of which place one card is exposed
    tally          [hand, label, row]  out, zeros before
    """
    room = Room(
        np.zeros((SIZES_OF_SUITS, MOST_WILD), np.int64),
        np.zeros((MOST_KEPT, PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS), np.int64),
        np.zeros((MOST_KEPT, PATTERNS, LENGTHS + 1), np.int64),
        np.zeros((SUITS, MOST_PAIRS, 3), np.int64), np.zeros(SUITS, np.int64),
        np.zeros((3, SUITS, MOST_WILD), np.int64), np.zeros((3, PATTERNS, LENGTHS), np.int64),
    )  # fmt: skip
    must, pool, every = np.zeros(SUITS + 1, np.int64), np.zeros(SUITS, np.int64), np.zeros(tally.shape[2], np.int64)
    for i in range(len(masks)):
        wild = tables.deck_wild - wilds[i]
        for suit in range(SUITS):
            pool[suit] = tables.deck[suit] & ~masks[i, suit]
        if by != SHARED:
            every[:] = 0
            _add_hand(masks[i], wilds[i], pool, wild, must, 1, tables, room, every)
        if by == NOTHING:
            tally[i, 0] = every
            continue
        for label in range(WILD + 1):
            suit, card = label // RANKS, 1 << label % RANKS
            times = wild if label == WILD else pool[suit] & card != 0
            if not times:
                continue
            if by == DEALERS:
                tally[i, label] = times * every
                if label == WILD:
                    _add_hand(masks[i], wilds[i], pool, wild - 1, must, -times, tables, room, tally[i, label])
                else:
                    pool[suit] ^= card
                    _add_hand(masks[i], wilds[i], pool, wild, must, -times, tables, room, tally[i, label])
                    pool[suit] ^= card
            must[suit] = 1 if label == WILD else card
            sign = -times if by == DEALERS else times
            _add_hand(masks[i], wilds[i], pool, wild, must, sign, tables, room, tally[i, label])
            must[suit] = 0
