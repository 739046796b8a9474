"""The kernels behind `count`: one flop, all pairs beside it, and every set of ranks that the hidden card may be of.

What a round pays adds up over ranks, but for the last decision. So each pair keeps by rank what the larger bet there
adds to the smaller, for each board it is decided on; a set of ranks bets where the sum is a gain. Sets come as
those without the last rank, and beside each of them all others: twice four thousand, in tables of six ranks each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.runtime.compute.jit import njit
from tools.exposed_boards import decide

from .board_kernel import RANKS, add_to_flops, count_board, other_cards

HALF = 6
PART = 1 << HALF
SETS = PART * PART
"""Sets of ranks without the last one."""
MOST = 2**31 - 1


@njit(nogil=True, cache=True)
def decide_all(columns: Array, late: Array) -> None:
    """[board, column, number]: the decisions with the whole board in sight, the last first."""
    for board in range(len(columns)):
        for street in range(len(late)):
            decide(columns[board], late[street])


@njit(nogil=True, cache=True)
def _pair_number(one: int, other: int) -> int:
    low, high = min(one, other), max(one, other)
    return high * (high - 1) // 2 + low


@njit(nogil=True, cache=True)
def count_leaves(
    flop: Array, faces: Array, on_turn: bool, keys: Array, rows: Array, values: Array, suited: Array, flushes: Array,
    floors: Array, settled: Array, last: Array, sums: Array, gains: Array,
) -> None:  # fmt: skip
    """Deal every turn and river behind a flop.

    on_turn  whether the last decision is made on the turn; else with the whole board in sight
    settled  [player's line, cell, path, number]: of the numbers, only results
    last     [state, own column and two targets]: the last decision
    sums     [pair, path, rank]          out
    gains    [pair, board, state, rank]  out; what the second choice adds to the first
    """
    rest, deck = np.empty(len(faces) - len(flop), np.int64), np.empty(len(faces) - len(flop) - 2, np.int64)
    other_cards(flop, faces, rest)
    board, at = np.empty(len(flop) + 2, np.int64), np.empty(len(deck), np.int64)
    board[: len(flop)] = flop
    found = np.zeros((len(deck) * (len(deck) - 1) // 2, settled.shape[2], 1, RANKS), np.int64)
    sums[:], gains[:] = 0, 0
    leaf = 0
    for j in range(1, len(rest)):
        for i in range(j):
            board[len(flop)], board[len(flop) + 1] = rest[i], rest[j]
            size = 0
            for x in range(len(rest)):
                if x != i and x != j:
                    deck[size], at[size] = rest[x], x
                    size += 1
            count_board(board, deck, keys, rows, values, suited, flushes, floors, settled, found)
            for b in range(1, len(deck)):
                for a in range(b):
                    pair, here = _pair_number(at[a], at[b]), found[b * (b - 1) // 2 + a, :, 0]
                    for path in range(len(here)):
                        for rank in range(RANKS):
                            sums[pair, path, rank] += here[path, rank] * (2 if on_turn else 1)
                    for state in range(len(last)):
                        for rank in range(RANKS):
                            more = here[last[state, 2], rank] - here[last[state, 1], rank]
                            if on_turn:
                                gains[pair, i, state, rank] += more
                                gains[pair, j, state, rank] += more
                            else:
                                gains[pair, leaf, state, rank] = more
            leaf += 1


@njit(nogil=True, cache=True)
def _sums_of_sets(numbers: Array, low: Array, high: Array) -> Any:
    """Of the first six ranks and of the next six; the sum of all."""
    low[0], high[0] = 0, 0
    for rank in range(HALF):
        step = 1 << rank
        for part in range(step):
            low[step + part] = low[part] + numbers[rank]
            high[step + part] = high[part] + numbers[HALF + rank]
    return low[PART - 1] + high[PART - 1] + numbers[RANKS - 1]


@njit(nogil=True, cache=True)
def _add_best(gains: Array, low: Array, high: Array, into: Array) -> None:
    """Add what one board is worth beyond its first choice to every set, and to all others beside it."""
    whole, nothing = np.int32(_sums_of_sets(gains, low, high)), np.int32(0)
    for part in range(PART):
        inside, first = high[part], part * PART
        outside = np.int32(whole - inside)
        one, other = into[0, first : first + PART], into[1, first : first + PART]
        for x in range(PART):
            one[x] += max(nothing, np.int32(inside + low[x]))
            other[x] += max(nothing, np.int32(outside - low[x]))


@njit(nogil=True, cache=True)
def _add_path(numbers: Array, low: Array, high: Array, into: Array) -> None:
    """What a path is worth by every set, and by all others beside it."""
    whole = _sums_of_sets(numbers, low, high)
    for part in range(PART):
        for x in range(PART):
            here = high[part] + low[x]
            into[0, part * PART + x] += here
            into[1, part * PART + x] += whole - here


@njit(nogil=True, cache=True)
def decide_sets(
    pairs: Array, many: Array, kinds: Array, size: int, last: Array, flop: Array, need: Array, sums: Array,
    gains: Array, worth: Array,
) -> None:  # fmt: skip
    """Decide for every set of ranks at the last street and on the flop, and add what is kept before it.

    pairs  the pairs to look at; how often each stands for one; its kind among all hands of two cards
    size   how many columns there are: the paths, then the states of every street
    flop   [state, own column and targets]: the decision on the flop
    need   the columns that are kept
    worth  [kind, kept column, side, set]  in and out
    """
    columns = np.zeros((size, 2, SETS), np.int64)
    small, always = np.zeros((2, SETS), np.int32), np.zeros(RANKS, np.int64)
    low, high = np.zeros(PART, np.int32), np.zeros(PART, np.int32)
    path_low, path_high = np.zeros(PART, np.int64), np.zeros(PART, np.int64)
    for which in range(len(pairs)):
        pair = pairs[which]
        columns[:] = 0
        for path in range(sums.shape[1]):
            _add_path(sums[pair, path], path_low, path_high, columns[path])
        for state in range(len(last)):
            column = columns[last[state, 0]]
            column += columns[last[state, 1]]
            always[:], held = 0, np.int64(0)
            for board in range(gains.shape[1]):
                here = gains[pair, board, state]
                gained, lost = np.int64(0), np.int64(0)
                for rank in range(RANKS):
                    gained += max(0, here[rank])
                    lost -= min(0, here[rank])
                if lost == 0:
                    always += here
                elif gained > 0:
                    held += gained
                    if held > MOST:
                        column += small
                        small[:], held = 0, gained
                    _add_best(here, low, high, small)
            _add_path(always, path_low, path_high, column)
            column += small
            small[:] = 0
        for state in range(len(flop)):
            column = columns[flop[state, 0]]
            for choice in range(1, flop.shape[1]):
                target = columns[flop[state, choice]]
                for side in range(2):
                    for x in range(SETS):
                        best = target[side, x]
                        column[side, x] = best if choice == 1 else max(column[side, x], best)
        for k in range(len(need)):
            into, kept = worth[kinds[which], k], columns[need[k]]
            for side in range(2):
                for x in range(SETS):
                    into[side, x] += many[which] * kept[side, x]


@njit(nogil=True, cache=True)
def add_nested_boards(
    boards: Array, weights: Array, faces: Array, binomials: Array, classes: Array, turned: Array, places: Array,
    keys: Array, rows: Array, values: Array, suited: Array, flushes: Array, floors: Array, settled: Array, late: Array,
    need: Array, sets: Array, columns: Array, table: Array,
) -> None:  # fmt: skip
    """Add every pair on some boards, where something is decided with the whole board known, by the hidden card's class.

    The other arguments are those of `add_boards`.

    settled  [player's line, cell, path, number]
    late     [street, state, own column and targets]: those decisions, the last first
    need     the columns that are kept for the flop
    sets     [class, rank]: whether it holds the rank
    columns  [column, number]: room for the columns of one pair
    table    [class of flops, pair, class, kept column, number]  in and out
    """
    left, paths, numbers = len(faces) - boards.shape[1], settled.shape[2], settled.shape[3]
    deck, pairs = np.empty(left, np.int64), left * (left - 1) // 2
    found = np.zeros((pairs, paths, numbers, RANKS), np.int64)
    kept = np.zeros((pairs, len(sets), len(need), numbers), np.int64)
    flat, into = kept.reshape(pairs, -1), table.reshape(table.shape[0], table.shape[1], -1)
    for board in range(len(boards)):
        other_cards(boards[board], faces, deck)
        count_board(boards[board], deck, keys, rows, values, suited, flushes, floors, settled, found)
        for pair in range(pairs):
            for chosen in range(len(sets)):
                for path in range(paths):
                    for number in range(numbers):
                        total = np.int64(0)
                        for rank in range(RANKS):
                            if sets[chosen, rank]:
                                total += found[pair, path, number, rank]
                        columns[path, number] = total
                for street in range(len(late)):
                    decide(columns, late[street])
                for k in range(len(need)):
                    for number in range(numbers):
                        kept[pair, chosen, k, number] = columns[need[k], number]
        add_to_flops(boards[board], weights[board], deck, binomials, classes, turned, places, flat, into)
