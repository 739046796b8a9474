"""Solves showdowns with shared cards in streets: every board once, its results taken back to the boards before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.tree import Passage, passages_of
from fairfelt.rules import Game
from fairfelt.rules.hands import LINE_BITS
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.executors import Task, chunks, run_tasks, split_by_size, split_evenly, stream_tasks

from .boards import Boards, CardPairs
from .kernels import count_dealers_by_kind, push
from .kind_kernels import add_holding_endings, collect_ways, pull, push_ways, spread_holdings
from .kinds import KindBoards, Kinds, counts_by_kind
from .parts import (
    STRETCH,
    Best,
    BoardCounter,
    BoardCounts,
    PushedSums,
    StreetDecider,
    StreetStep,
    Sums,
    Ways,
    advance_boards,
    count_endings,
    push_boards,
)
from .problem import BoardProblem, board_problem
from .source import street_source

# Whole boards counted by kinds of cards, a card at a time: back to the last street before them, and on to the end.


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
            ways = _by_kind_push(level, larger, ways) // np.uint32(out)
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


def _by_kind_push(here: KindBoards, larger: KindBoards, ways: NDArray[np.uint32]) -> NDArray[np.uint32]:
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


MOST_KEPT = 1 << 24
"""So many sums of a street are kept for advice; a street with more is summed up again when it is asked about."""


@dataclass(frozen=True, eq=False)
class BoardsResult:
    """A solved game: what is best at each street, and how all rounds end."""

    problem: BoardProblem
    pairs: CardPairs
    boards: tuple[Boards, ...]
    """[street], and at last the whole board."""
    sums: dict[int, Sums] = field(default_factory=dict)
    """By street: the columns it asks for, for every class of boards and every pair, where they are kept."""
    best: dict[int, Best] = field(default_factory=dict)
    """By street, for those before the whole board is seen."""
    endings: dict[tuple[int, int], int] = field(default_factory=dict)
    """By path and row: combinations of whole rounds."""

    def kept(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: what a street decides by with these visible cards, where its sums are kept."""
        (place,), (exchange,) = self.boards[street].locate(np.array(shared, np.uint8).reshape(1, -1))
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        pair = self.pairs.moved[exchange, self.pairs.numbers[cards]]
        columns[self.problem.needed(street)] = self.sums[street][place, :, pair]
        return columns

    def counted(self, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: the parts of the result with the whole board visible."""
        measured = count_boards(self, np.array([shared], np.uint8))
        place = np.searchsorted(measured.live[0], self.pairs.numbers[cards])
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        parts = self.problem.parts[:, measured.values[0, place] >> LINE_BITS]
        columns[: len(parts)] = parts @ measured.counts[0, :, place]
        return columns


def solve_boards(game: Game, executor: Executor | None = None) -> BoardsResult:
    """Go back from the whole board to the first street, then forward to see how rounds end."""
    problem, pairs = board_problem(game), CardPairs(game.deck)
    found = BoardsResult(problem, pairs, tuple(Boards(pairs, size) for size in problem.sizes))
    by_kind = _steps_by_kind(found, executor)
    if problem.early:
        pushed = by_kind.pull() if by_kind else _push_whole_boards(found, executor)
    for street in reversed(problem.early):
        even = bool(by_kind) and street == problem.last_early
        pushed = _decide(found, street, pushed, executor, even=even)
    found.endings.update(_endings(found, by_kind, executor))
    return found


def _steps_by_kind(found: BoardsResult, executor: Executor | None) -> KindSteps | None:
    """From the last street before the whole board on, where the ranking allows it."""
    if not counts_by_kind(found.problem.game):
        return None
    return KindSteps.of(found.problem, found.pairs, _boards_at(found, found.problem.last_early), executor)


def _boards_at(found: BoardsResult, street: int) -> Boards:
    """The visible boards at a street; before the first one, the empty board."""
    return found.boards[street] if street >= 0 else Boards(found.pairs, 0)


def pack_boards(result: BoardsResult) -> dict[str, NDArray[Any]]:
    """What was counted, without what follows from the game."""
    endings = np.array([(path, row, count) for (path, row), count in result.endings.items()], np.int64)
    sums = {f"sums {street}": kept for street, kept in result.sums.items()}
    return {"endings": endings, **sums, **{f"best {street}": best for street, best in result.best.items()}}


def read_boards(game: Game, arrays: Mapping[str, NDArray[Any]]) -> BoardsResult:
    """The result that was kept."""
    problem, pairs = board_problem(game), CardPairs(game.deck)
    found = BoardsResult(problem, pairs, tuple(Boards(pairs, size) for size in problem.sizes))
    found.endings.update({(int(path), int(row)): int(count) for path, row, count in arrays["endings"]})
    for name, kept in arrays.items():
        match name.split():
            case ["sums", street]:
                found.sums[int(street)] = kept
            case ["best", street]:
                found.best[int(street)] = kept
    return found


def count_boards(found: BoardsResult, boards: NDArray[np.uint8]) -> BoardCounts:
    """Deal every pair to player and dealer beside each of these whole boards, and decide where that is asked."""
    return BoardCounter.of(found.problem, found.pairs)(boards)


def _push_whole_boards(found: BoardsResult, executor: Executor | None) -> Sums:
    """Results of whole boards, added to the boards of the last street before."""
    street = found.problem.last_early
    whole, into = found.boards[-1], _no_sums(found, street)
    located = whole.within(found.boards[street])
    tasks = split_by_size(STRETCH, whole.classes.hands, whole.classes.weights, *located)
    for _, pushes in stream_tasks(partial(push_boards, BoardCounter.of(found.problem, found.pairs)), tasks, executor):
        _push(pushes, found.pairs, into)
    return into


def _decide(found: BoardsResult, street: int, pushed: Sums, executor: Executor | None, *, even: bool) -> Sums:
    """Decide at a street by what came there from later ones, and push on to the street before."""
    problem, boards = found.problem, found.boards[street]
    states = len(problem.columns[street])
    found.best[street] = np.zeros((len(boards), states, len(found.pairs)), np.uint8)
    smaller = _boards_at(found, street - 1)
    into = _no_sums(found, street - 1)
    work = StreetDecider(found.pairs, states, into.shape[1], street_source(problem, street), even)
    located = boards.within(smaller)
    tasks = split_by_size(STRETCH, pushed, boards.keeping, boards.classes.hands, boards.classes.weights, *located)
    for at, (sums, best, pushes) in stream_tasks(work, tasks, executor):
        here = slice(at * STRETCH, (at + 1) * STRETCH)
        pushed[here], found.best[street][here] = sums, best
        _push(pushes, found.pairs, into)
    if pushed.size <= MOST_KEPT:
        found.sums[street] = pushed
    return into


def _push(pushes: Iterable[PushedSums], pairs: CardPairs, into: Sums) -> None:
    for one in pushes:
        push(*one, pairs.moved, into)


def _endings(found: BoardsResult, by_kind: KindSteps | None, executor: Executor | None) -> dict[tuple[int, int], int]:
    """Follow all rounds from the first street to the whole board, and count how they end."""
    problem, whole = found.problem, found.boards[-1]
    steps = passages_of(problem.tree)
    before, boards = np.ones((1, 1, len(found.pairs)), np.uint64), Boards(found.pairs, 0)
    for street in problem.early:
        before = _go_on(found, street, StreetStep(found.pairs, before, steps[street]), boards, executor)
        boards = found.boards[street]
    last = steps[-1] if len(problem.early) < len(steps) else steps[-1].nothing_more()
    if by_kind:
        return _by_row(problem, last, by_kind.endings(before, last))
    work = partial(count_endings, BoardCounter.of(problem, found.pairs), StreetStep(found.pairs, before, last))
    tasks = split_by_size(STRETCH, whole.classes.hands, whole.classes.weights, *whole.within(boards))
    totals = np.zeros((len(last.after), *problem.bands.rows.shape), np.int64)
    for _, ends in stream_tasks(work, tasks, executor):
        totals += ends
    return _by_row(problem, last, totals)


def _go_on(found: BoardsResult, street: int, step: StreetStep, smaller: Boards, executor: Executor | None) -> Ways:
    """In how many ways each board of a street and each pair lead to each standing after it."""
    boards = found.boards[street]
    tasks = split_by_size(STRETCH, found.best[street], boards.classes.hands, *boards.within(smaller))
    return np.concatenate(run_tasks(partial(advance_boards, step), tasks, executor))


def _by_row(problem: BoardProblem, last: Passage, totals: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """What the cells settle as."""
    endings = np.zeros((len(problem.tree.paths), len(problem.rows)), np.int64)
    there = problem.bands.rows >= 0
    for (_, path), counts in zip(last.after, totals, strict=True):
        np.add.at(endings[path], problem.bands.rows[there], counts[there])
    return {(path, row): int(endings[path, row]) for path, row in zip(*np.nonzero(endings), strict=True)}


def _no_sums(found: BoardsResult, street: int) -> Sums:
    """None at all before the first street, where nothing is asked for any more."""
    return np.zeros((len(_boards_at(found, street)), len(found.problem.needed(street)), len(found.pairs)), np.int64)
