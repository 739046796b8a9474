"""Whole boards by kinds of cards on a card: what they are worth to smaller boards, and how rounds end on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.compute.executors import chunks, run_tasks
from fairfelt.exact.core.tree import Passage

from .cuda_source import THREADS, KindSource, holding_ends
from .cuda_tasks import Task, endings_task, pull_source, push_source, sums_task
from .kind_kernels import KINDS, list_steps
from .kinds import KindBoards
from .problem import BoardProblem

BLOCKS_A_PROCESSOR: Final = 16
TASKS: Final = 64


@dataclass(frozen=True, eq=False)
class CardSteps:
    """The steps of `by_kind.KindSteps` on a card."""

    gpu: Gpu
    problem: BoardProblem
    levels: tuple[KindBoards, ...]

    def pull(self, columns: int) -> NDArray[np.int64]:
        """[column, holding]: what all whole boards are worth to the boards of the street."""
        sums = self.gpu.zeros((columns, self.levels[-1].holdings), np.int64)
        self._count(sums_task(columns), sums)
        kernel = self.gpu.kernel(pull_source(columns), "pull_sums")
        last = len(self.levels) - 1
        for level in reversed(range(last)):
            given, sums = sums, self.gpu.zeros((columns, self.levels[level].holdings), np.int64)
            self._start(kernel, level, *self._step(level), np.int64(last - level), self._ends, given, sums)
        return self.gpu.fetch(sums)

    def endings(self, ways: NDArray[np.uint32], last: Passage) -> NDArray[np.int64]:
        """[standing, line, cell]: how all rounds end that come to the holdings of the street so."""
        come, kernel = self.gpu.load(ways), self.gpu.kernel(push_source(len(ways)), "push_rounds")
        for level in range(len(self.levels) - 1):
            before, come = come, self.gpu.zeros((len(ways), self.levels[level + 1].holdings), np.uint32)
            self._start(kernel, level, *self._step(level), np.int64(max(level, 1)), self._ends, before, come)
        lines, cells = self.problem.bands.rows.shape
        totals = self.gpu.zeros((len(last.after), lines, cells), np.uint64)
        task = endings_task(last, lines=lines, cells=cells, most=self._source.most * self._source.pairs)
        self._count(task, come, np.int64(max(len(self.levels) - 1, 1)), totals)
        return self.gpu.fetch(totals).view(np.int64)

    def _count(self, task: Task, *taken: Any) -> None:
        whole, source = self.levels[-1], self._source
        many, times, first = self._loaded[-1]
        given = self.gpu.load(whole.kinds.boards), many, times, self.gpu.load(whole.kinds.cards), first
        tables = map(self.gpu.load, source.tables.values())
        kernel = self.gpu.kernel(source.text(task), task.name)
        self._start(kernel, -1, *given, np.int64(whole.holdings), *taken, *tables)

    def _step(self, level: int) -> tuple[Any, ...]:
        """Of the boards of a level, and of those with a card more."""
        return (
            *self._loaded[level], *self._steps[level], self._loaded[level + 1][2],
            np.int64(self.levels[level].holdings), np.int64(self.levels[level + 1].holdings),
        )  # fmt: skip

    def _start(self, kernel: Any, level: int, *given: Any) -> None:
        boards = len(self.levels[level])
        kernel(min(boards, self.gpu.processors * BLOCKS_A_PROCESSOR), THREADS, np.int64(boards), *given)

    @cached_property
    def _source(self) -> KindSource:
        many = int(self.levels[-1].kinds.many.max())
        return KindSource(self.problem, many * (many + 1) // 2)

    @cached_property
    def _ends(self) -> Any:
        return self.gpu.load(holding_ends())

    @cached_property
    def _loaded(self) -> list[tuple[Any, Any, Any]]:
        """[level]: how many kinds, their cards, and where the holdings of each board begin."""
        kinds = [level.kinds for level in self.levels]
        return [
            (self.gpu.load(k.many.astype(np.uint8)), self.gpu.load(k.times.astype(np.uint8)), self.gpu.load(k.first))
            for k in kinds
        ]

    @cached_property
    def _steps(self) -> list[tuple[Any, Any]]:
        """[level]: what becomes of boards and of their kinds with a card more, see `kind_kernels.list_steps`."""
        steps = [_next_boards(here, larger) for here, larger in pairwise(self.levels)]
        return [(self.gpu.load(after), self.gpu.load(turns)) for after, turns in steps]


def _next_boards(here: KindBoards, larger: KindBoards) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    after, turns = np.zeros((len(here), KINDS), np.int32), np.zeros((len(here), KINDS), np.int32)

    def work(first: int, last: int) -> None:
        boards, many, times, cards, _, least = here.some(first, last)
        list_steps(boards, many, times, cards, least, larger.least, larger.keys, after[first:last], turns[first:last])

    run_tasks(work, chunks(len(here), TASKS))
    return after, turns
