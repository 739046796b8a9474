"""Counts the hands that hold some cards by class, and sets all of them against each other in one sweep."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.hands.poker.joker_tables import FROM, FULL, JOKER_AT, SUITS_AT
from fairfelt.hands.poker.tables import COLUMN_BITS, ROW_BITS

from .flushes import NONE, SIZE
from .profiles import Cells, Corners
from .seven_cards import ClassTables

BLOCK: Final = 16
"""Cells and corners are looked at in blocks, of which most are empty where few hands are counted."""
FEW: Final = 64
"""Classes that are set against each other one by one, without a grid."""
COLUMNS: Final = (1 << COLUMN_BITS) - 1
ROWS: Final = (1 << ROW_BITS) - 1
RANKS: Final = (1 << 13) - 1


@njit(nogil=True, cache=True)
def _flush_class(key: Any, held: Any, tables: ClassTables) -> Any:
    """The class of seven cards with five for a flush, by the sum of their keys and the set of them."""
    suit = 0
    while not key >> SUITS_AT + 4 * suit & 8:
        suit += 1
    one = two = NONE
    for other in range(4):
        ranks = held >> 13 * other & RANKS
        if other != suit and ranks:
            if one == NONE:
                one, ranks = tables.lowest[ranks], ranks & ranks - 1
            if ranks:
                two = tables.lowest[ranks]
    return tables.flush_rows[held >> 13 * suit & RANKS] + tables.others[one, two]


@njit(nogil=True, cache=True)
def class_of(cards: Array, tables: ClassTables) -> Any:
    """The class of seven cards."""
    key, held = np.int64(FROM), np.int64(0)
    for card in cards:
        key += tables.keys[card]
        held |= 1 << np.int64(card)
    if key & FULL:
        return np.int64(_flush_class(key, held, tables))
    row = key >> COLUMN_BITS & ROWS | key >> JOKER_AT << ROW_BITS
    return np.int64(tables.places[(key & COLUMNS) + tables.rows[row]])


@njit(nogil=True, cache=True)
def count_classes(cards: Array, faces: Array, tables: ClassTables, counts: Array, classes: Array) -> int:
    """Count all hands of seven that hold these cards, by class; list the classes that are found, and say how many.

    All cards but the last go round like an odometer that keeps the keys and the sets of what is in front.
    """
    keys, rows, places = tables.keys, tables.rows, tables.places
    prefix, sets, at = np.zeros(SIZE + 1, np.int64), np.zeros(SIZE + 1, np.int64), np.zeros(SIZE + 1, np.int64)
    prefix[0] = FROM
    for card in cards:
        prefix[0] += keys[card]
        sets[0] |= 1 << card
    rest = np.zeros(len(faces), np.int64)
    size = found = level = 0
    for card in faces:
        if not sets[0] >> card & 1:
            rest[size] = card
            size += 1
    last = SIZE - 1 - len(cards)
    while level >= 0:
        if level < last:
            if at[level] == size:
                level -= 1
                continue
            card = rest[at[level]]
            at[level] += 1
            prefix[level + 1], sets[level + 1] = prefix[level] + keys[card], sets[level] | 1 << card
            at[level + 1] = at[level]
            level += 1
            continue
        for i in range(at[level], size):
            key = prefix[level] + keys[rest[i]]
            if key & FULL:
                place = _flush_class(key, sets[level] | 1 << rest[i], tables)
            else:
                row = key >> COLUMN_BITS & ROWS | key >> JOKER_AT << ROW_BITS
                place = places[(key & COLUMNS) + rows[row]]
            if counts[place] == 0:
                classes[found] = place
                found += 1
            counts[place] += 1
        level -= 1
    return found


class Grid(NamedTuple):
    """Who stands and reaches where; empty between two sweeps."""

    standing: Array
    """[cell]: dealers."""
    some_stand: Array
    """[block of cells]: whether there are any."""
    for_wins: Array
    """[corner]: players whose wins it counts for…"""
    for_losses: Array
    """…and whose losses."""
    some_reach: Array
    """[block of corners]"""
    below: Array
    """[front]: dealers with a lower one, among those added so far."""
    by_front: Array
    """[front]: players whose best front it is."""


@njit(nogil=True, cache=True)
def add_dealers(cell: int, last: int, cells: Cells, grid: Grid) -> tuple[int, int]:
    """Take the dealers out of the cells from `cell` up to `last`, to stand below all higher fronts.

    Returns the next cell, which is past `last` where a block is empty, and the number of dealers.
    """
    standing, some_stand, below, fronts = grid.standing, grid.some_stand, grid.below, cells.low
    added = 0
    while cell < last:
        if cell % BLOCK == 0 and not some_stand[cell // BLOCK]:
            cell += BLOCK
            continue
        if standing[cell]:
            added += standing[cell]
            for low in range(fronts[cell] + 1, len(below)):
                below[low] += standing[cell]
            standing[cell] = 0
        cell += 1
    return cell, added


@njit(nogil=True, cache=True)
def sweep_grid(cells: Cells, corners: Corners, grid: Grid) -> tuple[int, int]:
    """Sum, over corners from the lowest behind to the highest, the dealers that stand below them. Leaves all empty.

    A player loses to as many dealers as there are, less those beaten behind, less those beaten in front, and those
    beaten twice have been taken off twice.
    """
    for_wins, for_losses, some_reach = grid.for_wins, grid.for_losses, grid.some_reach
    below, by_front = grid.below, grid.by_front
    starts, corner_high, corner_low = cells.start, corners.high, corners.low
    below[:] = 0
    by_front[:] = 0
    won = lost = added = cell = players = 0
    for block in range(len(some_reach)):
        if not some_reach[block]:
            continue
        some_reach[block] = False
        for corner in range(block * BLOCK, min(block * BLOCK + BLOCK, len(corner_low))):
            if not for_wins[corner] and not for_losses[corner]:
                continue
            if cell < starts[corner_high[corner]]:
                cell, more = add_dealers(cell, starts[corner_high[corner]], cells, grid)
                added += more
            low = corner_low[corner]
            won += for_wins[corner] * below[low]
            lost += for_losses[corner] * (below[low] - added)
            by_front[low] += for_losses[corner]
            players += for_losses[corner]
            for_wins[corner] = for_losses[corner] = 0
    cell, more = add_dealers(cell, len(cells.low), cells, grid)
    grid.some_stand[:] = False
    lost += players * (added + more)
    for low in range(len(below)):
        lost -= by_front[low] * below[low]
    return won, lost


@njit(nogil=True, cache=True)
def compare_few(
    found: int, counts: Array, classes: Array, cells: Cells, corners: Corners, dealers: Array
) -> tuple[int, int]:
    """The same for a few classes: each corner looks at each dealer."""
    there = 0
    for at in range(found):
        cell = cells.cell_of[classes[at]]
        if cell >= 0:
            dealers[0, there], dealers[1, there] = cells.high[cell], cells.low[cell]
            dealers[2, there] = counts[classes[at]]
            there += 1
    won = lost = 0
    for at in range(found):
        place = classes[at]
        for step in range(corners.first[place], corners.first[place + 1]):
            high, low = corners.high[corners.corner[step]], corners.low[corners.corner[step]]
            beaten = unbeaten = 0
            for i in range(there):
                behind, front = high > dealers[0, i], low > dealers[1, i]
                beaten += dealers[2, i] * (behind & front)
                unbeaten += dealers[2, i] * (1 - (behind | front))
            won += counts[place] * corners.wins[step] * beaten
            lost += counts[place] * corners.losses[step] * unbeaten
    return won, lost


@njit(nogil=True, cache=True)
def place_classes(found: int, counts: Array, classes: Array, cells: Cells, corners: Corners, grid: Grid) -> None:
    """Put the dealers of all classes on their cells, and the players on the corners they reach."""
    standing, for_wins, for_losses = grid.standing, grid.for_wins, grid.for_losses
    for at in range(found):
        place = classes[at]
        n, cell = counts[place], cells.cell_of[place]
        if cell >= 0:
            standing[cell] += n
            grid.some_stand[cell // BLOCK] = True
        for step in range(corners.first[place], corners.first[place + 1]):
            corner = corners.corner[step]
            for_wins[corner] += n * corners.wins[step]
            for_losses[corner] += n * corners.losses[step]
            grid.some_reach[corner // BLOCK] = True


@njit(nogil=True, cache=True)
def count_pairs(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, corners: Corners, dealer_kind: Array,
    player_kind: Array, totals: Array, kinds: Array,
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them against all hands that hold them, themselves among those.

    totals  [2]                                in and out: weighted wins and losses
    kinds   [player's kind, dealer's kind]     in and out: weighted pairs
    """
    size, fronts = len(cells.low), cells.low.max() + 2
    counts, classes = np.zeros(len(cells.cell_of), np.int64), np.zeros(len(cells.cell_of), np.int64)
    grid = Grid(
        np.zeros(size, np.int64), np.zeros(size // BLOCK + 1, np.bool_),
        np.zeros(len(corners.low), np.int64), np.zeros(len(corners.low), np.int64),
        np.zeros(len(corners.low) // BLOCK + 1, np.bool_), np.zeros(fronts, np.int64), np.zeros(fronts, np.int64),
    )  # fmt: skip
    dealers = np.zeros((3, FEW), np.int64)
    mine, theirs = np.zeros(kinds.shape[0], np.int64), np.zeros(kinds.shape[1], np.int64)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        if found <= FEW:
            won, lost = compare_few(found, counts, classes, cells, corners, dealers)
        else:
            place_classes(found, counts, classes, cells, corners, grid)
            won, lost = sweep_grid(cells, corners, grid)
        totals[0] += weights[row] * won
        totals[1] += weights[row] * lost
        mine[:] = 0
        theirs[:] = 0
        for at in range(found):
            place = classes[at]
            mine[player_kind[place]] += counts[place]
            theirs[dealer_kind[place]] += counts[place]
            counts[place] = 0
        for i in range(len(mine)):
            for j in range(len(theirs)):
                kinds[i, j] += weights[row] * mine[i] * theirs[j]
