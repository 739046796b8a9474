"""Every partition of the ranks at games with several decisions: flop by flop, each set of ranks decided for itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import IntArray as Whole
from fairfelt.engine.exact import Progress
from fairfelt.engine.solvers.boards.problem import HOLE
from fairfelt.rules.cards import RANKS, RANKS_PER_SUIT, suit_classes
from fairfelt.rules.hands.poker.five_card import poker_tables
from fairfelt.runtime.compute.executors import split_by_size, stream_tasks
from tools.exposed_boards import BOARD, ExposedBoards

from .boards import FLOP, SUITS, Boards, exchanged
from .kernel import SETS, count_leaves, decide_sets

STRETCH = 8
"""Classes of flops in one task."""
KINDS = RANKS_PER_SUIT * RANKS_PER_SUIT * 2
"""Hands of two cards by their ranks, suited or not."""


@dataclass(frozen=True)
class BestSet:
    """The best two classes: the ranks of the smaller one, and the player's edge by them."""

    ranks: str
    edge: Fraction


def search_sets(
    boards: Boards, streets: ExposedBoards, threads: int | None = None, progress: Progress | None = None
) -> dict[str, Fraction]:
    """What each partition of the ranks is worth, by the ranks of a class of it; each thread takes 150 megabytes."""
    flops = suit_classes(boards.game.deck, FLOP)
    tasks = split_by_size(STRETCH, np.sort(flops.hands, axis=1).astype(np.int64), flops.weights)
    count = _FlopCount(boards, streets)
    worth = np.zeros((KINDS, len(streets.need(0)), 2, SETS), np.int64)
    for done, (_, some) in enumerate(stream_tasks(count.of_flops, tasks, threads=threads), 1):
        worth += some
        if progress:
            progress(
                min(done * STRETCH, len(flops)), len(flops), f"{boards.game.title}: {len(flops):,} classes of flops"
            )
    targets = [streets.need(0).tolist().index(column) for column in streets.street(0)[0, 1:].tolist()]
    found = worth[:, targets].max(axis=1).astype(object).sum(axis=0).sum(axis=0)
    left = len(boards.faces) - HOLE - FLOP
    orders = comb(BOARD - FLOP, streets.sizes[-1] - FLOP)
    behind = comb(left, BOARD - FLOP) * orders * comb(left - BOARD + FLOP, HOLE) * HOLE
    unit = comb(left + HOLE + FLOP, FLOP) * comb(left + HOLE, HOLE) * behind * boards.scale
    live = {letter for letter in RANKS if letter in boards.game.deck.ranks}
    named = {chosen: "".join(letter for at, letter in enumerate(RANKS) if chosen >> at & 1) for chosen in range(SETS)}
    return {ranks: Fraction(int(found[at]), unit) for at, ranks in named.items() if ranks and set(ranks) < live}


def best_of(worths: dict[str, Fraction], ranks: str) -> BestSet:
    """The best of them; of equal ones the first."""
    best = max(worths, key=lambda each: worths[each])
    other = "".join(letter for letter in ranks if letter not in best)
    return BestSet(min(best, other, key=len), worths[best])


@dataclass(frozen=True, eq=False)
class _FlopCount:
    """Some flops at a time."""

    boards: Boards
    streets: ExposedBoards

    def of_flops(self, flops: Whole, weights: Whole) -> Whole:
        """[kind of hand, kept column, side, set]"""
        streets, left = self.streets, len(self.boards.faces) - FLOP
        tables, last, need = poker_tables(HOLE + BOARD), streets.street(2), streets.need(0)
        settled = np.ascontiguousarray(streets.settled[:, :, :, :1])
        on_turn, pairs = streets.sizes[-1] < BOARD, comb(left, HOLE)
        sums = np.zeros((pairs, settled.shape[2], RANKS_PER_SUIT), np.int64)
        gains = np.zeros((pairs, left if on_turn else pairs, len(last), RANKS_PER_SUIT), np.int32)
        worth = np.zeros((KINDS, len(need), 2, SETS), np.int64)
        for flop, weight in zip(flops, weights, strict=True):
            count_leaves(
                flop, self.boards.faces, on_turn, tables.keys, tables.rows, tables.values, tables.suited,
                tables.flushes, self.boards.problem.bands.floors, settled, last, sums, gains,
            )  # fmt: skip
            first, many, kinds = self._classes(flop)
            decide_sets(
                first, many * weight, kinds, streets.first_columns[-1], last, streets.street(1), need, sums, gains,
                worth,
            )  # fmt: skip
        return worth

    def _classes(self, flop: Whole) -> tuple[Whole, Whole, Whole]:
        """Pairs beside a flop that are one by an exchange of suits: the first, how many there are, and their kind."""
        deck = np.setdiff1d(self.boards.faces, flop)
        pairs = deck[np.array([(i, j) for j in range(len(deck)) for i in range(j)], np.int64)]
        least = np.arange(len(pairs))
        for order in permutations(range(SUITS)):
            suits = np.array(order)
            if set(exchanged(flop, suits).tolist()) == set(flop.tolist()):
                moved = np.sort(np.searchsorted(deck, exchanged(pairs, suits)), axis=1)
                least = np.minimum(least, moved[:, 1] * (moved[:, 1] - 1) // 2 + moved[:, 0])
        first, many = np.unique(least, return_counts=True)
        return first, many, kinds_of(pairs[first])


def kinds_of(pairs: NDArray[np.int64]) -> Whole:
    """[pair]: by its ranks, and whether it is suited."""
    ranks, suits = np.sort(pairs % RANKS_PER_SUIT, axis=1), pairs // RANKS_PER_SUIT
    suited = suits[:, 0] == suits[:, 1]
    return np.asarray((ranks[:, 1] * RANKS_PER_SUIT + ranks[:, 0]) * 2 + suited, np.int64)
