"""The kernel behind `suits`: two community cards beside every class of hands.

Two community cards change two suits at most, and all that leave the player the same flush are counted together: what
the dealer can do is a product over the suits, so that the cards of one suit are added up before the suits are
multiplied. Where all cards of a suit go together even that is no sum: every set of K cards holds each of K cards once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit

from . import steps
from .steps import AT_MOST, BELOW, CHOOSE, LENGTHS, MOST_WILD, PATTERNS, RANKS, SIZES, SUITS

MOST_PAIRS = RANKS * (RANKS - 1) // 2
SIZES_OF_SUITS = (RANKS + 1) ** SUITS
MOST_KEPT = 64
"""Numbers of cards left of each suit whose coefficients are kept: five cards leave fewer."""


class SuitTables(NamedTuple):
    """What is the same for all classes of hands."""

    deck: Array
    """[suit]: ranks in the deck, the wild ones left out."""
    deck_wild: int
    draws: int
    """Cards that are the dealer's own."""
    table: Array
    """[wild cards, mask]: the value of a suit."""
    binomials: Array
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
    """The dealer may draw fewer wild cards than so many for a flush of that length that is no higher."""


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
def flush_of(value: int, gone: int, wild: int, draws: int) -> Flush:
    """Read a value; `wild` cards are left for the dealer."""
    line, ranks = value >> 20, (value & 8191) >> 1
    crown = steps.crown_length(ranks)
    edge = 12 - crown
    levels = min(wild, draws, crown - gone, line - gone - 1) + 1
    return Flush(line, crown, edge, ranks & ((1 << edge) - 1), gone, max(levels, 0))


@njit(nogil=True, cache=True)
def _add_sets(flush: Flush, suit: int, ranks: int, one: int, two: int, every: int, sums: Array) -> None:
    """Add the sets of a suit that hold given community cards; or, for `every` one or two of them, all sets as often.

    However many wild cards are drawn, as many cards lie under the crown; and one set of them at most is equal.
    """
    forced, lowest = one | two, (1 << flush.edge) - 1
    free, under, held = ranks & ~forced, forced & lowest, SIZES[forced]
    high, low, in_crown = SIZES[free >> flush.edge], free & lowest, SIZES[forced >> flush.edge]
    rest, below, bound = SIZES[flush.under] - SIZES[under], 0, flush.under
    if rest >= 0:
        if one & lowest:
            bound = steps.bound_without(bound, one)
        if two & lowest:
            bound = steps.bound_without(bound, two)
        below = BELOW[rest, steps.sets_below(low, bound)]
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
    """One choice of community cards of a suit."""
    _add_sets(flush, suit, pool[suit], cards[suit, choice, ONE], cards[suit, choice, TWO], 0, sums)
    sums[CHOICES, suit, 0] += 1


@njit(nogil=True, cache=True)
def _add_below(
    flush: Flush, suit: int, limit: int, held: int, pool: Array, cards: Array, counts: Array, sums: Array
) -> int:
    """All choices that make the player less than the limit of that suit; how many they are."""
    fitting = 0
    for choice in range(counts[suit]):
        fitting += cards[suit, choice, WORTH] < limit
    if fitting == counts[suit]:
        _add_sets(flush, suit, pool[suit], 0, 0, held, sums)
        sums[CHOICES, suit, 0] = fitting
    elif fitting:
        for choice in range(counts[suit]):
            if cards[suit, choice, WORTH] < limit:
                _add_one(flush, suit, choice, pool, cards, sums)
    return fitting


@njit(nogil=True, cache=True)
def _clear(sums: Array) -> None:
    for suit in range(SUITS):
        sums[CHOICES, suit, 0] = 0
        for drawn in range(MOST_WILD):
            sums[LOWER, suit, drawn] = 0
            sums[UPTO, suit, drawn] = 0


@njit(nogil=True, cache=True)
def _multiply_suits(c: Array, pattern: int, k: int, drawn: int, what: int, sums: Array) -> int:
    """All ways in which some suits hold exactly K cards (w), the others any of their choices with fewer (n)."""
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
    """Add the suits without a community card, multiply, and begin anew."""
    pattern, boards = steps.pattern_number(min(s, t), max(s, t)), ways
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
def _list_cards(masks: Array, pool: Array, wild: int, number: int, table: Array, cards: Array, counts: Array) -> None:
    """One or two community cards of each suit, and the player's flush with them."""
    for suit in range(SUITS):
        count = 0
        for high in range(RANKS):
            for low in range(high if number == 2 else 1):
                one, two = 1 << high, (1 << low if number == 2 else 0)
                if pool[suit] & one and pool[suit] & two == two:
                    cards[suit, count, ONE], cards[suit, count, TWO] = one, two
                    cards[suit, count, WORTH] = table[wild, (masks[suit] | one | two) << 1]
                    count += 1
        counts[suit] = count


@njit(nogil=True, cache=True)
def _best_of_others(masks: Array, s: int, t: int, wild: int, table: Array) -> int:
    best = 0
    for suit in range(SUITS):
        if suit not in (s, t):
            best = max(best, table[wild, masks[suit] << 1])
    return best


@njit(nogil=True, cache=True)
def compare_boards(
    masks: Array, own_wild: int, pool: Array, wild: int, tables: SuitTables, coefficients: Array,
    cards: Array, counts: Array, sums: Array, found: Array,
) -> None:  # fmt: skip
    """All two community cards beside one hand, by their pattern and the player's length.

    masks, pool   [suit]   ranks of the player's; ranks that are left
    """
    table, draws = tables.table, tables.draws
    for gone in range(3):
        left, has = wild - gone, own_wild + gone
        ways = 1 if gone == 0 else (wild if gone == 1 else wild * (wild - 1) // 2)
        if not ways:
            continue
        if gone == 2:
            flush = flush_of(_best_of_others(masks, SUITS, SUITS, has, table), gone, left, draws)
            _close(flush, SUITS, SUITS, ways, pool, coefficients, sums, found)
            continue
        _list_cards(masks, pool, has, 2 - gone, table, cards, counts)
        for s in range(SUITS):  # both cards of one suit, or one beside a wild card
            base, number = _best_of_others(masks, s, s, has, table), 2 - gone
            t = SUITS if gone else s
            flush = flush_of(base, gone, left, draws)
            if _add_below(flush, s, base + 1, number, pool, cards, counts, sums):
                _close(flush, s, t, ways, pool, coefficients, sums, found)
            for choice in range(counts[s]):
                if cards[s, choice, WORTH] > base:
                    flush = flush_of(cards[s, choice, WORTH], gone, left, draws)
                    _add_one(flush, s, choice, pool, cards, sums)
                    _close(flush, s, t, ways, pool, coefficients, sums, found)
        if gone:
            continue
        _list_cards(masks, pool, has, 1, table, cards, counts)
        for t in range(SUITS):
            for s in range(t):
                base = _best_of_others(masks, s, t, has, table)
                flush = flush_of(base, gone, left, draws)
                fitting = _add_below(flush, s, base + 1, 1, pool, cards, counts, sums)
                if fitting and _add_below(flush, t, base + 1, 1, pool, cards, counts, sums):
                    _close(flush, s, t, ways, pool, coefficients, sums, found)
                _clear(sums)
                for better in range(2):  # the flush that one of the two makes, of equal ones the first
                    mine, other = (s, t) if better == 0 else (t, s)
                    for choice in range(counts[mine]):
                        value = cards[mine, choice, WORTH]
                        if value > base:
                            flush = flush_of(value, gone, left, draws)
                            limit = value + 1 if better == 0 else value
                            if _add_below(flush, other, limit, 1, pool, cards, counts, sums):
                                _add_one(flush, mine, choice, pool, cards, sums)
                                _close(flush, s, t, ways, pool, coefficients, sums, found)


@njit(nogil=True, cache=True)
def coefficients_of(available: Array, wild: int, tables: SuitTables, coefficients: Array) -> None:
    """For all patterns of community cards: see `steps.count_other_suits`. available: cards left of each suit."""
    free, shared = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    products = np.zeros((1 << SUITS, tables.draws + 1), np.int64)
    for t in range(SUITS + 1):
        for s in range(t + 1):
            steps.coefficients_of_pattern(
                s, t, available, free, shared, wild, tables.draws, tables.binomials, products, coefficients
            )


@njit(nogil=True, cache=True)
def count_classes(tables: SuitTables, masks: Array, wilds: Array, tally: Array) -> None:
    """Count how rounds settle for each class of hands, two community cards yet to come.

    masks, wilds   the player's cards by suit, and wild ones
    tally          [class, row]  out, zeros before
    """
    binomials, draws = tables.binomials, tables.draws
    known = np.zeros((SIZES_OF_SUITS, MOST_WILD), np.int64)
    kept = np.zeros((MOST_KEPT, PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS), np.int64)
    shorter = np.zeros((MOST_KEPT, PATTERNS, LENGTHS + 1), np.int64)
    found = np.zeros((3, PATTERNS, LENGTHS), np.int64)
    cards, counts = np.zeros((SUITS, MOST_PAIRS, 3), np.int64), np.zeros(SUITS, np.int64)
    sums = np.zeros((3, SUITS, MOST_WILD), np.int64)
    pool, available, used = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), 0
    for i in range(len(masks)):
        wild, code = tables.deck_wild - wilds[i], 0
        for s in range(SUITS):
            pool[s] = tables.deck[s] & ~masks[i, s]
            available[s] = SIZES[pool[s]]
            code = code * (RANKS + 1) + available[s]
        if not known[code, wild]:
            if used == MOST_KEPT:
                known[:], used = 0, 0
            kept[used] = 0
            coefficients_of(available, wild, tables, kept[used])
            steps.count_shorter(kept[used], wild, binomials[wild + available.sum() - 2, draws], shorter[used])
            used += 1
            known[code, wild] = used
        at = known[code, wild] - 1
        found[:] = 0
        compare_boards(masks[i], wilds[i], pool, wild, tables, kept[at], cards, counts, sums, found)
        steps.add_rows(found[MET], found[BEATEN], found[TIED], shorter[at], tables.rows, tally[i])
