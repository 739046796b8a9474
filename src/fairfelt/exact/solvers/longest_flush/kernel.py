"""The kernel behind `longest_flush`: a flush of K cards below another, as integers are.

The dealer's longest flush is below K cards of the ranks R if no suit holds more than K cards, and each that holds
exactly K holds a set below R. How the other suits are drawn depends on the numbers of cards alone (`ways`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, ShowdownTables

SUITS = 4
RANKS = (1 << 13) - 1
CHOOSE = np.zeros((14, 14), np.int64)
for _n in range(14):
    CHOOSE[_n, 0] = 1
    for _k in range(1, _n + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]
SIZE = np.bitwise_count(np.arange(1 << 13)).astype(np.int64)
TOP = np.array([1 << max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], np.int64)


@njit(nogil=True, cache=True)
def sets_below(free: Any, ranks: Any, cards: Any) -> Any:
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
def count_sets_below(masks: Array, deck: int, kinds: Array, below: Array) -> None:
    """By the mask of a suit's cards that are gone and the kind: sets of as many of the others below it.

    deck   ranks of the suit
    kinds  [kind]        the ranks of each, fewer cards first, and of as many the lower ones first
    below  [mask, kind]  out
    """
    found = np.zeros(14, np.int64)
    for i in range(len(masks)):
        free = deck & ~masks[i]
        found[:] = 0
        for kind in range(len(kinds)):
            size = SIZE[kinds[kind]]
            below[i, kind] = found[size]
            found[size] += (kinds[kind] & ~free) == 0


@njit(nogil=True, cache=True, inline="always")
def _hands_below(w0: Any, w1: Any, w2: Any, w3: Any, ways: Array) -> int:
    """Draws whose longest flush is below another, by the sets below it of each suit. ways: [suits that are full]."""
    neither = ways[0] + ways[1] * w0 + w1 * (ways[2] + ways[3] * w0)
    third = ways[4] + ways[5] * w0 + w1 * (ways[6] + ways[7] * w0)
    fourth = ways[8] + ways[9] * w0 + w1 * (ways[10] + ways[11] * w0)
    both = ways[12] + ways[13] * w0 + w1 * (ways[14] + ways[15] * w0)
    return int(neither + w2 * third + w3 * (fourth + w2 * both))


@njit(nogil=True, cache=True, inline="always")
def _numbers(key: Any) -> Any:
    """How many cards each suit of a key has, four bits a suit."""
    return SIZE[key & RANKS] | SIZE[key >> 13 & RANKS] << 4 | SIZE[key >> 26 & RANKS] << 8 | SIZE[key >> 39] << 12


@njit(nogil=True, cache=True)
def mark_patterns(keys: Array, there: Array) -> None:
    """Say which numbers of cards there are."""
    for i in range(len(keys)):
        there[_numbers(np.int64(keys[i]))] = True


@njit(nogil=True, cache=True)
def count_classes(
    tables: ShowdownTables, keys: Array, deck: int, ways: Array, patterns: Array, kind_of_mask: Array, numbers: Array,
    sets: Array, masks: Array, kinds: Array, below: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut, for each class of own hands.

    keys          [class]               what the player holds, as in `SuitClasses`
    deck          ranks of the deck
    ways          [pattern, K, suits]   see `solver._ways`
    patterns      [numbers of cards]    the pattern
    kind_of_mask  [set of ranks]        the kind that a suit with these cards makes
    numbers       [suit, set of ranks]  where `sets` has it, for all suits but the fullest
    sets          [set of ranks, kind]  see `count_sets_below`
    masks         [kind]                the ranks of its flush
    kinds         [class]               out: the kind of the player's hand
    below         [class, cut]          out
    """
    for i in range(len(keys)):
        key = np.int64(keys[i])
        m0, m1, m2, m3 = key & RANKS, key >> 13 & RANKS, key >> 26 & RANKS, key >> 39
        n1, n2, n3 = numbers[0, m1], numbers[1, m2], numbers[2, m3]
        mine = max(kind_of_mask[m0], kind_of_mask[m1], kind_of_mask[m2], kind_of_mask[m3])
        pattern = patterns[_numbers(key)]
        for cut in range(tables.cuts[mine]):
            place = tables.places[mine, cut]
            ranks = masks[place]
            below[i, cut] = _hands_below(
                sets_below(deck & ~m0, ranks, 0), np.int64(sets[n1, place]), np.int64(sets[n2, place]),
                np.int64(sets[n3, place]), ways[pattern, SIZE[ranks]],
            )  # fmt: skip
        kinds[i] = mine
