"""The kernel behind `by_flush`. The dealer's longest flush is below K cards of the ranks R if no suit holds more than

K cards, and each that holds exactly K holds a set below R. So a suit is a polynomial in the number of its cards, and
the suits are multiplied; of the hidden card's own suit, only the sets of K cards depend on its rank.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.solvers.longest_flush.kernel import CHOOSE, SIZE, SUITS, TOP

RANKS = 13


@njit(nogil=True, cache=True)
def sets_below(free: int, ranks: int, cards: int) -> int:
    """Sets of as many of the free ranks that are below the given ones and hold some cards, given as a set too.

    They agree with the given ranks down to some rank and miss that.
    """
    count, need = 0, SIZE[ranks]
    while ranks:
        top = TOP[ranks]
        more = SIZE[cards]
        if cards >= 2 * top:
            break
        if not cards & top and more <= need:
            count += CHOOSE[SIZE[free & (top - 1)] - more, need - more]
        if not free & top:
            break
        need -= 1
        ranks ^= top
        cards &= ~top
    return count


@njit(nogil=True, cache=True)
def count_with_card(
    hands: Array, kinds: Array, deck: Array, draws: int, places: Array, cuts: Array, masks: Array, below: Array
) -> None:
    """Count the dealer's hands below each cut, by the rank of one of their cards.

    hands         [hand, card]
    deck          [suit]             ranks of the deck
    places, cuts  [kind, cut]        the dealer's kinds that a hand is held against; how many
    masks         [kind]             the ranks of its flush
    below         [hand, rank, cut]  in and out
    """
    free, full = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    others, more = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    for hand in range(len(hands)):
        for suit in range(SUITS):
            free[suit] = deck[suit]
        for card in hands[hand]:
            free[card // RANKS] ^= 1 << np.int64(card % RANKS)
        for cut in range(cuts[kinds[hand]]):
            ranks = masks[places[kinds[hand], cut]]
            most = SIZE[ranks]
            for suit in range(SUITS):
                full[suit] = sets_below(free[suit], ranks, 0)
            for suit in range(SUITS):
                others[:] = 0
                others[0] = 1
                for other in range(SUITS):
                    if other == suit:
                        continue
                    more[:] = 0
                    for taken in range(min(most, draws) + 1):
                        ways = CHOOSE[SIZE[free[other]], taken] if taken < most else full[other]
                        for degree in range(draws - taken + 1):
                            more[degree + taken] += ways * others[degree]
                    others[:] = more
                fewer = 0
                for taken in range(1, min(most, draws + 1)):
                    fewer += CHOOSE[SIZE[free[suit]] - 1, taken - 1] * others[draws - taken]
                for rank in range(RANKS):
                    card = 1 << rank
                    if free[suit] & card:
                        here = sets_below(free[suit], ranks, card) if most <= draws else 0
                        below[hand, rank, cut] += fewer + (here * others[draws - most] if here else 0)
