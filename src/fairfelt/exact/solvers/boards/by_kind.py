"""Whole boards counted by kinds of cards, a card at a time: back to the last street before them, and on to the end."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cores import usable_cores
from fairfelt.compute.executors import Task, chunks, run_tasks, split_by_size, split_evenly, stream_tasks
from fairfelt.exact.core.tree import Passage

from .boards import Boards, CardPairs
from .kernels import count_dealers_by_kind
from .kind_kernels import add_holding_endings, collect_ways, pull, push_ways, spread_holdings
from .kinds import KindBoards, Kinds
from .parts import STRETCH, BoardCounter, Sums, Ways
from .problem import BoardProblem

TASKS = 64

HoldingCounts = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8]]
"""By holding, which comes last: its value, the dealer's pairs in each cell, the sums asked for, the best choices."""


@dataclass(frozen=True, eq=False)
class KindCounter:
    """Deals every holding to player and dealer beside whole boards, and decides where that is asked."""

    measure: BoardCounter
    least: int

    def __call__(self, boards: NDArray[np.uint8], keys: NDArray[np.int64]) -> HoldingCounts:
        kinds = Kinds.beside(boards, keys, self.measure.pairs.deck, self.least)
        values = self.measure.ranking.batch(kinds.hands())
        counts = np.zeros((1, self.measure.parts.shape[2], len(values)), np.int32)
        count_dealers_by_kind(values, kinds.many, kinds.times, kinds.first, self.measure.floors, counts[0])
        sums, best = self.measure.decide(values[None], counts)
        return values, counts[0], sums[0], best[0]


@dataclass(frozen=True, eq=False)
class KindSteps:
    """The boards from a street to the whole one, a card at a time."""

    measure: BoardCounter
    street: Boards
    levels: tuple[KindBoards, ...]
    """From the street's own to the whole boards."""
    executor: Executor | None

    @staticmethod
    def of(problem: BoardProblem, pairs: CardPairs, street: Boards, executor: Executor | None = None) -> KindSteps:
        """From that street of a game."""
        sizes = range(street.size, problem.sizes[-1] + 1)
        levels = tuple(KindBoards.of(problem, Boards(pairs, size)) for size in sizes)
        return KindSteps(BoardCounter.of(problem, pairs), street, levels, executor)

    def pull(self) -> Sums:
        """[class, column, pair]: what all whole boards are worth to the boards of the street, each in its own right."""
        sums = self._pulled()
        spread = np.zeros((len(self.street), len(sums), len(self.measure.pairs)), np.int64)
        tasks = split_evenly(TASKS, self.street.classes.hands, spread)
        run_tasks(partial(_spread, self.levels[0], self.measure.pairs, sums), tasks)
        return spread

    def endings(self, before: Ways, last: Passage) -> NDArray[np.int64]:
        """[standing, line, cell]: how all rounds end that come to the boards of the street so."""
        boards, pairs, here = self.street.classes, self.measure.pairs.cards, self.levels[0]
        ways = np.zeros((len(last.states), here.holdings), np.uint32)

        def work(some: NDArray[np.int64]) -> None:
            collect_ways(some, boards.hands, pairs, *here.reading, boards.weights, before, ways)

        run_tasks(work, [(some,) for some in here.shared_out(boards.hands, TASKS)])
        return self._ended(ways, last)

    def _pulled(self) -> NDArray[np.int64]:
        """[column, holding]"""
        whole, first = self.levels[-1], self.levels[-1].kinds.first
        sums = np.empty((self.measure.columns, whole.holdings), np.int64)
        for at, (_, _, found, _) in stream_tasks(self._counter, self._tasks(), self.executor):
            start = first[at * STRETCH]
            sums[:, start : start + found.shape[1]] = found
        for to_come, (here, larger) in enumerate(self._steps_back(), start=1):
            sums = _pull(here, larger, sums) // to_come
        return sums

    def _ended(self, ways: NDArray[np.uint32], last: Passage) -> NDArray[np.int64]:
        """[standing, line, cell], from [standing, holding] at the street."""
        for out, (level, larger) in enumerate(pairwise(self.levels), start=1):
            ways = _push(level, larger, ways) // np.uint32(out)
        whole = self.levels[-1]
        come = np.split(ways, whole.kinds.first[STRETCH : len(whole) : STRETCH], axis=1)
        tasks = [(*task, some) for task, some in zip(self._tasks(), come, strict=True)]
        totals = np.zeros((len(last.after), *self.measure.parts.shape[1:]), np.int64)
        for _, ends in stream_tasks(partial(_count_endings, self._counter, last), tasks, self.executor):
            totals += ends
        return totals

    @property
    def _counter(self) -> KindCounter:
        return KindCounter(self.measure, self.levels[-1].least)

    def _tasks(self) -> list[Task]:
        return split_by_size(STRETCH, self.levels[-1].kinds.boards, self.levels[-1].keys)

    def _steps_back(self) -> Sequence[tuple[KindBoards, KindBoards]]:
        return list(zip(self.levels[-2::-1], self.levels[:0:-1], strict=True))


def _count_endings(
    counter: KindCounter, last: Passage, boards: NDArray[np.uint8], keys: NDArray[np.int64], ways: NDArray[np.uint32]
) -> NDArray[np.int64]:
    """[standing, line, cell]: how the rounds end that come to these whole boards."""
    values, counts, _, best = counter(boards, keys)
    totals = np.zeros((len(last.after), *counter.measure.parts.shape[1:]), np.int64)
    add_holding_endings(values, counts, best, ways, last.states, last.carried, last.choices, totals)
    return totals


def _pull(here: KindBoards, larger: KindBoards, given: NDArray[np.int64]) -> NDArray[np.int64]:
    """[column, holding]: sums of the larger boards, added up over one more card."""
    sums = np.zeros((len(given), here.holdings), np.int64)

    def work(first: int, last: int) -> None:
        bounds = here.kinds.first[[first, last]]
        pull(*here.some(first, last), *larger.reading, given, sums[:, slice(*bounds)])

    run_tasks(work, chunks(len(here), TASKS))
    return sums


def _push(here: KindBoards, larger: KindBoards, ways: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """[standing, holding]: the rounds that come to the larger boards."""
    after = np.zeros((len(ways), larger.holdings), np.uint32)

    def work(first: int, last: int) -> None:
        push_ways(*here.some(0, len(here)), *larger.reading, ways[first:last], after[first:last])

    run_tasks(work, chunks(len(ways), usable_cores()))
    return after


def _spread(
    here: KindBoards, pairs: CardPairs, given: NDArray[np.int64], boards: NDArray[np.uint8], sums: Sums
) -> None:
    spread_holdings(boards, pairs.cards, *here.reading, given, sums)
