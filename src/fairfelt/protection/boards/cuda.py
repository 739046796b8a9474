"""The dealer's cards seen, on a graphics card: a block of threads takes a class of hands, a thread one flop at a time.

Boards that are dealt once would have to be added to all flops within them, where threads would wait for each other. So
each thread deals the turns and rivers behind its own flop itself: ten times the boards, and nothing to wait for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.exact.solvers.boards.problem import HOLE
from fairfelt.hands.poker.tables import poker_tables

from .cuda_source import KERNEL
from .kernel import BOARD, LINE_BITS, NUMBERS
from .seen import STANDARD, SeenBoards, Whole

FLOP, TURN = 3, 4
THREADS: Final = 256
BATCH: Final = 1_024
"""Classes of hands that are started together."""
MOST_KINDS: Final = 80
"""A block has 48 KiB of its own, and a thread two bytes for every kind of board."""


def fits_card(boards: SeenBoards) -> bool:
    """Whether one street has three shared cards in sight; one before it may have fewer, and one after it four.

    Where all of the dealer's cards are known, there are as few kinds of boards as a card has room for.
    """
    early = [boards.sizes[street] for street in boards.early]
    before, after = [size for size in early if size < FLOP], [size for size in early if size > FLOP]
    has_room = boards.seen < HOLE or len(boards.kinds[1]) <= MOST_KINDS
    return FLOP in early and len(before) <= 1 and after in ([], [TURN]) and has_room


def count_on(gpu: Gpu, boards: SeenBoards, hands: NDArray[np.uint8]) -> Iterator[tuple[Whole, Whole]]:
    """Some hands at a time: [hand, smaller board, kept column, number], and [hand, choice at the flop].

    The smaller boards are those of the decision before the flop, the columns those that it asks for. Where the flop
    comes first, there is one, of no cards, with the flop's own column.
    """
    small, need = first_board(boards)
    arrays = [gpu.load(array) for array in kernel_arrays(boards)]
    kernel = gpu.kernel(kernel_source(boards), "seen_boards")
    for at in range(0, len(hands), BATCH):
        some = hands[at : at + BATCH]
        into = gpu.zeros((len(some), comb(boards.left, small), len(need), NUMBERS), np.uint64)
        chosen = gpu.zeros((len(some), boards.street(flop_street(boards)).shape[1] - 1), np.uint64)
        kernel(len(some), THREADS, np.int64(len(some)), gpu.load(some), *arrays, into, chosen)
        yield gpu.fetch(into).view(np.int64), gpu.fetch(chosen).view(np.int64)


def flop_street(boards: SeenBoards) -> int:
    """The street with three shared cards in sight."""
    return boards.sizes.index(FLOP)


def first_board(boards: SeenBoards) -> tuple[int, Whole]:
    """Shared cards in sight at the decision before the flop, and the columns that are kept for it."""
    street = flop_street(boards)
    return (boards.sizes[street - 1], boards.need(street - 1)) if street else (0, boards.street(0)[:1, 0])


def kernel_arrays(boards: SeenBoards) -> list[NDArray[Any]]:
    """What the kernel looks into, in its order."""
    tables, left = poker_tables(HOLE + BOARD), boards.left
    flops = np.array([(i, j, k) for k in range(left) for j in range(k) for i in range(j)], np.uint8)
    kind_of, worth = boards.kinds if boards.seen == HOLE else (np.zeros(1, np.int64), boards.settled)
    return [
        tables.card_keys, tables.rows, tables.values, tables.suited, tables.flushes, flops,
        kind_of.astype(np.int32), np.ascontiguousarray(worth),
    ]  # fmt: skip


def kernel_source(boards: SeenBoards) -> str:
    """`seen_boards(classes, hands, tables…, into, chosen)`, a class of hands for each block."""
    flop, (small, first_need) = flop_street(boards), first_board(boards)
    turns = TURN in [boards.sizes[street] for street in boards.early]
    known, last = boards.seen == HOLE, boards.need(boards.early[-1])
    streets = {
        "street_flop": boards.street(flop),
        "street_turn": boards.street(flop + 1) if turns else np.zeros((1, 1)),
    }
    parts = list(combinations(range(FLOP), small))
    sizes = {
        "KNOWN": int(known), "TURNS": int(turns), "HAND": HOLE + boards.seen, "DECK": STANDARD, "LEFT": boards.left,
        "FLOPS": comb(boards.left, FLOP), "BANDS": len(boards.problem.bands.floors),
        "CELLS": 3 * len(boards.problem.bands.floors), "PATHS": boards.settled.shape[2],
        "COLUMNS": boards.first_columns[-1], "NUMBERS": NUMBERS, "KINDS": len(boards.kinds[1]) if known else 1,
        "LAST": len(last), "AT_FLOP": len(boards.need(flop)), "FIRST": len(first_need), "PARTS": len(parts),
        "SMALL": small, "SMALLER": comb(boards.left, small), "THREADS": THREADS, "LINE_BITS": LINE_BITS,
        "FLOP_STATES": streets["street_flop"].shape[0], "FLOP_WIDTH": streets["street_flop"].shape[1],
        "TURN_STATES": streets["street_turn"].shape[0], "TURN_WIDTH": streets["street_turn"].shape[1],
        "LATE": len(boards.late), "LATE_STATES": boards.late.shape[1], "LATE_WIDTH": boards.late.shape[2],
    }  # fmt: skip
    arrays: dict[str, Any] = {
        "floors": boards.problem.bands.floors, **streets, "late": boards.late, "need_last": last,
        "need_flop": boards.need(flop), "need_first": first_need, "parts": np.array(parts),
        "binomials": np.array([[comb(n, k) for k in range(FLOP + 1)] for n in range(boards.left)]),
    }  # fmt: skip
    defined = [f"#define {name} {value}" for name, value in sizes.items()]
    return "\n".join([*defined, *(_constant(*each) for each in arrays.items()), _STRUCTS, KERNEL])


def _constant(name: str, array: NDArray[Any]) -> str:
    numbers = ", ".join(str(int(number)) for number in array.ravel()) or "0"
    return f"__constant__ const int {name}[] = {{{numbers}}};"


_STRUCTS: Final = """
struct Tables {
  const unsigned short* __restrict__ rows;
  const int* __restrict__ values;
  const unsigned char* __restrict__ suited;
  const int* __restrict__ flushes;
  const int* __restrict__ kind_of;
  const long long* __restrict__ settled;
};
struct Seen {
  unsigned long long own, theirs, bits[LEFT];
  unsigned own_key, their_key, keys[LEFT];
};
"""
