"""The kernel behind `longest_flush`: a flush of K cards below another, as integers are.

The dealer's longest flush is below K cards of the ranks R if no suit holds more than K cards, and each that holds
exactly K holds a set below R. How the other suits are drawn depends on the numbers of cards alone (`ways`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts

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
def _sets_below(free: Any, ranks: Any) -> Any:
    """Sets of as many of the free ranks that are below the given ones: they agree down to some rank and miss that."""
    count, need = 0, SIZE[ranks]
    while ranks:
        top = TOP[ranks]
        count += CHOOSE[SIZE[free & (top - 1)], need]
        if not free & top:
            break
        need -= 1
        ranks ^= top
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
def decide_classes(
    keys: Array, weights: Array, deck: int, ways: Array, patterns: Array, kind_of_mask: Array, numbers: Array,
    sets_below: Array, values: Array, lines: Array, allowed: Array, places: Array, rows: Array, cuts: Array,
    following: int, nets: Array, extras: Array, kinds: Array, found: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for each class.

    keys, weights             [class]                  what the player holds, as in `SuitClasses`, and how many such
    deck                      ranks of the deck
    ways                      [pattern, K, suits]      see `solver._ways`
    patterns                  [numbers of cards]       the pattern
    kind_of_mask              [set of ranks]           the kind that a suit with these cards makes
    numbers                   [suit, set of ranks]     where `sets_below` has it, for all suits but the fullest
    values, lines, allowed    [kind]                   its value and line, and how many choices it has
    places, rows, cuts        by the player's kind     where the dealer's kinds settle otherwise, and how
    kinds                     [class]                  out: the kind of the player's hand
    """
    below = np.zeros(places.shape[1], np.int64)
    for i in range(len(keys)):
        key = np.int64(keys[i])
        m0, m1, m2, m3 = key & RANKS, key >> 13 & RANKS, key >> 26 & RANKS, key >> 39
        n1, n2, n3 = numbers[0, m1], numbers[1, m2], numbers[2, m3]
        mine = max(kind_of_mask[m0], kind_of_mask[m1], kind_of_mask[m2], kind_of_mask[m3])
        pattern = patterns[_numbers(key)]
        for cut in range(cuts[mine]):
            place = places[mine, cut]
            ranks = values[place] & RANKS
            below[cut] = _hands_below(
                _sets_below(deck & ~m0, ranks), np.int64(sets_below[n1, place]), np.int64(sets_below[n2, place]),
                np.int64(sets_below[n3, place]), ways[pattern, SIZE[ranks]],
            )  # fmt: skip
        kinds[i] = mine
        best[i] = settle_cuts(
            below, rows[mine], cuts[mine], following, nets, extras, lines[mine], weights[i], found[i], totals,
            allowed[mine],
        )  # fmt: skip
