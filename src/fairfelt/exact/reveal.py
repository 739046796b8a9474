"""Solves showdowns with shared cards in streets: every board once, its results pushed back to the boards before it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands import LINE_BITS
from fairfelt.hands.cuda import Gpu

from .board_source import street_kernel, whole_board_kernel
from .boards import Boards, Pairs
from .decided import chunks, spread
from .shared import HOLE, Shared
from .tree import Passage, passages

PARTS = 64
BLOCK = 32
"""Boards looked at together, so that what is known of them stays in the nearer caches."""
MOST_KEPT = 1 << 24
"""So many sums of a street are kept for advice; a street with more is summed up again when it is asked about."""
STANDINGS_IN_A_WORD = 8

Live = NDArray[np.uint16]
"""[board, place]: the numbers of the pairs that leave the board its cards."""
Sums = NDArray[np.int64]
"""[board, column, pair]: what is summed over all that follows, for the columns somebody asks for; see `shared`."""
Best = NDArray[np.uint8]
"""[board, state, pair]"""
Ways = NDArray[np.uint64]
"""[board, word, pair]: see `board_kernels.go_on`."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Some whole boards with everything that is dealt beside them."""

    live: Live
    values: NDArray[np.int32]
    """[board, pair]"""
    counts: NDArray[np.int32]
    """[board, cell, pair]: the dealer's pairs."""
    sums: Sums
    best: Best
    """What is best with the whole board in sight, if there is a decision."""


@dataclass(frozen=True, eq=False)
class Revealed:
    """A solved game: what is best at each street, and how all rounds end."""

    problem: Shared
    pairs: Pairs
    boards: tuple[Boards, ...]
    """[street], and at last the whole board."""
    sums: dict[int, Sums] = field(default_factory=dict)
    """By street: the columns it asks for, for every class of boards and every pair, where they are kept."""
    best: dict[int, Best] = field(default_factory=dict)
    """By street, for those before the whole board is seen."""
    endings: dict[tuple[int, int], int] = field(default_factory=dict)
    """By path and row: combinations of whole rounds."""

    def kept(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: what a street decides by with these cards in sight, where its sums are kept."""
        (place,), (exchange,) = self.boards[street].locate(np.array(shared, np.uint8).reshape(1, -1))
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        pair = self.pairs.moved[exchange, self.pairs.numbers[cards]]
        columns[self.problem.needed(street)] = self.sums[street][place, :, pair]
        return columns

    def counted(self, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: the parts of the result with the whole board in sight."""
        measured = measure(self, np.array([shared], np.uint8))
        place = np.searchsorted(measured.live[0], self.pairs.numbers[cards])
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        parts = self.problem.parts[:, measured.values[0, place] >> LINE_BITS]
        columns[: len(parts)] = parts @ measured.counts[0, :, place]
        return columns


def reveal(problem: Shared, executor: Executor | None = None) -> Revealed:
    """Solve a game: back from the whole board to the first street, then forward to see how rounds end."""
    pairs = Pairs(problem.game.deck)
    found = Revealed(problem, pairs, tuple(Boards(pairs, size) for size in problem.sizes))
    pushed = _push_whole_boards(found, executor)
    for street in reversed(problem.early):
        pushed = _decide(found, street, pushed, executor)
    found.endings.update(_endings(found, executor))
    return found


def measure(found: Revealed, boards: NDArray[np.uint8]) -> Measured:
    """Deal every pair to player and dealer beside each of these whole boards, and decide where that is asked."""
    from .board_kernels import hands_of, meet_dealers

    problem, cards = found.problem, found.pairs.cards
    live = live_pairs(found, boards)
    hands = np.empty((*live.shape, boards.shape[1] + HOLE), np.uint8)
    hands_of(boards, cards, live, hands)
    values = problem.ranking.batch(hands.reshape(-1, hands.shape[2])).reshape(live.shape)
    counts = np.zeros((len(live), problem.parts.shape[2], live.shape[1]), np.int32)
    meet_dealers(values, live, cards, problem.bands.floors, counts)
    late = len(problem.columns) - len(problem.early)
    sums = np.empty((len(live), len(problem.needed(problem.early[-1])), live.shape[1]), np.int64)
    best = np.zeros((len(live), len(problem.columns[-1]) if late else 0, live.shape[1]), np.uint8)
    whole_board_kernel(problem)(values, counts, problem.parts, sums, best)
    return Measured(live, values, counts, sums, best)


def _push_whole_boards(found: Revealed, executor: Executor | None) -> Sums:
    """Results of whole boards, added to the boards of the last street before."""
    from .board_kernels import push

    street = found.problem.early[-1]
    whole, into = found.boards[-1], _no_sums(found, street)
    places, exchanges = whole.within(found.boards[street])
    if isinstance(executor, Gpu):
        from .cuda import push_on

        return push_on(executor, found.problem, whole, (places, exchanges), into.shape)

    def work(block: slice, lock: Lock) -> None:
        measured = measure(found, whole.classes.hands[block])
        with lock:
            push(measured.sums, measured.live, whole.classes.weights[block], places[block], exchanges[block],
                 found.pairs.moved, into)  # fmt: skip

    _spread(work, len(whole), executor)
    return into


def _decide(found: Revealed, street: int, pushed: Sums, executor: Executor | None) -> Sums:
    """Decide at a street by what was pushed there, and push on to the street before."""
    from .board_kernels import push, spread_evenly

    problem, boards, moved = found.problem, found.boards[street], found.pairs.moved
    found.best[street] = np.zeros((len(boards), len(problem.columns[street]), len(found.pairs)), np.uint8)
    smaller = found.boards[street - 1] if street else Boards(found.pairs, 0)
    into = _no_sums(found, street - 1)
    places, exchanges = boards.within(smaller)

    def work(block: slice, lock: Lock) -> None:
        live = live_pairs(found, boards.classes.hands[block])
        given = np.empty((len(live), pushed.shape[1], live.shape[1]), np.int64)
        spread_evenly(pushed[block], live, boards.keeping[block], moved, given)
        sums = np.empty((len(live), into.shape[1], live.shape[1]), np.int64)
        best = np.empty((len(live), len(problem.columns[street]), live.shape[1]), np.uint8)
        street_kernel(problem, street)(live, given, sums, best)
        _put(found.best[street][block], live, best)
        _put(pushed[block], live, given)
        with lock:
            push(sums, live, boards.classes.weights[block], places[block], exchanges[block], moved, into)

    _spread(work, len(boards), executor)
    if pushed.size <= MOST_KEPT:
        found.sums[street] = pushed
    return into


def _endings(found: Revealed, executor: Executor | None) -> dict[tuple[int, int], int]:
    """Follow all rounds from the first street to the whole board, and count how they end."""
    from .board_kernels import add_endings

    problem, whole = found.problem, found.boards[-1]
    steps = passages(problem.tree)
    before, boards = np.ones((1, 1, len(found.pairs)), np.uint64), Boards(found.pairs, 0)
    for street in problem.early:
        before = _go_on(found, street, steps[street], boards, before, executor)
        boards = found.boards[street]
    last = steps[-1] if len(problem.early) < len(steps) else steps[-1].nothing_more()
    places, exchanges = whole.within(boards)
    if isinstance(executor, Gpu):
        from .cuda import endings_on

        return _by_row(problem, last, endings_on(executor, problem, whole, (places, exchanges), last, before))
    totals = np.zeros((len(last.after), *problem.bands.rows.shape), np.int64)

    def work(block: slice, lock: Lock) -> None:
        measured = measure(found, whole.classes.hands[block])
        ways = _step(found, last, before, measured.live, places[block], exchanges[block], measured.best)
        own = np.zeros_like(totals)
        add_endings(measured.values, measured.counts, whole.classes.weights[block], ways, own)
        with lock:
            np.add(totals, own, out=totals)

    _spread(work, len(whole), executor)
    return _by_row(problem, last, totals)


def _go_on(
    found: Revealed, street: int, step: Passage, smaller: Boards, before: Ways, executor: Executor | None
) -> Ways:
    """In how many ways each board of a street and each pair lead to each standing after it."""
    boards = found.boards[street]
    places, exchanges = boards.within(smaller)
    after = np.zeros((len(boards), _words(step), len(found.pairs)), np.uint64)

    def work(block: slice, lock: Lock) -> None:
        live = live_pairs(found, boards.classes.hands[block])
        best = np.take_along_axis(found.best[street][block], live[:, None, :].astype(np.int64), axis=2)
        _put(after[block], live, _step(found, step, before, live, places[block], exchanges[block], best))

    _spread(work, len(boards), executor)
    return after


def _step(
    found: Revealed,
    step: Passage,
    before: Ways,
    live: Live,
    places: NDArray[np.uint32],
    exchanges: NDArray[np.uint8],
    best: Best,
) -> Ways:
    from .board_kernels import go_on

    ways = np.zeros((len(live), _words(step), live.shape[1]), np.uint64)
    go_on(before, live, places, exchanges, found.pairs.moved, step.states, step.carried, step.choices, best, ways)
    return ways


def _words(step: Passage) -> int:
    return -(-len(step.after) // STANDINGS_IN_A_WORD)


def _by_row(problem: Shared, last: Passage, totals: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """What the cells settle as."""
    endings = np.zeros((len(problem.tree.paths), len(problem.rows)), np.int64)
    there = problem.bands.rows >= 0
    for (_, path), counts in zip(last.after, totals, strict=True):
        np.add.at(endings[path], problem.bands.rows[there], counts[there])
    return {(path, row): int(endings[path, row]) for path, row in zip(*np.nonzero(endings), strict=True)}


def live_pairs(found: Revealed, boards: NDArray[np.uint8]) -> Live:
    """The pairs that leave each board its cards."""
    from .board_kernels import live_pairs

    left = len(found.pairs.deck) - boards.shape[1]
    live = np.empty((len(boards), comb(left, HOLE)), np.uint16)
    live_pairs(boards, found.pairs.cards, live)
    return live


def _put(everywhere: NDArray[np.generic], live: Live, here: NDArray[np.generic]) -> None:
    """From places of live pairs to the pairs themselves."""
    np.put_along_axis(everywhere, live[:, None, :].astype(np.int64), here, axis=2)


def _no_sums(found: Revealed, street: int) -> Sums:
    """None at all before the first street, where nothing is asked for any more."""
    boards, columns = (len(found.boards[street]), len(found.problem.needed(street))) if street >= 0 else (1, 0)
    return np.zeros((boards, columns, len(found.pairs)), np.int64)


def _spread(work: Callable[[slice, Lock], None], boards: int, executor: Executor | None) -> None:
    """All boards, block by block; what is shared is written by one at a time."""
    lock = Lock()

    def part(first: int, last: int) -> None:
        for start in range(first, last, BLOCK):
            work(slice(start, min(start + BLOCK, last)), lock)

    spread(part, chunks(boards, PARTS), executor)
