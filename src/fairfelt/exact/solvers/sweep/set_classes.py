"""The sweep for larger hands: sets of cards are counted up to an exchange of suits.

Every set T has so many of the dealer's hands that hold it, and the number is the same for all sets of its class. A
class of hands D adds to the class of T, once for each T among its cards,

      hands of the class D / sets of the class T    times all orders of the suits, which makes a whole number of it

so that seven cards cost a hundredth of what all single sets would.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import SUITS, Deck
from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

EMPTY = np.uint64(0)
USED = np.uint64(1 << 60)
"""Marks a place in the table that is taken: the set of no cards has a key too."""
MIX = np.uint64(0x9E3779B97F4A7C15)
ONE, JOKER_BIT = np.uint64(1), np.uint64(1 << 52)
W1, W2, W3, RANKS = np.uint64(13), np.uint64(26), np.uint64(39), np.uint64(8191)


@njit(nogil=True, cache=True, inline="always")
def class_key(held: int) -> tuple[Any, Any, Any, Any, Any]:
    """The key of the class of a set of cards: its suits in descending order; and those suits."""
    a, b, c, d = held & RANKS, held >> W1 & RANKS, held >> W2 & RANKS, held >> W3 & RANKS
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a | b << W1 | c << W2 | d << W3 | held & JOKER_BIT | USED, a, b, c, d


@njit(nogil=True, cache=True, inline="always")
def orders_that_keep(a: int, b: int, c: int, d: int, suits: int) -> int:
    """How many orders of the deck's suits leave a set as it is: those that exchange equal suits. Others are empty."""
    missing = 4 - suits
    alike, orders = 1, 1
    alike = alike + 1 if a == b else 1
    orders *= alike
    alike = alike + 1 if b == c else 1
    orders *= alike
    alike = alike + 1 if c == d else 1
    orders *= alike
    for extra in range(missing):
        orders //= alike - extra
    return orders


@njit(nogil=True, cache=True)
def sweep_classes(
    events: Array, cuts: Array, slots: int, hands: Array, theirs: Array, weights: Array, kinds: Array, suits: int,
    shift: int, table: Array, below: Array,
) -> None:  # fmt: skip
    """Answer the events in their order, each when all the dealer's hands of a kind below its cut are added.

    events   [event]       the place of a hand and a cut in `below`, one behind the other
    table    [place, 2]    out: the key of a class of sets, and the dealer's hands that hold one of them
    """
    orders = 1
    for suit in range(2, suits + 1):
        orders *= suit
    size, mine = theirs.shape[1], hands.shape[1]
    last = np.uint64(len(table) - 1)
    sets = np.zeros(1 << max(size, mine), np.uint64)
    signs = np.zeros(1 << mine, np.int64)
    for at in range(1 << mine):
        odd, rest = 0, at
        while rest:
            odd, rest = odd ^ 1, rest & rest - 1
        signs[at] = 1 - 2 * odd
    added = 0
    for e in range(len(events)):
        while added < len(kinds) and kinds[added] < cuts[e]:
            for card in range(size):
                bit = ONE << np.uint64(theirs[added, card])
                for at in range(1 << card):
                    sets[1 << card | at] = sets[at] | bit
            for at in range(1 << size):
                key, a, b, c, d = class_key(sets[at])
                place = key * MIX >> np.uint64(shift)
                while table[place, 0] != key and table[place, 0] != EMPTY:
                    place = place + ONE & last
                table[place, 0] = key
                table[place, 1] += np.uint64(weights[added] * orders_that_keep(a, b, c, d, suits))
            added += 1
        hand = events[e] // slots
        for card in range(mine):
            bit = ONE << np.uint64(hands[hand, card])
            for at in range(1 << card):
                sets[1 << card | at] = sets[at] | bit
        total = np.int64(0)
        for at in range(1 << mine):
            key = class_key(sets[at])[0]
            place = key * MIX >> np.uint64(shift)
            while table[place, 0] != key and table[place, 0] != EMPTY:
                place = place + ONE & last
            total += signs[at] * np.int64(table[place, 1])
        below[e] = total // orders


def count_classes(
    deck: Deck, slots: int, hands: NDArray[np.uint8], theirs: NDArray[np.uint8], weights: NDArray[np.int64],
    kinds: NDArray[np.int64], events: NDArray[np.int64], cuts: NDArray[np.int64],
) -> NDArray[np.int32]:  # fmt: skip
    """[event]: the dealer's hands below the cut that hold none of the player's cards; events in order of their cuts."""
    assert all(suit in SUITS for suit in deck.suits)
    bits = _table_bits(deck, theirs.shape[1])
    table, below = np.zeros((1 << bits, 2), np.uint64), np.zeros(len(events), np.int32)
    sweep_classes(events, cuts, slots, hands, theirs, weights, kinds, len(deck.suits), 64 - bits, table, below)
    return below


def _table_bits(deck: Deck, cards: int) -> int:
    """Twice as many places as there are classes of sets, or nearly."""
    sets, suits = sum(comb(len(deck), size) for size in range(cards + 1)), factorial(len(deck.suits))
    return max(10, (3 * min(sets, 5 * sets // (4 * suits) + 100_000) // 2).bit_length())
