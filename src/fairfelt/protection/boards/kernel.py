"""The kernel: one class of hands with the dealer's cards that are seen, beside every board.

A column stands for a path to the end, or for a state at a street with best play from there on; it has three numbers,
the result, its square and the hits, summed over all that can follow. Boards are dealt once; their columns are added to
each smaller board within them that is a decision's, and so on back to the first decision. Smaller boards are numbered
by the places of their cards among those that are left, which are added up as binomials.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .cells import cell_of

BOARD = 5
NUMBERS = 3
RANKS = 13
SUIT_MASK, SUIT_SUMS, COLUMN_SHIFT, COLUMN_MASK, ROW_SHIFT, ROW_MASK = 8191, 511, 9, 2047, 20, 4095
LINE_BITS = 20


@njit(nogil=True, cache=True)
def _by_ranks(key: Any, rows: Array, values: Array) -> Any:
    """Where no five are of one suit."""
    return values[(key >> COLUMN_SHIFT & COLUMN_MASK) + rows[key >> ROW_SHIFT & ROW_MASK]]


@njit(nogil=True, cache=True)
def value_of(key: Any, mask: Any, rows: Array, values: Array, suited: Array, flushes: Array) -> Any:
    """Of seven cards, by the sum of their keys and the set of them."""
    if suited[key & SUIT_SUMS]:
        best = 0
        for suit in range(4):
            best = max(best, flushes[mask >> 13 * suit & SUIT_MASK])
        return best
    return _by_ranks(key, rows, values)


@njit(nogil=True, cache=True)
def decide(columns: Array, street: Array) -> int:
    """Each state takes its best choice, of equal ones the last; the choice of the first state."""
    first = 0
    for state in range(len(street)):
        own = street[state, 0]
        if own < 0:
            break
        best = street[state, 1]
        for choice in range(1, street.shape[1]):
            target = street[state, choice]
            if target >= 0 and columns[target, 0] >= columns[best, 0]:
                best = target
                if state == 0:
                    first = choice - 1
        for number in range(NUMBERS):
            columns[own, number] = columns[best, number]
    return first


@njit(nogil=True, cache=True)
def decide_all(columns: Array, late: Array) -> None:
    """[board, column, number]: the decisions with the whole board in sight, the last first."""
    for board in range(len(columns)):
        for street in range(len(late)):
            decide(columns[board], late[street])


@njit(nogil=True, cache=True)
def _number(places: Array, part: Array, binomials: Array) -> int:
    """Of a part of some cards, given by their places in ascending order."""
    number = 0
    for at in range(len(part)):
        number += binomials[places[part[at]], at + 1]
    return number


@njit(nogil=True, cache=True)
def _flush_of_dealers(board_suits: Any, their_suits: Any, unseen: int) -> bool:
    """Whether five cards of a suit can come together in the dealer's hand."""
    for suit in range(4):
        on_board = board_suits >> 4 * suit & 15
        if on_board >= 3 and on_board + (their_suits >> 4 * suit & 15) + unseen >= 5:
            return True
    return False


@njit(nogil=True, cache=True)
def deal_boards(
    hand: Array, deck: Array, keys: Array, rows: Array, values: Array, suited: Array, flushes: Array, floors: Array,
    settled: Array, late: Array, need: Array, parts: Array, binomials: Array, columns: Array, into: Array,
) -> None:  # fmt: skip
    """Add the columns of every whole board to the smaller boards within it.

    hand     own two cards, then the dealer's that are seen
    deck     the cards left
    settled  [player's line, cell, path, number]; a cell is a band of the dealer's hands and a comparison
    late     [street, state, own column and targets]: decisions with the whole board in sight, the last first
    need     the columns that are kept
    into     [smaller board, kept column, number]  in and out
    """
    left, bands, paths, unseen = len(deck), len(floors), settled.shape[2], 4 - len(hand)
    places, taken, hist = np.empty(BOARD, np.int64), np.zeros(left, np.bool_), np.zeros(3 * bands, np.int64)
    kept = np.empty((len(need), NUMBERS), np.int64)
    own_key, own_mask = keys[hand[0]] + keys[hand[1]], (1 << np.int64(hand[0])) | (1 << np.int64(hand[1]))
    their_key, their_mask, their_suits = np.uint32(0), np.int64(0), np.int64(0)
    for at in range(2, len(hand)):
        their_key += keys[hand[at]]
        their_mask |= 1 << np.int64(hand[at])
        their_suits += 1 << 4 * (np.int64(hand[at]) // RANKS)
    of_rank, left_of_rank = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    for x in range(left):
        of_rank[deck[x] % RANKS] += 1
    rank_keys = np.empty(RANKS, np.uint32)
    for rank in range(RANKS):
        rank_keys[rank] = keys[rank] & ~np.uint32(SUIT_SUMS)
    for i in range(BOARD):
        places[i] = i
        taken[i] = True
    while True:
        board_key, board_mask, board_suits = np.uint32(0), np.int64(0), np.int64(0)
        for i in range(BOARD):
            card = deck[places[i]]
            board_key += keys[card]
            board_mask |= 1 << card
            board_suits += 1 << 4 * (card // RANKS)
        mine = value_of(board_key + own_key, board_mask | own_mask, rows, values, suited, flushes)
        line = mine >> LINE_BITS
        hist[:] = 0
        if unseen == 0:
            theirs = value_of(board_key + their_key, board_mask | their_mask, rows, values, suited, flushes)
            hist[cell_of(mine, theirs, floors)] = 1
        elif _flush_of_dealers(board_suits, their_suits, unseen):
            for x in range(left):
                if not taken[x]:
                    card = deck[x]
                    key, mask = board_key + their_key + keys[card], board_mask | their_mask | 1 << card
                    hist[cell_of(mine, value_of(key, mask, rows, values, suited, flushes), floors)] += 1
        else:
            for rank in range(RANKS):
                left_of_rank[rank] = of_rank[rank]
            for i in range(BOARD):
                left_of_rank[deck[places[i]] % RANKS] -= 1
            base = board_key + their_key
            for rank in range(RANKS):
                if left_of_rank[rank]:
                    hist[cell_of(mine, _by_ranks(base + rank_keys[rank], rows, values), floors)] += left_of_rank[rank]
        for path in range(paths):
            for number in range(NUMBERS):
                columns[path, number] = 0
        for cell in range(3 * bands):
            if hist[cell]:
                many, pays = hist[cell], settled[line, cell]
                for path in range(paths):
                    for number in range(NUMBERS):
                        columns[path, number] += many * pays[path, number]
        for street in range(len(late)):
            decide(columns, late[street])
        for k in range(len(need)):
            for n in range(NUMBERS):
                kept[k, n] = columns[need[k], n]
        for part in range(len(parts)):
            row = into[_number(places, parts[part], binomials)]
            for k in range(len(need)):
                for n in range(NUMBERS):
                    row[k, n] += kept[k, n]
        at = 0
        while at < BOARD - 1 and places[at] + 1 == places[at + 1]:
            taken[places[at]] = False
            at += 1
        taken[places[at]] = False
        places[at] += 1
        if places[at] == left:
            return
        for i in range(at):
            places[i] = i
        for i in range(at + 1):
            taken[places[i]] = True


@njit(nogil=True, cache=True)
def decide_boards(
    given: Array, given_need: Array, left: int, size: int, street: Array, need: Array, parts: Array, binomials: Array,
    columns: Array, into: Array, chosen: Array,
) -> None:  # fmt: skip
    """Decide at every board of a size, and add its columns to the smaller boards within it; the choices are counted."""
    places = np.arange(size)
    for here in range(len(given)):
        for k in range(len(given_need)):
            for n in range(NUMBERS):
                columns[given_need[k], n] = given[here, k, n]
        chosen[decide(columns, street)] += 1
        for part in range(len(parts)):
            number = _number(places, parts[part], binomials)
            for k in range(len(need)):
                for n in range(NUMBERS):
                    into[number, k, n] += columns[need[k], n]
        at = 0
        while at < size - 1 and places[at] + 1 == places[at + 1]:
            at += 1
        if size:
            places[at] += 1
            for i in range(at):
                places[i] = i
