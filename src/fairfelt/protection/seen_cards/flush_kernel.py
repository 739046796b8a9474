"""The kernels behind `by_flush`: the dealer's longest flush below another, with one or two given cards among them.

As for sorted backs, a suit is a polynomial in the number of its cards, and only its sets of exactly K cards depend on
ranks. So with one seen card in each of two suits, the dealer's hands below a cut are

        A  +  B f(card)  +  C g(other)  +  D f(card) g(other)

where f and g count those sets, and the other numbers are the same for all cards of the two suits.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts
from fairfelt.exact.solvers.longest_flush.kernel import CHOOSE, SIZE, SUITS
from fairfelt.protection.backs.flush_kernel import RANKS, sets_below

from .settle import Pays


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
def count_flushes(
    hands: Array, kinds: Array, deck: Array, draws: int, masks: Array, places: Array, cuts: Array, below: Array
) -> None:
    """With no card seen.

    deck          [suit]       ranks of the deck
    masks         [kind]       the ranks of its flush
    places, cuts  [kind, cut]  the dealer's kinds that a hand is held against; how many
    below         [hand, cut]  out
    """
    free, suits = np.empty(SUITS, np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, other = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    for hand in range(len(hands)):
        _leave(hands[hand], deck, free)
        for cut in range(cuts[kinds[hand]]):
            for suit in range(SUITS):
                _take(free[suit], 0, masks[places[kinds[hand], cut]], suits[suit])
            _multiply(suits[0], suits[1], half)
            _multiply(suits[2], suits[3], other)
            below[hand, cut] = _at(half, other, draws)


@njit(nogil=True, cache=True)
def play_one_seen(
    hands: Array, weights: Array, kinds: Array, deck: Array, draws: int, masks: Array, pays: Pays, following: int,
    totals: Array,
) -> None:  # fmt: skip
    """Every hand with each card that may be seen, played as is best. totals: [choice, line, row], in and out."""
    free, suits = np.empty(SUITS, np.int64), np.empty((SUITS, draws + 1), np.int64)
    most_cuts = pays.places.shape[1]
    same, times = np.zeros((SUITS, most_cuts), np.int64), np.zeros((SUITS, most_cuts), np.int64)
    half, others, one = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    below, values = np.zeros(most_cuts, np.int64), np.zeros(len(pays.nets), np.int64)
    for hand in range(len(hands)):
        kind = kinds[hand]
        cuts, rows, line, allowed = pays.cuts[kind], pays.rows[kind], pays.lines[kind], pays.allowed[kind]
        _leave(hands[hand], deck, free)
        for cut in range(cuts):
            ranks = masks[pays.places[kind, cut]]
            for suit in range(SUITS):
                _take(free[suit], 0, ranks, suits[suit])
            for suit in range(SUITS):
                _multiply(suits[(suit + 1) % SUITS], suits[(suit + 2) % SUITS], half)
                _multiply(half, suits[(suit + 3) % SUITS], others)
                _take(free[suit], 1, ranks, one)
                same[suit, cut] = _at(one, others, draws)
                times[suit, cut] = others[draws - SIZE[ranks]] if SIZE[ranks] <= draws else 0
        for suit in range(SUITS):
            for rank in range(RANKS):
                card = 1 << rank
                if not free[suit] & card:
                    continue
                for cut in range(cuts):
                    below[cut] = same[suit, cut]
                    if times[suit, cut]:
                        sets = sets_below(free[suit], masks[pays.places[kind, cut]], card)
                        below[cut] += sets * times[suit, cut]
                settle_cuts(
                    below, rows, cuts, following, pays.nets, pays.extras, line, weights[hand], values, totals, allowed
                )


@njit(nogil=True, cache=True)
def play_two_seen(
    hands: Array, weights: Array, kinds: Array, deck: Array, draws: int, masks: Array, pays: Pays, following: int,
    totals: Array,
) -> None:  # fmt: skip
    """The same with each two cards that may be seen."""
    free, most_cuts = np.empty(SUITS, np.int64), pays.places.shape[1]
    suits, ones = np.empty((SUITS, draws + 1), np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, others, two = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    same, times = np.zeros((SUITS, most_cuts), np.int64), np.zeros((SUITS, most_cuts), np.int64)
    apart = np.zeros((SUITS, SUITS, most_cuts, 4), np.int64)
    groups, many = np.zeros(SUITS, np.int64), np.zeros((SUITS, RANKS), np.int64)
    sets = np.zeros((SUITS, RANKS, most_cuts), np.int64)
    below, values = np.zeros(most_cuts, np.int64), np.zeros(len(pays.nets), np.int64)
    for hand in range(len(hands)):
        kind, weight = kinds[hand], weights[hand]
        cuts, rows, line, allowed = pays.cuts[kind], pays.rows[kind], pays.lines[kind], pays.allowed[kind]
        _leave(hands[hand], deck, free)
        for cut in range(cuts):
            ranks = masks[pays.places[kind, cut]]
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
            groups[suit] = _group(free[suit], kind, masks, pays, sets[suit], many[suit])
            for other in range(suit):
                for at in range(groups[suit]):
                    for beside in range(groups[other]):
                        for cut in range(cuts):
                            numbers = apart[suit, other, cut]
                            mine, theirs = sets[suit, at, cut], sets[other, beside, cut]
                            below[cut] = numbers[0] + numbers[1] * mine + theirs * (numbers[2] + numbers[3] * mine)
                        settle_cuts(
                            below, rows, cuts, following, pays.nets, pays.extras, line,
                            weight * many[suit, at] * many[other, beside], values, totals, allowed,
                        )  # fmt: skip
            for rank in range(RANKS):
                for lower in range(rank):
                    cards = 1 << rank | 1 << lower
                    if free[suit] & cards != cards:
                        continue
                    for cut in range(cuts):
                        below[cut] = same[suit, cut]
                        if times[suit, cut]:
                            found = sets_below(free[suit], masks[pays.places[kind, cut]], cards)
                            below[cut] += found * times[suit, cut]
                    settle_cuts(
                        below, rows, cuts, following, pays.nets, pays.extras, line, weight, values, totals, allowed
                    )


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
def _group(free: int, kind: int, masks: Array, pays: Pays, sets: Array, many: Array) -> int:
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
        for cut in range(pays.cuts[kind]):
            sets[groups, cut] = sets_below(free, masks[pays.places[kind, cut]], card)
            alike = alike and sets[groups, cut] == sets[groups - 1, cut]
        if alike:
            many[groups - 1] += 1
        else:
            groups += 1
    return groups
