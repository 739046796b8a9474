"""The kernel: one hand with the cards that partners hold, beside every board of the cards left.

The dealer's hands are counted by their ranks once for each set of five ranks on the board; a board with three cards or
more of one suit is corrected for the flushes. Cards stand in the order of their ranks, and boards are numbered by the
places of their cards, which are added up as binomials.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.runtime.compute.jit import njit
from tools.exposed_boards import (
    BOARD,
    COLUMN_MASK,
    COLUMN_SHIFT,
    LINE_BITS,
    RANKS,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_SUMS,
    cell_of,
)

FLUSH_FROM = 3
"""Cards of a suit on the board with which somebody may have a flush."""
RANK_PAIRS = RANKS * (RANKS + 1) // 2


@njit(nogil=True, cache=True)
def _by_ranks(key: Any, rows: Array, values: Array) -> Any:
    """Where no five are of one suit."""
    return values[(key >> COLUMN_SHIFT & COLUMN_MASK) + rows[key >> ROW_SHIFT & ROW_MASK]]


@njit(nogil=True, cache=True)
def _count_ranks(
    board_key: Any, counts: Array, keys: Array, rows: Array, values: Array, mine: Any, floors: Array, cells: Array,
    hist: Array,
) -> None:  # fmt: skip
    """Count the dealer's two cards by their ranks, whatever their suits; the cell of each two ranks is kept."""
    pair = 0
    for a in range(RANKS):
        key = board_key + (keys[a] & ~np.uint32(SUIT_SUMS))
        for b in range(a + 1):
            many = counts[a] * (counts[a] - 1) // 2 if a == b else counts[a] * counts[b]
            if many > 0:
                theirs = _by_ranks(key + (keys[b] & ~np.uint32(SUIT_SUMS)), rows, values)
                cells[pair] = cell_of(mine, theirs, floors)
                hist[cells[pair]] += many
            pair += 1


@njit(nogil=True, cache=True)
def count_dealers(
    hand: Array, deck: Array, places: Array, keys: Array, rows: Array, values: Array, flushes: Array, floors: Array,
    known: Any, by_ranks: Array, cells: Array, hist: Array,
) -> Any:  # fmt: skip
    """The cells of all that the dealer may hold beside a board; the player's value.

    hand, deck       [card, (number, rank, suit)]
    by_ranks, cells  as `_count_ranks` leaves them where no suit matters; in, or out where they are not known
    """
    board_key, suits = np.uint32(0), 0
    for i in range(BOARD):
        board_key += keys[deck[places[i], 0]]
        suits += 1 << 4 * deck[places[i], 2]
    mine = _by_ranks(board_key + keys[hand[0, 0]] + keys[hand[1, 0]], rows, values)
    if not known:
        counts = np.zeros(RANKS, np.int64)
        for x in range(len(deck)):
            counts[deck[x, 1]] += 1
        for i in range(BOARD):
            counts[deck[places[i], 1]] -= 1
        _count_ranks(board_key, counts, keys, rows, values, mine, floors, cells, by_ranks)
    suit, on_board = -1, 0
    for s in range(4):
        if suits >> 4 * s & 15 >= FLUSH_FROM:
            suit, on_board = s, suits >> 4 * s & 15
    if suit < 0:
        hist[:] = by_ranks
        return np.int64(mine)
    bits, own, own_suited, many, ranks = 0, 0, 0, 0, np.empty(RANKS, np.int64)
    for i in range(BOARD):
        if deck[places[i], 2] == suit:
            bits |= 1 << deck[places[i], 1]
    for i in range(len(hand)):
        if hand[i, 2] == suit:
            own |= 1 << hand[i, 1]
            own_suited += 1
    for x in range(len(deck)):
        if deck[x, 2] == suit and not bits >> deck[x, 1] & 1:
            ranks[many] = deck[x, 1]
            many += 1
    others = len(deck) - BOARD - many
    flushed = own_suited + on_board >= BOARD
    if on_board == FLUSH_FROM and not flushed:
        hist[:] = by_ranks
    else:
        hist[:] = 0
        mine = flushes[bits | own] if flushed else mine
        counts, unused = np.zeros(RANKS, np.int64), np.empty(RANK_PAIRS, np.uint8)
        for x in range(len(deck)):
            if on_board == FLUSH_FROM or deck[x, 2] != suit:
                counts[deck[x, 1]] += 1
        for i in range(BOARD):
            if on_board == FLUSH_FROM or deck[places[i], 2] != suit:
                counts[deck[places[i], 1]] -= 1
        if on_board < BOARD:
            _count_ranks(board_key, counts, keys, rows, values, mine, floors, unused, hist)
        else:
            hist[cell_of(mine, flushes[bits], floors)] += others * (others - 1) // 2
    for x in range(many):
        high, one = ranks[x], bits | 1 << ranks[x]
        if on_board > FLUSH_FROM:
            hist[cell_of(mine, flushes[one], floors)] += others
        for y in range(x):
            hist[cell_of(mine, flushes[one | 1 << ranks[y]], floors)] += 1
            if on_board == FLUSH_FROM and not flushed:
                hist[cells[high * (high + 1) // 2 + ranks[y]]] -= 1
            elif on_board == FLUSH_FROM:
                theirs = _by_ranks(board_key + keys[high] + keys[ranks[y]], rows, values)
                hist[cell_of(mine, theirs, floors)] -= 1
    return np.int64(mine)


@njit(nogil=True, cache=True)
def number_of(places: Array, size: int, binomials: Array) -> int:
    """Of a board, by the places of its cards in ascending order."""
    number = 0
    for at in range(size):
        number += binomials[places[at], at + 1]
    return number


@njit(nogil=True, cache=True)
def settle(line: Any, hist: Array, settled: Array, columns: Array) -> None:
    """The columns of the finished paths: [player's line, cell, path, number], of each cell so many."""
    versions = columns.shape[1] - 2
    columns[: settled.shape[2]] = 0
    for cell in range(len(hist)):
        many = hist[cell]
        if many:
            for path in range(settled.shape[2]):
                columns[path, 0] += many * settled[line, cell, path, 0]
                columns[path, versions] += many * settled[line, cell, path, 1]
                columns[path, versions + 1] += many * settled[line, cell, path, 2]
    for path in range(settled.shape[2]):
        for version in range(1, versions):
            columns[path, version] = columns[path, 0]


@njit(nogil=True, cache=True)
def decide(columns: Array, street: Array, at: int, plain: Array, making: bool) -> None:
    """Each state of a street takes its best choice, of equal ones the last, or what plain play does by its version.

    plain  [state]: plain play's choices; written where they are being made
    """
    versions = columns.shape[1] - 2
    for state in range(len(street)):
        own = street[state, 0]
        if own < 0:
            return
        best, chosen = street[state, 1], 0
        for choice in range(1, street.shape[1]):
            target = street[state, choice]
            if target >= 0 and columns[target, 0] >= columns[best, 0]:
                best, chosen = target, choice - 1
        if making:
            plain[state] = chosen
        usual = street[state, 1 + plain[state]]
        for number in range(columns.shape[1]):
            columns[own, number] = columns[usual if at < number < versions else best, number]


@njit(nogil=True, cache=True)
def _kind_of(deck: Array, places: Array, of_ranks: Any, sets: Any, binomials: Array) -> Any:
    """Boards of one kind come to the same: by their ranks, and where three are of a suit, by these; -1 for others."""
    suits = 0
    for i in range(BOARD):
        suits += 1 << 4 * deck[places[i], 2]
    if (suits + 0x5555) & 0x8888 == 0:
        return of_ranks
    for suit in range(4):
        if suits >> 4 * suit & 15 == FLUSH_FROM:
            inside, outside, met = 0, 0, 0
            for i in range(BOARD):
                rank = deck[places[i], 1]
                if deck[places[i], 2] == suit:
                    met += 1
                    inside += binomials[rank, met]
                else:
                    outside += binomials[rank + i - met, i - met + 1]
            triples = binomials[RANKS, FLUSH_FROM]
            return sets + (suit * triples + inside) * RANK_PAIRS + outside
    return -1


@njit(nogil=True, cache=True)
def deal_boards(
    hand: Array, deck: Array, all_places: Array, keys: Array, rows: Array, values: Array, flushes: Array, floors: Array,
    settled: Array, late: Array, late_at: Array, plain: Array, making: bool, slots: Array, parts: Array,
    binomials: Array, columns: Array, into: Array, totals: Array,
) -> None:  # fmt: skip
    """Add the columns of every whole board to the smaller boards within it.

    hand, deck  [card, (number, rank, suit)], the deck in the order of its ranks
    all_places  [place in the deck]: the place among all cards but the player's own, by which plain play is numbered
    late        [street, state, own column and targets]: decisions with the whole board in sight, the last first…
    late_at     …and their numbers
    plain       [late street, board, state]     in, or out where plain play is being made
    slots       [slot, (column, number)]: first those of the smaller boards, then those of all boards together
    into        [smaller board, slot]           in and out
    totals      [slot of all boards together]   in and out
    """
    left, cells, some = len(deck), 3 * len(floors), into.shape[1]
    places, there = np.arange(BOARD), np.empty(BOARD, np.int64)
    sets = binomials[RANKS - 1 + BOARD, BOARD]
    kinds = sets + 4 * binomials[RANKS, FLUSH_FROM] * RANK_PAIRS
    counted, by_ranks = np.zeros(sets, np.uint8), np.zeros((sets, cells), np.int64)
    pair_cells = np.empty((sets, RANK_PAIRS), np.uint8)
    done, kept = np.zeros(kinds + 1, np.uint8), np.empty((kinds + 1, len(slots)), np.int64)
    choices = np.empty((kinds + 1, len(late), late.shape[1]), np.uint8)
    hist = np.empty(cells, np.int64)
    while True:
        of_ranks = 0
        for i in range(BOARD):
            of_ranks += binomials[deck[places[i], 1] + i, i + 1]
        kind = _kind_of(deck, places, of_ranks, sets, binomials)
        fresh = kind < 0 or not done[kind]
        if kind < 0:
            kind = kinds
        if fresh or making:
            for i in range(BOARD):
                there[i] = all_places[places[i]]
        if fresh:
            value = count_dealers(
                hand, deck, places, keys, rows, values, flushes, floors, counted[of_ranks], by_ranks[of_ranks],
                pair_cells[of_ranks], hist,
            )  # fmt: skip
            counted[of_ranks] = 1
            settle(value >> LINE_BITS, hist, settled, columns)
            number = number_of(there, BOARD, binomials)
            for street in range(len(late)):
                decide(columns, late[street], late_at[street], plain[street, number], making)
                for state in range(late.shape[1]):
                    choices[kind, street, state] = plain[street, number, state]
            for slot in range(len(slots)):
                kept[kind, slot] = columns[slots[slot, 0], slots[slot, 1]]
            done[kind] = 1
        elif making:
            number = number_of(there, BOARD, binomials)
            for street in range(len(late)):
                for state in range(late.shape[1]):
                    plain[street, number, state] = choices[kind, street, state]
        for part in range(len(parts)):
            number = 0
            for i in range(parts.shape[1]):
                number += binomials[places[parts[part, i]], i + 1]
            for slot in range(some):
                into[number, slot] += kept[kind, slot]
        for slot in range(len(totals)):
            totals[slot] += kept[kind, some + slot]
        at = 0
        while at < BOARD - 1 and places[at] + 1 == places[at + 1]:
            at += 1
        places[at] += 1
        if places[at] == left:
            return
        for i in range(at):
            places[i] = i


@njit(nogil=True, cache=True)
def decide_boards(
    given: Array, fill: Array, size: int, all_places: Array, street: Array, at: int, plain: Array, making: bool,
    slots: Array, parts: Array, binomials: Array, columns: Array, into: Array,
) -> None:  # fmt: skip
    """Decide at every board of a size, and add its columns to the smaller boards within it."""
    places, there = np.arange(size), np.empty(size, np.int64)
    for here in range(len(given)):
        for entry in range(len(fill)):
            columns[fill[entry, 0], fill[entry, 1]] = given[here, fill[entry, 2]]
        for i in range(size):
            there[i] = all_places[places[i]]
        decide(columns, street, at, plain[number_of(there, size, binomials)], making)
        for part in range(len(parts)):
            number = 0
            for i in range(parts.shape[1]):
                number += binomials[places[parts[part, i]], i + 1]
            for slot in range(len(slots)):
                into[number, slot] += columns[slots[slot, 0], slots[slot, 1]]
        step = 0
        while step < size - 1 and places[step] + 1 == places[step + 1]:
            step += 1
        if size:
            places[step] += 1
            for i in range(step):
                places[i] = i
