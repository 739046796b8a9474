"""One own hand, set as is best for all that can be seen of the dealer's: the sum of what was counted suit by suit."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .dealers import RANKS, Dealers
from .kernel import (
    BOTH_OUTSIDE,
    JOKER_SEEN,
    KINDS,
    KINDS_BY_RANK,
    MIXED,
    OUTSIDE,
    OUTSIDE_JOKER,
    SQUARE,
    SUITED_JOKER,
    SUITS,
    Changes,
    Own,
    Regions,
    count_by_ranks,
    count_flushes,
    settle,
)

SUMS: Final = 5
SEEN, WON, LOST, USUAL_WON, USUAL_LOST = range(SUMS)
"""What is summed: own hands with what is seen beside them; rounds won and lost by the best settings, by the last."""
JOKER: Final = SUITS * RANKS


class Counted(NamedTuple):
    """What the dealer can have, counted for one class of own hands; by suit as it is asked for."""

    by_ranks: Array
    """[what is seen, column], as `settle` says…"""
    by_suit: Array
    """…and for each set of a suit."""
    slots: Array
    """[ranks of a suit]: which set that is, -1 where it was not asked for…"""
    asked: Array
    """…and those that were; the first number says how many."""
    weights: Array
    twice: Array
    """[two suits, what is seen, column]: what changes where both have a flush; nothing where that cannot be."""


@njit(nogil=True, cache=True)
def new_counted(seen: int, columns: int, sets: int, choices: int, pairs: int) -> Counted:
    """Nothing is counted yet."""
    return Counted(
        np.zeros((KINDS_BY_RANK[seen], columns), np.int64),
        np.zeros((sets, KINDS[seen], columns), np.int64),
        np.full(1 << RANKS, -1, np.int64),
        np.zeros(sets + 1, np.int64),
        np.zeros(choices, np.int64),
        np.zeros((pairs, KINDS[seen], columns), np.int64),
    )


@njit(nogil=True, cache=True)
def cards_by_rank(seen: int, there: Array) -> Array:
    """[what is seen]: how many cards, or ordered pairs of cards, look like that without suits."""
    cards = np.ones(KINDS_BY_RANK[seen], np.int64)
    if seen == 1:
        cards[:RANKS] = there
    elif seen == 2:
        _pairs(there, cards[:SQUARE])
        cards[SQUARE:] = there
    return cards


@njit(nogil=True, cache=True)
def cards_beside(seen: int, outside: Array) -> Array:
    """[what is seen]: the same beside the suit of a flush, of which every card is one of its kind."""
    cards = np.ones(KINDS[seen], np.int64)
    if seen == 1:
        cards[OUTSIDE : OUTSIDE + RANKS] = outside
    elif seen == 2:
        for rank in range(RANKS):
            cards[MIXED + rank * RANKS : MIXED + (rank + 1) * RANKS] = outside
        _pairs(outside, cards[BOTH_OUTSIDE : BOTH_OUTSIDE + SQUARE])
        cards[OUTSIDE_JOKER:] = outside
    return cards


@njit(nogil=True, cache=True)
def _pairs(there: Array, cards: Array) -> None:
    for one in range(RANKS):
        for other in range(RANKS):
            cards[one * RANKS + other] = there[one] * (there[other] - (one == other))


@njit(nogil=True, cache=True)
def slot_of(
    own: Own, suited: Any, seen: int, dealers: Dealers, regions: Regions, changes: Changes, counted: Counted
) -> Any:
    """Where the count for a suit with these own ranks is; it is made if nobody asked before."""
    slot = counted.slots[suited]
    if slot >= 0:
        return slot
    slot = counted.asked[0]
    counts = np.zeros((KINDS[seen], regions.many), np.int64)
    count_flushes(own, suited, seen, dealers, changes, counted.weights, counts)
    outside = (SUITS - 1) * dealers.deck - own.ranks + (suited >> np.arange(RANKS) & 1)
    settle(counts, cards_beside(seen, outside), regions, counted.by_suit[slot])
    counted.slots[suited], counted.asked[slot + 1] = slot, suited
    counted.asked[0] = slot + 1
    return slot


@njit(nogil=True, cache=True)
def _kind_by_rank(seen: int, one: Any, other: Any) -> Any:
    """What is seen of a hand without suits: cards, -1 for none; the joker is the last of all."""
    if seen == 0:
        return 0
    if seen == 1:
        return RANKS if one == JOKER else one % RANKS
    if other == JOKER:
        return SQUARE + one % RANKS
    low, high = one % RANKS, other % RANKS
    return min(low, high) * RANKS + max(low, high)


@njit(nogil=True, cache=True)
def _kind(seen: int, suit: int, one: Any, other: Any) -> Any:
    """What is seen of a hand with a flush of that suit."""
    if seen == 0:
        return 0
    mine = one // RANKS == suit
    if seen == 1:
        return JOKER_SEEN if one == JOKER else one % RANKS if mine else OUTSIDE + one % RANKS
    if other == JOKER:
        return (SUITED_JOKER if mine else OUTSIDE_JOKER) + one % RANKS
    low, high, too = one % RANKS, other % RANKS, other // RANKS == suit
    if mine != too:
        return MIXED + (low * RANKS + high if mine else high * RANKS + low)
    return (0 if mine else BOTH_OUTSIDE) + min(low, high) * RANKS + max(low, high)


@njit(nogil=True, cache=True)
def _add_twice(seen: int, one: Any, other: Any, twice: Array, row: Array) -> None:
    """What flushes of two suits change: those that hold the cards that are seen."""
    pair = 0
    for suit in range(SUITS if len(twice) else 0):
        for too in range(suit + 1, SUITS):
            suits = 1 << suit | 1 << too | 1 << SUITS
            if (seen == 0 or suits >> one // RANKS & 1) and (seen < 2 or suits >> other // RANKS & 1):
                row += twice[pair, _kind(seen, suit, one, other)]
            pair += 1


@njit(nogil=True, cache=True)
def count_ranks_of(own: Own, seen: int, dealers: Dealers, regions: Regions, counted: Counted) -> None:
    """Count the hands without regard to suits."""
    counts = np.zeros((KINDS_BY_RANK[seen], regions.many), np.int64)
    count_by_ranks(own, seen, dealers, regions, counts)
    settle(counts, cards_by_rank(seen, SUITS * dealers.deck - own.ranks), regions, counted.by_ranks)


@njit(nogil=True, cache=True)
def decide_hand(
    slots: Array, cards: Array, seen: int, settings: int, counted: Counted, plays: Array, weight: Any, sums: Array
) -> None:  # fmt: skip
    """Set one hand for everything that can be seen of these cards, the joker last among them.

    plays   [play, 3]: which columns count, 1 where no bets push; what a win and a loss bring
    sums    [play, sum]
    """
    row = np.zeros(counted.by_ranks.shape[1], np.int64)
    for at in range(len(cards) if seen else 1):
        for more in range(at + 1, len(cards)) if seen == 2 else range(at, at + 1):
            one, other = cards[at] if seen else -1, cards[more] if seen == 2 else -1
            row[:] = counted.by_ranks[_kind_by_rank(seen, one, other)]
            for suit in range(SUITS):
                part = counted.by_suit[slots[suit], _kind(seen, suit, one, other)]
                for column in range(len(row)):
                    row[column] += part[column]
            _add_twice(seen, one, other, counted.twice, row)
            for play in range(len(plays)):
                begin, win, loss = 2 * plays[play, 0] * settings, plays[play, 1], plays[play, 2]
                last = begin + 2 * (settings - 1)
                best, most = begin, win * row[begin] + loss * row[begin + 1]
                for column in range(begin + 2, last, 2):
                    net = win * row[column] + loss * row[column + 1]
                    if net > most:
                        best, most = column, net
                sums[play, SEEN] += weight
                sums[play, WON] += weight * row[best]
                sums[play, LOST] += weight * row[best + 1]
                sums[play, USUAL_WON] += weight * row[last]
                sums[play, USUAL_LOST] += weight * row[last + 1]


@njit(nogil=True, cache=True)
def unseen_cards(masks: Array, joker: int, dealers: Dealers, cards: Array) -> int:
    """The cards of the deck that are not in the hand, ascending; says how many."""
    found = 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if dealers.deck[rank] and not masks[suit] >> rank & 1:
                cards[found] = suit * RANKS + rank
                found += 1
    if dealers.joker[0] > joker:
        cards[found] = JOKER
        found += 1
    return found
