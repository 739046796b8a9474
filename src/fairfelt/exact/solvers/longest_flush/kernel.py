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
def _sets_below(free: int, ranks: int) -> int:
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
def _hands_below(f0: int, f1: int, f2: int, f3: int, ranks: int, ways: Array, pattern: int) -> int:
    """Draws from the free ranks of the four suits whose longest flush is below the given ranks."""
    k = SIZE[ranks]
    w0, w1, w2, w3 = _sets_below(f0, ranks), _sets_below(f1, ranks), _sets_below(f2, ranks), _sets_below(f3, ranks)
    total = 0
    for full in range(1 << SUITS):
        drawn = ways[pattern, k, full]
        if drawn:
            drawn *= w0 if full & 1 else 1
            drawn *= w1 if full & 2 else 1
            drawn *= w2 if full & 4 else 1
            drawn *= w3 if full & 8 else 1
            total += drawn
    return total


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
    keys: Array, weights: Array, deck: Array, ways: Array, patterns: Array, kind_of_mask: Array,
    values: Array, lines: Array, allowed: Array, places: Array, rows: Array, cuts: Array, following: int,
    nets: Array, extras: Array, kinds: Array, found: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for each class.

    keys, weights             [class]                  what the player holds, as in `SuitClasses`, and how many such
    deck                      [suit]                   ranks of the deck
    ways                      [pattern, K, suits]      see `solver._ways`
    patterns                  [numbers of cards]       the pattern
    kind_of_mask              [set of ranks]           the kind that a suit with these cards makes
    values, lines, allowed    [kind]                   its value and line, and how many choices it has
    places, rows, cuts        by the player's kind     where the dealer's kinds settle otherwise, and how
    kinds                     [class]                  out: the kind of the player's hand
    """
    below = np.zeros(places.shape[1], np.int64)
    for i in range(len(keys)):
        key = np.int64(keys[i])
        m0, m1, m2, m3 = key & RANKS, key >> 13 & RANKS, key >> 26 & RANKS, key >> 39
        f0, f1, f2, f3 = deck[0] & ~m0, deck[1] & ~m1, deck[2] & ~m2, deck[3] & ~m3
        mine = max(kind_of_mask[m0], kind_of_mask[m1], kind_of_mask[m2], kind_of_mask[m3])
        pattern = patterns[_numbers(key)]
        for cut in range(cuts[mine]):
            below[cut] = _hands_below(f0, f1, f2, f3, values[places[mine, cut]] & RANKS, ways, pattern)
        kinds[i] = mine
        best[i] = settle_cuts(
            below, rows[mine], cuts[mine], following, nets, extras, lines[mine], weights[i], found[i], totals,
            allowed[mine],
        )  # fmt: skip
