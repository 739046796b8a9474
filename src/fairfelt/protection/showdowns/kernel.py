"""The kernel: one hand of the player's beside every set of the dealer's cards that may be known.

Where no flush can come, only ranks matter: the dealer's hands of the same ranks are counted together, and all known
cards of the same ranks stand alike. Where the known cards are of one suit, the flushes in it are put right one by one.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.protection.boards.cells import cell_of

RANKS, SUITS, NUMBERS = 13, 4, 3


@njit(nogil=True, cache=True)
def _settle(
    ways: int, counts: Array, more: Array, pays: Array, order: Array, sums: Array, chosen: Array, worths: Array
) -> None:
    """Take the best path for what is known, of equal ones the last, so many times.

    counts, more  [cell]: the dealer's hands that can follow, and what is put right of them
    pays          [cell, path, number]
    worths        [choice]: what each is worth there, in and out
    """
    best, most, all_counts = 0, 0, 0
    for at in range(len(order)):
        worth = 0
        for cell in range(len(counts)):
            worth += (counts[cell] + more[cell]) * pays[cell, order[at], 0]
        worths[at] += ways * worth
        if at == 0 or worth >= most:
            best, most = at, worth
    for cell in range(len(counts)):
        many = ways * (counts[cell] + more[cell])
        all_counts += many
        for number in range(NUMBERS):
            sums[number] += many * pays[cell, order[best], number]
    chosen[best] += all_counts


@njit(nogil=True, cache=True)
def _count_by_ranks(left: Array, known: Array, rests: Array, binomials: Array, cells: Array, counts: Array) -> None:
    """[ranks that are known, marked cards hidden, cell]: the dealer's hands that can follow, were none a flush."""
    counts[:] = 0
    for row in range(len(rests)):
        shown, ways = rests[row, 0], 1
        for at in range(3, rests.shape[1], 2):
            free = left[rests[row, at]] - known[shown, rests[row, at]]
            ways *= binomials[free, rests[row, at + 1]] if free >= 0 else 0
        counts[shown, rests[row, 2], cells[rests[row, 1]]] += ways


@njit(nogil=True, cache=True)
def count_hands(
    hands: Array, mine: Array, by_ranks: Array, floors: Array, settled: Array, order: Array, line_bits: int,
    known: Array, rests: Array, binomials: Array, flushes: Array, sets: Array, parts: Array,
    part_marks: Array, kinds: Array, all_sums: Array, all_chosen: Array, all_worths: Array,
) -> None:  # fmt: skip
    """Every hand of the player's; those of the same ranks that are worth the same are quick one after another.

    hands      [hand, card]
    mine       [hand]: what it is worth
    by_ranks   [ranks of a dealer's hand]: what it is worth without a flush
    settled    [player's line, cell, path, number]
    known      [ranks that are known, rank]: how many cards of each
    rests      [row, column]: ranks that are known, ranks of the whole hand, how many marked cards are hidden, then
               rank and cards of each hidden rank
    flushes    [flush, column]: what it is worth, and the ranks of its hand
    sets       [known cards of one suit, column]: the set of their ranks, and the same as ranks that are known
    parts      [flush, part]: known cards within it
    part_marks [flush, part]: how many marked cards are hidden then
    kinds      [hand]: by what it is worth, among these
    all_worths [kind, ranks that are known, choice]  in and out
    """
    cells, marks = settled.shape[1], 1
    for row in range(len(rests)):
        marks = max(marks, rests[row, 2] + 1)
    left, suits = np.empty(RANKS, np.int64), np.empty(SUITS, np.int64)
    rank_cells, flush_cells = np.empty(len(by_ranks), np.int64), np.empty(len(flushes), np.int64)
    counts = np.empty((len(known), marks, cells), np.int64)
    more = np.empty((len(sets), marks, cells), np.int64)
    alone = np.empty(len(known), np.int64)
    nothing, before = np.zeros(cells, np.int64), np.full(RANKS, -1, np.int64)
    for hand in range(len(hands)):
        left[:], suits[:], alone[:] = SUITS, 0, 0
        for card in hands[hand]:
            left[card % RANKS] -= 1
            suits[card // RANKS] |= 1 << np.int64(card % RANKS)
        pays, sums, chosen = settled[mine[hand] >> line_bits], all_sums[hand], all_chosen[hand]
        worths = all_worths[kinds[hand]]
        same = hand > 0 and mine[hand] == mine[hand - 1]
        for rank in range(RANKS):
            same = same and left[rank] == before[rank]
            before[rank] = left[rank]
        if not same:
            for at in range(len(by_ranks)):
                rank_cells[at] = cell_of(mine[hand], by_ranks[at], floors)
            for at in range(len(flushes)):
                flush_cells[at] = cell_of(mine[hand], flushes[at, 0], floors)
            _count_by_ranks(left, known, rests, binomials, rank_cells, counts)
        for suit in range(SUITS):
            more[:] = 0
            for flush in range(len(flushes)):
                if flushes[flush, 2] & suits[suit]:
                    continue
                for part in range(parts.shape[1]):
                    here = more[parts[flush, part], part_marks[flush, part]]
                    here[rank_cells[flushes[flush, 1]]] -= 1
                    here[flush_cells[flush]] += 1
            for at in range(len(sets)):
                if not sets[at, 0] & suits[suit]:
                    shown = sets[at, 1]
                    alone[shown] += 1
                    for mark in range(marks):
                        _settle(1, counts[shown, mark], more[at, mark], pays, order, sums, chosen, worths[shown])
        for shown in range(len(known)):
            ways = 1
            for rank in range(RANKS):
                if known[shown, rank]:
                    ways *= binomials[left[rank], known[shown, rank]]
            ways -= alone[shown]
            if ways:
                for mark in range(marks):
                    _settle(ways, counts[shown, mark], nothing, pays, order, sums, chosen, worths[shown])
