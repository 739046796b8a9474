"""Own hands of one class, up to an exchange of suits: each set as is best, for all that can be seen of the dealer's."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .dealers import RANKS, Dealers
from .decide import JOKER, SUMS, count_ranks_of, decide_hand, new_counted, slot_of, unseen_cards
from .kernel import SUITS, Own, list_changes, regions_of


class OwnClasses(NamedTuple):
    """Classes of own hands."""

    ranks: Array
    """[class, rank]: how many cards."""
    joker: Array
    flush: Array
    """[class]: the ranks of the suit that has a flush, as bits; none where there is no flush."""
    house: Array
    """[class, hand]: how many of the dealer's values the house way beats."""
    first: Array
    settings: Array
    """From `first[class]` on, those that no other beats everywhere. Last comes one to compare the best with: the house
    way's, or a better one that goes by the own class as well."""


@njit(nogil=True, cache=True)
def _arrangements(masks: Array, first: int) -> int:
    """In how many ways these sets of ranks, in descending order from the first on, can be given to as many suits."""
    ways = run = 1
    for suit in range(first + 1, SUITS):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways = ways * (suit - first + 1) // run
    return ways


@njit(nogil=True, cache=True)
def play_class(own: Own, flush: Any, least: int, seen: int, dealers: Dealers, plays: Array, sums: Array) -> None:
    """All hands of a class: with a flush of these ranks in one suit, or with none at all.

    least   so many cards of a suit are a flush, the joker counted in
    """
    regions = regions_of(own.settings, dealers)
    changes = list_changes(dealers, regions)
    columns = 2 * len(own.settings) * (1 + plays[:, 0].max())
    rest = own.ranks - (flush >> np.arange(RANKS) & 1)
    ranks = np.flatnonzero(rest)
    counted = new_counted(seen, columns, (1 << len(ranks)) + 1, len(dealers.beside), 0)
    count_ranks_of(own, seen, dealers, regions, counted)
    first = 1 if flush else 0
    masks, slots = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    masks[0] = flush
    cards = np.zeros(JOKER + 1, np.int64)
    at, level = np.zeros(len(ranks) + 1, np.int64), 0
    while level >= 0:
        if level == len(ranks):
            if _is_canonical(masks, first, own.joker, least):
                for suit in range(SUITS):
                    slots[suit] = slot_of(own, masks[suit], seen, dealers, regions, changes, counted)
                many = unseen_cards(masks, own.joker, dealers, cards)
                weight = _arrangements(masks, first) * (SUITS if flush else 1)
                decide_hand(slots, cards[:many], seen, len(own.settings), counted, plays, weight, sums)
            level -= 1
            continue
        subset = at[level] + 1
        while subset < 1 << SUITS and (size_of(subset) != rest[ranks[level]] or (flush and subset & 1)):
            subset += 1
        if subset == 1 << SUITS:
            at[level] = 0
            level -= 1
            continue
        at[level] = subset
        for suit in range(first, SUITS):
            masks[suit] = masks[suit] & ~(1 << ranks[level]) | (subset >> suit & 1) << ranks[level]
        level += 1


@njit(nogil=True, cache=True)
def size_of(bits: Any) -> int:
    """How many bits are set."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(nogil=True, cache=True)
def _is_canonical(masks: Array, first: int, joker: int, least: int) -> bool:
    """Whether the suits are in order, and none from the first on has a flush."""
    for suit in range(first, SUITS):
        if suit > first and masks[suit] > masks[suit - 1]:
            return False
        if size_of(masks[suit]) + joker >= least:
            return False
    return True


@njit(nogil=True, cache=True)
def play_classes(some: OwnClasses, least: int, seen: int, dealers: Dealers, plays: Array) -> Array:
    """[play, sum]: of some classes."""
    sums = np.zeros((len(plays), SUMS), np.int64)
    for at in range(len(some.joker)):
        own = Own(some.ranks[at], some.joker[at], some.settings[some.first[at] : some.first[at + 1]])
        play_class(own, some.flush[at], least, seen, dealers, plays, sums)
    return sums
