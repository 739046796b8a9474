"""The dealer's longest flush below another, with one or two given cards among the dealer's.

A suit is a polynomial in the number of its cards, and only its sets of exactly K cards depend on ranks. So with one
exposed card in each of two suits, the dealer's hands below a cut are

        A  +  B f(card)  +  C g(other)  +  D f(card) g(other)

where f and g count those sets, and the other numbers are the same for all cards of the two suits. All are numbers of
hands of at most 13 cards.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, ShowdownTables

from .kernel import CHOOSE, SIZE, SUITS, sets_below

RANKS = 13


@njit(nogil=True, cache=True)
def _leave(hand: Array, deck: Array, free: Array) -> None:
    """The ranks of each suit that a hand leaves."""
    for suit in range(SUITS):
        free[suit] = deck[suit]
    for card in hand:
        free[card // RANKS] ^= 1 << np.int64(card % RANKS)


@njit(nogil=True, cache=True)
def _take(free: int, held: int, ranks: int, suit: Array) -> None:
    """Ways to take so many cards of a suit: fewer than K with some held, and if none is, K below the given ranks.

    suit  [number of cards]  out
    """
    most, left = SIZE[ranks], SIZE[free] - held
    for taken in range(len(suit)):
        suit[taken] = CHOOSE[left, taken - held] if held <= taken < most and left >= 0 else 0
    if held == 0 and most < len(suit):
        suit[most] = sets_below(free, ranks, 0)


@njit(nogil=True, cache=True)
def _multiply(one: Array, other: Array, found: Array) -> None:
    """Of two polynomials, as far as they go."""
    found[:] = 0
    for taken in range(len(one)):
        if one[taken]:
            for degree in range(len(one) - taken):
                found[degree + taken] += one[taken] * other[degree]


@njit(nogil=True, cache=True)
def _at(one: Array, other: Array, degree: int) -> int:
    """A coefficient of the product of two polynomials."""
    found = 0
    for taken in range(degree + 1):
        found += one[taken] * other[degree - taken]
    return found


@njit(nogil=True, cache=True)
def count_one_card(
    tables: ShowdownTables, hands: Array, kinds: Array, deck: Array, draws: int, masks: Array, following: int,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut by one of their cards.

    deck         [suit]             ranks of the deck
    masks        [kind]             the ranks of its flush
    following    the dealer's hands with a given card
    below, ways  [hand, card, cut]  out, zeros before
    """
    free, suits = np.empty(SUITS, np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, others, one = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    for hand in range(len(hands)):
        kind = kinds[hand]
        _leave(hands[hand], deck, free)
        for suit in range(SUITS):
            for rank in range(RANKS):
                ways[hand, RANKS * suit + rank] = (free[suit] >> rank & 1) * following
        for cut in range(tables.cuts[kind]):
            ranks = masks[tables.places[kind, cut]]
            for suit in range(SUITS):
                _take(free[suit], 0, ranks, suits[suit])
            for suit in range(SUITS):
                _multiply(suits[(suit + 1) % SUITS], suits[(suit + 2) % SUITS], half)
                _multiply(half, suits[(suit + 3) % SUITS], others)
                _take(free[suit], 1, ranks, one)
                same = _at(one, others, draws)
                times = others[draws - SIZE[ranks]] if SIZE[ranks] <= draws else 0
                for rank in range(RANKS):
                    if free[suit] >> rank & 1:
                        sets = sets_below(free[suit], ranks, 1 << rank) if times else 0
                        below[hand, RANKS * suit + rank, cut] = same + sets * times


@njit(nogil=True, cache=True)
def count_two_cards(
    tables: ShowdownTables, hands: Array, kinds: Array, deck: Array, draws: int, masks: Array, following: int,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """The same by two of their cards. Pairs that no cut tells apart share a label; labels have no order.

    below, ways  [hand, label, cut]  out, zeros before
    """
    free, most_cuts = np.empty(SUITS, np.int64), tables.places.shape[1]
    suits, ones = np.empty((SUITS, draws + 1), np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, others, two = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    same, times = np.zeros((SUITS, most_cuts), np.int64), np.zeros((SUITS, most_cuts), np.int64)
    apart = np.zeros((SUITS, SUITS, most_cuts, 4), np.int64)
    groups, many = np.zeros(SUITS, np.int64), np.zeros((SUITS, RANKS), np.int64)
    sets = np.zeros((SUITS, RANKS, most_cuts), np.int64)
    for hand in range(len(hands)):
        kind, label = kinds[hand], 0
        cuts = tables.cuts[kind]
        _leave(hands[hand], deck, free)
        for cut in range(cuts):
            ranks = masks[tables.places[kind, cut]]
            rest = draws - SIZE[ranks]
            for suit in range(SUITS):
                _take(free[suit], 0, ranks, suits[suit])
                _take(free[suit], 1, ranks, ones[suit])
            for suit in range(SUITS):
                for other in range(suit):
                    _multiply(suits[_beside(suit, other, 0)], suits[_beside(suit, other, 1)], others)
                    _multiply(ones[other], others, half)
                    numbers = apart[suit, other, cut]
                    numbers[0] = _at(ones[suit], half, draws)
                    numbers[1] = half[rest] if rest >= 0 else 0
                    numbers[2] = _at(ones[suit], others, rest)
                    numbers[3] = others[rest - SIZE[ranks]] if rest >= SIZE[ranks] else 0
                _multiply(suits[(suit + 1) % SUITS], suits[(suit + 2) % SUITS], half)
                _multiply(half, suits[(suit + 3) % SUITS], others)
                _take(free[suit], 2, ranks, two)
                same[suit, cut] = _at(two, others, draws)
                times[suit, cut] = others[rest] if rest >= 0 else 0
        for suit in range(SUITS):
            groups[suit] = _group(free[suit], kind, masks, tables, sets[suit], many[suit])
            for other in range(suit):
                for at in range(groups[suit]):
                    for beside in range(groups[other]):
                        pairs = many[suit, at] * many[other, beside]
                        ways[hand, label] = pairs * following
                        for cut in range(cuts):
                            numbers = apart[suit, other, cut]
                            mine, theirs = sets[suit, at, cut], sets[other, beside, cut]
                            found = numbers[0] + numbers[1] * mine + theirs * (numbers[2] + numbers[3] * mine)
                            below[hand, label, cut] = pairs * found
                        label += 1
            for rank in range(RANKS):
                for lower in range(rank):
                    cards = 1 << rank | 1 << lower
                    if free[suit] & cards != cards:
                        continue
                    ways[hand, label] = following
                    for cut in range(cuts):
                        ranks = masks[tables.places[kind, cut]]
                        found = sets_below(free[suit], ranks, cards) if times[suit, cut] else 0
                        below[hand, label, cut] = same[suit, cut] + found * times[suit, cut]
                    label += 1


@njit(nogil=True, cache=True)
def _beside(suit: int, other: int, which: int) -> int:
    """One of the suits that are neither."""
    for found in range(SUITS):
        if found not in (suit, other):
            if which == 0:
                return found
            which -= 1
    return -1


@njit(nogil=True, cache=True)
def _group(free: int, kind: int, masks: Array, tables: ShowdownTables, sets: Array, many: Array) -> int:
    """Put cards of a suit together that no cut tells apart, if they come one after another; how many groups.

    sets  [group, cut]  out: sets of a cut's size below it that hold a card of the group
    many  [group]       out: its cards
    """
    groups = 0
    for rank in range(RANKS):
        card = 1 << rank
        if not free & card:
            continue
        alike, many[groups] = groups > 0, 1
        for cut in range(tables.cuts[kind]):
            sets[groups, cut] = sets_below(free, masks[tables.places[kind, cut]], card)
            alike = alike and sets[groups, cut] == sets[groups - 1, cut]
        if alike:
            many[groups - 1] += 1
        else:
            groups += 1
    return groups
