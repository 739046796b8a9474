"""The kernel behind `boards`: a board, and all pairs beside it from the worst to the best.

Pairs of the dealer's are added up as they come, by the ranks that they hold: all of them, and those with each card. So
the pairs below one of the player's that hold neither of its cards are three rows of numbers, whatever they are.
"""

from __future__ import annotations

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.runtime.compute.jit import njit
from tools.exposed_boards import LINE_BITS, value_of
from tools.street_backs.sorting import order_of

RANKS = 13
NUMBER_BITS = 11
"""Of the number of a pair beside a board."""


@njit(nogil=True, cache=True)
def _add(one: int, other: int, ranks: Array, every: Array, by_card: Array) -> None:
    """One more pair."""
    first, second = ranks[one], ranks[other]
    every[first] += 1
    every[second] += 1
    by_card[one, first] += 1
    by_card[one, second] += 1
    by_card[other, first] += 1
    by_card[other, second] += 1


@njit(nogil=True, cache=True)
def _take(one: int, other: int, ranks: Array, every: Array, by_card: Array, itself: bool, at: int, into: Array) -> None:
    """[row, rank]: the pairs so far that hold neither card, by the ranks of both their cards."""
    for rank in range(RANKS):
        into[at, rank] = every[rank] - by_card[one, rank] - by_card[other, rank]
    if itself:
        into[at, ranks[one]] += 1
        into[at, ranks[other]] += 1


@njit(nogil=True, cache=True)
def _settle(upto: Array, high: int, low: int, pays: Array, cell: int, into: Array, pair: int) -> None:
    """Add the numbers of one cell, which holds the pairs up to one row and not up to another.

    upto  [row, rank]
    pays  [cell, choice, number]
    into  [pair, choice, number, rank]
    """
    for choice in range(pays.shape[1]):
        for number in range(pays.shape[2]):
            pay = pays[cell, choice, number]
            if pay:
                for rank in range(RANKS):
                    into[pair, choice, number, rank] += (upto[high, rank] - upto[low, rank]) * pay


@njit(nogil=True, cache=True)
def count_board(
    board: Array, deck: Array, keys: Array, rows: Array, values: Array, suited: Array, flushes: Array, floors: Array,
    settled: Array, into: Array,
) -> None:  # fmt: skip
    """Every pair of the player's beside a board, against all pairs of the dealer's.

    deck     the other cards
    floors   [band]                                 the least value of the dealer's
    settled  [player's line, cell, choice, number]  a cell is a band and a comparison
    into     [pair, choice, number, rank]           out; the pair of places i < j has the number j(j - 1)/2 + i
    """
    left, bands = len(deck), len(floors)
    pairs = left * (left - 1) // 2
    order, places = np.empty(pairs, np.int64), np.empty((pairs, 2), np.int64)
    ranks = np.empty(left, np.int64)
    for at in range(left):
        ranks[at] = deck[at] % RANKS
    every, by_card = np.zeros(RANKS, np.int64), np.zeros((left, RANKS), np.int64)
    floor_every, floor_by_card = np.zeros((bands + 1, RANKS), np.int64), np.zeros((bands + 1, left, RANKS), np.int64)
    lower, upto = np.empty((pairs, RANKS), np.int64), np.zeros((bands + 3, RANKS), np.int64)
    below, through = bands + 1, bands + 2
    board_key, board_mask = np.uint32(0), np.int64(0)
    for card in board:
        board_key += keys[card]
        board_mask |= 1 << np.int64(card)
    many = 0
    for j in range(1, left):
        for i in range(j):
            key, mask = keys[deck[i]] + keys[deck[j]], 1 << np.int64(deck[i]) | 1 << np.int64(deck[j])
            value = value_of(board_key + key, board_mask | mask, rows, values, suited, flushes)
            order[many] = np.int64(value) << NUMBER_BITS | many
            places[many, 0], places[many, 1] = i, j
            many += 1
    order = order[order_of(order)]
    into[:] = 0
    band = 0
    for at in range(pairs + 1):
        while band <= bands and (at == pairs or (band < bands and order[at] >> NUMBER_BITS >= floors[band])):
            floor_every[band], floor_by_card[band] = every, by_card
            band += 1
        if at < pairs:
            here = order[at] & (1 << NUMBER_BITS) - 1
            _add(places[here, 0], places[here, 1], ranks, every, by_card)
    every[:], by_card[:], band, first = 0, 0, 0, 0
    while first < pairs:
        value, last = order[first] >> NUMBER_BITS, first
        while band + 1 < bands and value >= floors[band + 1]:
            band += 1
        while last < pairs and order[last] >> NUMBER_BITS == value:
            here = order[last] & (1 << NUMBER_BITS) - 1
            _take(places[here, 0], places[here, 1], ranks, every, by_card, False, last, lower)
            last += 1
        for at in range(first, last):
            here = order[at] & (1 << NUMBER_BITS) - 1
            _add(places[here, 0], places[here, 1], ranks, every, by_card)
        pays = settled[value >> LINE_BITS]
        for at in range(first, last):
            pair = order[at] & (1 << NUMBER_BITS) - 1
            i, j = places[pair, 0], places[pair, 1]
            for dealers in range(1, bands + 1):
                _take(i, j, ranks, floor_every[dealers], floor_by_card[dealers], dealers > band, dealers, upto)
            for rank in range(RANKS):
                upto[below, rank] = lower[at, rank]
            _take(i, j, ranks, every, by_card, True, through, upto)
            for dealers in range(bands):
                if dealers != band:
                    cell = 3 * dealers + (2 if dealers < band else 0)
                    _settle(upto, dealers + 1, dealers, pays, cell, into, pair)
            _settle(upto, below, band, pays, 3 * band + 2, into, pair)
            _settle(upto, through, below, pays, 3 * band + 1, into, pair)
            _settle(upto, band + 1, through, pays, 3 * band, into, pair)
        first = last


@njit(nogil=True, cache=True)
def other_cards(board: Array, faces: Array, deck: Array) -> None:
    """The cards of the deck beside a board."""
    size = 0
    for face in faces:
        held = False
        for card in board:
            held = held or card == face
        if not held:
            deck[size] = face
            size += 1


@njit(nogil=True, cache=True)
def add_to_flops(
    board: Array, weight: int, deck: Array, binomials: Array, classes: Array, turned: Array, places: Array,
    found: Array, table: Array,
) -> None:  # fmt: skip
    """Add what a board is worth to the flops within it.

    found  [pair beside the board, number]
    table  [class of flops, pair beside the flop, number]  in and out
    """
    left = len(deck)
    at = np.empty(left, np.int64)
    for c in range(2, len(board)):
        for b in range(1, c):
            for a in range(b):
                flop = binomials[board[a], 1] + binomials[board[b], 2] + binomials[board[c], 3]
                into = table[classes[flop]]
                for x in range(left):
                    at[x] = places[classes[flop], turned[flop, deck[x]]]
                for j in range(1, left):
                    for i in range(j):
                        low, high = min(at[i], at[j]), max(at[i], at[j])
                        mine, pair = high * (high - 1) // 2 + low, j * (j - 1) // 2 + i
                        for number in range(table.shape[2]):
                            into[mine, number] += weight * found[pair, number]
