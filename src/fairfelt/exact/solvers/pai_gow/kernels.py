"""Counts the hands that hold some cards by class, and sets all of them against each other in one sweep."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from fairfelt.exact.core.decide import Array
from fairfelt.hands.poker.joker_tables import FROM, FULL, JOKER_AT, SUITS_AT
from fairfelt.hands.poker.tables import COLUMN_BITS, ROW_BITS

from .seven_cards import NONE, SIZE

BLOCK: Final = 16
"""Cells and corners are looked at in blocks, of which most are empty where few hands are counted."""
FEW: Final = 64
"""Classes that are set against each other one by one, without a grid."""
COLUMNS: Final = (1 << COLUMN_BITS) - 1
ROWS: Final = (1 << ROW_BITS) - 1
RANKS: Final = (1 << 13) - 1


@njit(nogil=True, cache=True)
def gather(
    cards: Array, faces: Array, keys: Array, rows: Array, places: Array, flush_rows: Array, others: Array,
    lowest: Array, counts: Array, classes: Array,
) -> int:  # fmt: skip
    """Count all hands of seven that hold these cards, by class; list the classes that are found, and say how many.

    All cards but the last go round like an odometer that keeps the keys and the sets of what is in front.
    """
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
                held = sets[level] | 1 << rest[i]
                suit = 0
                while not key >> SUITS_AT + 4 * suit & 8:
                    suit += 1
                one = two = NONE
                for other in range(4):
                    ranks = held >> 13 * other & RANKS
                    if other != suit and ranks:
                        if one == NONE:
                            one, ranks = lowest[ranks], ranks & ranks - 1
                        if ranks:
                            two = lowest[ranks]
                place = flush_rows[held >> 13 * suit & RANKS] + others[one, two]
            else:
                row = key >> COLUMN_BITS & ROWS | key >> JOKER_AT << ROW_BITS
                place = places[(key & COLUMNS) + rows[row]]
            if counts[place] == 0:
                classes[found] = place
                found += 1
            counts[place] += 1
        level -= 1
    return found


@njit(nogil=True, cache=True)
def sweep(
    standing: Array, some_stand: Array, for_wins: Array, for_losses: Array, some_reach: Array, cell_low: Array,
    cell_start: Array, corner_high: Array, corner_low: Array, below: Array, by_front: Array,
) -> tuple[int, int]:  # fmt: skip
    """Sum, over corners from the lowest behind to the highest, the dealers that stand below them. Leaves all empty.

    A player loses to as many dealers as there are, less those beaten behind, less those beaten in front, and those
    beaten twice have been taken off twice.
    """
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
            while cell < cell_start[corner_high[corner]]:
                if cell % BLOCK == 0 and not some_stand[cell // BLOCK]:
                    cell += BLOCK
                    continue
                if standing[cell]:
                    added += standing[cell]
                    for low in range(cell_low[cell] + 1, len(below)):
                        below[low] += standing[cell]
                    standing[cell] = 0
                cell += 1
            low = corner_low[corner]
            won += for_wins[corner] * below[low]
            lost += for_losses[corner] * (below[low] - added)
            by_front[low] += for_losses[corner]
            players += for_losses[corner]
            for_wins[corner] = for_losses[corner] = 0
    while cell < len(cell_low):
        if cell % BLOCK == 0 and not some_stand[cell // BLOCK]:
            cell += BLOCK
            continue
        if standing[cell]:
            added += standing[cell]
            for low in range(cell_low[cell] + 1, len(below)):
                below[low] += standing[cell]
            standing[cell] = 0
        cell += 1
    some_stand[:] = False
    lost += players * added
    for low in range(len(below)):
        lost -= by_front[low] * below[low]
    return won, lost


@njit(nogil=True, cache=True)
def meet(
    found: int, counts: Array, classes: Array, cell_of: Array, cell_high: Array, cell_low: Array, first: Array,
    corner_of: Array, wins: Array, losses: Array, corner_high: Array, corner_low: Array, dealers: Array,
) -> tuple[int, int]:  # fmt: skip
    """The same for a few classes: each corner looks at each dealer."""
    there = 0
    for at in range(found):
        cell = cell_of[classes[at]]
        if cell >= 0:
            dealers[0, there], dealers[1, there] = cell_high[cell], cell_low[cell]
            dealers[2, there] = counts[classes[at]]
            there += 1
    won = lost = 0
    for at in range(found):
        place = classes[at]
        for step in range(first[place], first[place + 1]):
            high, low = corner_high[corner_of[step]], corner_low[corner_of[step]]
            beaten = unbeaten = 0
            for i in range(there):
                behind, front = high > dealers[0, i], low > dealers[1, i]
                beaten += dealers[2, i] * (behind & front)
                unbeaten += dealers[2, i] * (1 - (behind | front))
            won += counts[place] * wins[step] * beaten
            lost += counts[place] * losses[step] * unbeaten
    return won, lost


@njit(nogil=True, cache=True)
def tally(
    hands: Array, weights: Array, faces: Array, keys: Array, rows: Array, places: Array, flush_rows: Array,
    others: Array, lowest: Array, cell_of: Array, cell_high: Array, cell_low: Array, cell_start: Array, first: Array,
    corner_of: Array, wins: Array, losses: Array, corner_high: Array, corner_low: Array, dealer_kind: Array,
    player_kind: Array, totals: Array, kinds: Array,
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them against all hands that hold them, themselves among those.

    totals  [2]                                in and out: weighted wins and losses
    kinds   [player's kind, dealer's kind]     in and out: weighted pairs
    """
    counts, classes = np.zeros(len(cell_of), np.int64), np.zeros(len(cell_of), np.int64)
    standing, some_stand = np.zeros(len(cell_low), np.int64), np.zeros(len(cell_low) // BLOCK + 1, np.bool_)
    for_wins, for_losses = np.zeros(len(corner_low), np.int64), np.zeros(len(corner_low), np.int64)
    some_reach = np.zeros(len(corner_low) // BLOCK + 1, np.bool_)
    below, by_front = np.zeros(cell_low.max() + 2, np.int64), np.zeros(cell_low.max() + 2, np.int64)
    dealers = np.zeros((3, FEW), np.int64)
    mine, theirs = np.zeros(kinds.shape[0], np.int64), np.zeros(kinds.shape[1], np.int64)
    for row in range(len(hands)):
        found = gather(hands[row], faces, keys, rows, places, flush_rows, others, lowest, counts, classes)
        mine[:] = 0
        theirs[:] = 0
        few = found <= FEW
        if few:
            won, lost = meet(
                found, counts, classes, cell_of, cell_high, cell_low, first, corner_of, wins, losses, corner_high,
                corner_low, dealers,
            )  # fmt: skip
        for at in range(found):
            place = classes[at]
            n = counts[place]
            counts[place] = 0
            mine[player_kind[place]] += n
            theirs[dealer_kind[place]] += n
            if few:
                continue
            cell = cell_of[place]
            if cell >= 0:
                standing[cell] += n
                some_stand[cell // BLOCK] = True
            for step in range(first[place], first[place + 1]):
                corner = corner_of[step]
                for_wins[corner] += n * wins[step]
                for_losses[corner] += n * losses[step]
                some_reach[corner // BLOCK] = True
        if not few:
            won, lost = sweep(
                standing, some_stand, for_wins, for_losses, some_reach, cell_low, cell_start, corner_high, corner_low,
                below, by_front,
            )  # fmt: skip
        totals[0] += weights[row] * won
        totals[1] += weights[row] * lost
        for i in range(len(mine)):
            for j in range(len(theirs)):
                kinds[i, j] += weights[row] * mine[i] * theirs[j]
