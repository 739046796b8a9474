"""The kernel where all of the dealer's cards are known: a whole board then says how the round ends, whatever was bet.

Every board is of a kind, one for each way in which the paths to the end can come out together, and there are few. So
nothing is added up board by board: the boards of each kind are counted for every smaller board within them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .cells import cell_of
from .kernel import BOARD, LINE_BITS, NUMBERS, value_of


@njit(nogil=True, cache=True)
def count_kinds(
    hand: Array, deck: Array, keys: Array, rows: Array, values: Array, suited: Array, flushes: Array, floors: Array,
    kind_of: Array, parts: Array, binomials: Array, into: Array,
) -> None:  # fmt: skip
    """Count the boards of every kind for the smaller boards within them; boards that differ in one card in a run.

    hand     own two cards, then the dealer's two
    deck     the cards left
    kind_of  [player's line, cell]
    into     [smaller board, kind]  in and out
    """
    left, all_kinds = len(deck), into.shape[1]
    counts = into.reshape(-1)
    places, run = np.empty(BOARD, np.int64), np.empty(left, np.uint64)
    deck_keys, bits = np.empty(left, np.uint32), np.empty(left, np.int64)
    for x in range(left):
        deck_keys[x], bits[x] = keys[deck[x]], 1 << deck[x]
    own_key, own_mask = keys[hand[0]] + keys[hand[1]], (1 << np.int64(hand[0])) | (1 << np.int64(hand[1]))
    their_key, their_mask = keys[hand[2]] + keys[hand[3]], (1 << np.int64(hand[2])) | (1 << np.int64(hand[3]))
    for e in range(4, left):
        places[4] = e
        for d in range(3, e):
            places[3] = d
            for c in range(2, d):
                places[2] = c
                for b in range(1, c):
                    places[1] = b
                    key, mask = deck_keys[c] + deck_keys[d] + deck_keys[e], bits[c] | bits[d] | bits[e]
                    for a in range(b):
                        all_keys, cards = key + deck_keys[b] + deck_keys[a], mask | bits[b] | bits[a]
                        mine = value_of(all_keys + own_key, cards | own_mask, rows, values, suited, flushes)
                        theirs = value_of(all_keys + their_key, cards | their_mask, rows, values, suited, flushes)
                        run[a] = kind_of[mine >> LINE_BITS, cell_of(mine, theirs, floors)]
                    for part in range(len(parts)):
                        moves = 1 if parts.shape[1] and parts[part, 0] == 0 else 0
                        first = 0
                        for at in range(moves, parts.shape[1]):
                            first += binomials[places[parts[part, at]], at + 1]
                        begin, step = np.uint64(first * all_kinds), np.uint64(moves * all_kinds)
                        for a in range(b):
                            counts[begin + run[a]] += 1
                            begin += step


@njit(nogil=True, cache=True)
def add_kinds(counted: Array, kinds: Array, into: Array) -> None:
    """[smaller board, kept column, number]: what the kinds of its boards come to.

    counted  [smaller board, kind]
    kinds    [kind, kept column, number]
    """
    for here in range(len(counted)):
        for kind in range(len(kinds)):
            many: Any = np.int64(counted[here, kind])
            if many:
                for k in range(kinds.shape[1]):
                    for n in range(NUMBERS):
                        into[here, k, n] += many * kinds[kind, k, n]
