"""Single own hands, each set as is best for all that can be seen of the dealer's: what a sample is made of."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .dealers import RANKS, Dealers
from .decide import JOKER, SUMS, Counted, count_ranks_of, decide_hand, new_counted, slot_of, unseen_cards
from .hands import OwnClasses
from .kernel import (
    BOTH_OUTSIDE,
    JOKER_SEEN,
    KINDS,
    MIXED,
    OUTSIDE,
    OUTSIDE_JOKER,
    SUITED_JOKER,
    SUITS,
    Own,
    Regions,
    list_changes,
    region_of,
    regions_of,
    settle,
)

PAIRS_OF_SUITS: Final = SUITS * (SUITS - 1) // 2
TRIPLE: Final = 3


@njit(nogil=True, cache=True)
def play_hands(some: OwnClasses, masks: Array, seen: int, dealers: Dealers, plays: Array) -> Array:
    """[hand, play, sum]: of hands with these ranks in each suit."""
    sums = np.zeros((len(masks), len(plays), SUMS), np.int64)
    cards, slots = np.zeros(JOKER + 1, np.int64), np.zeros(SUITS, np.int64)
    for at in range(len(masks)):
        own = Own(some.ranks[at], some.joker[at], some.settings[some.first[at] : some.first[at + 1]])
        regions = regions_of(own.settings, dealers)
        changes = list_changes(dealers, regions)
        columns = 2 * len(own.settings) * (1 + plays[:, 0].max())
        pairs = PAIRS_OF_SUITS if len(dealers.doubles) and dealers.joker[0] > own.joker else 0
        counted = new_counted(seen, columns, SUITS, len(dealers.beside), pairs)
        count_ranks_of(own, seen, dealers, regions, counted)
        for suit in range(SUITS):
            slots[suit] = slot_of(own, masks[at, suit], seen, dealers, regions, changes, counted)
        if pairs:
            _count_twice(masks[at], seen, dealers, regions, counted)
        many = unseen_cards(masks[at], own.joker, dealers, cards)
        decide_hand(slots, cards[:many], seen, len(own.settings), counted, plays, 1, sums[at])
    return sums


@njit(nogil=True, cache=True)
def _count_twice(masks: Array, seen: int, dealers: Dealers, regions: Regions, counted: Counted) -> None:
    """Two suits with a flush beside the joker: so far each was counted as if the other suit had none."""
    ones = np.ones(KINDS[seen], np.int64)
    pair = 0
    for suit in range(SUITS):
        for too in range(suit + 1, SUITS):
            counts = np.zeros((KINDS[seen], regions.many), np.int64)
            _pair_suits(masks[suit], masks[too], seen, dealers, regions, counts)
            settle(counts, ones, regions, counted.twice[pair])
            pair += 1


@njit(nogil=True, cache=True)
def _pair_suits(mine: Any, theirs: Any, seen: int, dealers: Dealers, regions: Regions, into: Array) -> None:
    """into [what is seen, region]: the first suit is that of the flush, the second the one beside it."""
    first, second = np.zeros(TRIPLE, np.int64), np.zeros(TRIPLE, np.int64)
    ways = np.array([1, -1, -1, 1])
    where = np.zeros(4, np.int64)
    for at in range(len(dealers.doubles)):
        if dealers.masks[at] & mine:
            continue
        _list_ranks(dealers.masks[at], first)
        for other in range(len(dealers.doubles)):
            if dealers.masks[other] & theirs:
                continue
            flush = dealers.first[at] + dealers.as_beside[other] - dealers.beside_from[at]
            turned = dealers.first[other] + dealers.as_beside[at] - dealers.beside_from[other]
            where[0] = region_of(dealers.doubles[at, other], dealers, regions)
            where[1], where[2] = region_of(flush, dealers, regions), region_of(turned, dealers, regions)
            where[3] = regions.of[dealers.plain[flush]]
            if (where[0] == where[1] and where[2] == where[3]) or (where[0] == where[2] and where[1] == where[3]):
                continue
            _list_ranks(dealers.masks[other], second)
            for which in range(4):
                _add_seen(seen, first, second, where[which], ways[which], into)


@njit(nogil=True, cache=True)
def _add_seen(seen: int, first: Array, second: Array, region: Any, ways: Any, into: Array) -> None:
    """Three cards of each suit and the joker, for all that can be seen of them."""
    if seen == 0:
        into[0, region] += ways
    elif seen == 1:
        into[JOKER_SEEN, region] += ways
        for rank in range(TRIPLE):
            into[first[rank], region] += ways
            into[OUTSIDE + second[rank], region] += ways
    else:
        for one in range(TRIPLE):
            into[SUITED_JOKER + first[one], region] += ways
            into[OUTSIDE_JOKER + second[one], region] += ways
            for other in range(TRIPLE):
                into[MIXED + first[one] * RANKS + second[other], region] += ways
                if one < other:
                    into[first[one] * RANKS + first[other], region] += ways
                    into[BOTH_OUTSIDE + second[one] * RANKS + second[other], region] += ways


@njit(nogil=True, cache=True)
def _list_ranks(mask: Any, ranks: Array) -> None:
    found = 0
    for rank in range(RANKS):
        if mask >> rank & 1:
            ranks[found] = rank
            found += 1
