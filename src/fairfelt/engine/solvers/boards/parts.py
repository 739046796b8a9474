"""The parts that the work on boards is done in: plain arrays in, plain arrays out, on whatever machine.

A part is a stretch of boards, looked at block by block.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.tree import Passage
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.executors import split_by_size

from .boards import CardPairs
from .kernels import (
    add_endings,
    advance,
    count_dealers,
    join_hands,
    list_live_pairs,
    put_live,
    spread_evenly,
    take_live,
)
from .problem import HOLE, BoardProblem
from .source import whole_board_source

BLOCK = 32
"""Boards looked at together, so that what is known of them stays in the nearer caches."""
STRETCH = 8 * BLOCK
"""Boards in a part: few enough that what comes back is small beside memory."""
STANDINGS_IN_A_WORD = 8

Live = NDArray[np.uint16]
"""[board, place]: the numbers of the pairs that leave the board its cards."""
Sums = NDArray[np.int64]
"""[board, column, pair]: what is summed over all that follows, for the columns somebody asks for; see `problem`."""
Best = NDArray[np.uint8]
"""[board, state, pair]"""
Ways = NDArray[np.uint64]
"""[board, word, pair]: see `kernels.advance`."""
Boards = NDArray[np.uint8]
Weights = NDArray[np.int64]
Places = NDArray[np.uint32]
Exchanges = NDArray[np.uint8]
PushedSums = tuple[Sums, Live, Weights, Places, Exchanges]
"""What `kernels.push` adds to the smaller boards."""


@dataclass(frozen=True, eq=False)
class BoardCounts:
    """Some whole boards with everything that is dealt beside them."""

    live: Live
    values: NDArray[np.int32]
    """[board, pair]"""
    counts: NDArray[np.int32]
    """[board, cell, pair]: the dealer's pairs."""
    sums: Sums
    best: Best
    """What is best with the whole board visible, if there is a decision."""


@dataclass(frozen=True, eq=False)
class BoardCounter:
    """Deals every pair to player and dealer beside whole boards, and decides where that is asked."""

    pairs: CardPairs
    ranking: Ranking
    floors: NDArray[np.int32]
    parts: NDArray[np.int64]
    columns: int
    """Sums that the street before asks for."""
    states: int
    """In which there is a decision with the whole board visible."""
    source: str

    @staticmethod
    def of(problem: BoardProblem, pairs: CardPairs) -> BoardCounter:
        """All that it needs of a game."""
        late = len(problem.columns) - len(problem.early)
        columns, states = len(problem.needed(problem.last_early)), len(problem.columns[-1]) if late else 0
        source = whole_board_source(problem)
        return BoardCounter(pairs, problem.ranking, problem.bands.floors, problem.parts, columns, states, source)

    def __call__(self, boards: Boards) -> BoardCounts:
        live = live_pairs(self.pairs, boards)
        hands = np.empty((*live.shape, boards.shape[1] + HOLE), np.uint8)
        join_hands(boards, self.pairs.cards, live, hands)
        values = self.ranking.batch(hands.reshape(-1, hands.shape[2])).reshape(live.shape)
        counts = np.zeros((len(live), self.parts.shape[2], live.shape[1]), np.int32)
        count_dealers(values, live, self.pairs.cards, self.floors, counts)
        return BoardCounts(live, values, counts, *self.decide(values, counts))

    def decide(self, values: NDArray[np.int32], counts: NDArray[np.int32]) -> tuple[Sums, Best]:
        """What the street before asks for, and what is best, from values and the dealer's pairs."""
        sums = np.empty((len(values), self.columns, values.shape[1]), np.int64)
        best = np.zeros((len(values), self.states, values.shape[1]), np.uint8)
        compile_source(self.source, "weigh")(values, counts, self.parts, sums, best)
        return sums, best


@dataclass(frozen=True, eq=False)
class StreetStep:
    """From where rounds stand before a street to where they stand after it."""

    pairs: CardPairs
    before: Ways
    passage: Passage

    def __call__(self, live: Live, places: Places, exchanges: Exchanges, best: Best) -> Ways:
        ways, step = np.zeros((len(live), words_of(self.passage), live.shape[1]), np.uint64), self.passage
        moved = self.pairs.moved
        advance(self.before, live, places, exchanges, moved, step.states, step.carried, step.choices, best, ways)
        return ways


def push_boards(
    measure: BoardCounter, boards: Boards, weights: Weights, places: Places, exchanges: Exchanges
) -> list[PushedSums]:
    """What whole boards are worth to the smaller ones within them."""
    found = ((measure(block), where) for block, *where in split_by_size(BLOCK, boards, weights, places, exchanges))
    return [(measured.sums, measured.live, *where) for measured, where in found]


@dataclass(frozen=True, eq=False)
class StreetDecider:
    """Decides at the boards of a street."""

    pairs: CardPairs
    states: int
    columns: int
    """Sums that the street before asks for."""
    source: str
    even: bool
    """Whether what comes from later streets is even already."""

    def __call__(
        self, pushed: Sums, keeping: NDArray[np.bool_], boards: Boards, weights: Weights, places: Places,
        exchanges: Exchanges,
    ) -> tuple[Sums, Best, list[PushedSums]]:  # fmt: skip
        """What was pushed there, evenly, what is best, and what that is worth to the smaller boards."""
        even, best = np.zeros_like(pushed), np.zeros((len(boards), self.states, len(self.pairs)), np.uint8)
        blocks = split_by_size(BLOCK, pushed, keeping, even, best, boards, weights, places, exchanges)
        return even, best, [self._block(*block) for block in blocks]

    def _block(
        self, pushed: Sums, keeping: NDArray[np.bool_], even: Sums, best: Best, boards: Boards, *where: Any
    ) -> PushedSums:
        live = live_pairs(self.pairs, boards)
        given = np.empty((len(live), pushed.shape[1], live.shape[1]), np.int64)
        if self.even:
            take_live(pushed, live, given)
        else:
            spread_evenly(pushed, live, keeping, self.pairs.moved, given)
        sums = np.empty((len(live), self.columns, live.shape[1]), np.int64)
        chosen = np.empty((len(live), self.states, live.shape[1]), np.uint8)
        compile_source(self.source, "weigh")(live, given, sums, chosen)
        put_live(chosen, live, best)
        put_live(given, live, even)
        return sums, live, *where


def advance_boards(step: StreetStep, best: Best, boards: Boards, places: Places, exchanges: Exchanges) -> Ways:
    """In how many ways each board of a street and each pair lead to each standing after it."""
    after = np.zeros((len(boards), words_of(step.passage), len(step.pairs)), np.uint64)
    for into, chosen, block, at, exchange in split_by_size(BLOCK, after, best, boards, places, exchanges):
        live = live_pairs(step.pairs, block)
        here = np.empty((*chosen.shape[:2], live.shape[1]), np.uint8)
        take_live(chosen, live, here)
        put_live(step(live, at, exchange, here), live, into)
    return after


def count_endings(
    measure: BoardCounter, step: StreetStep, boards: Boards, weights: Weights, places: Places, exchanges: Exchanges
) -> NDArray[np.int64]:
    """[standing, line, cell]: how all rounds on these whole boards end."""
    totals = np.zeros((len(step.passage.after), *measure.parts.shape[1:]), np.int64)
    for block, times, at, exchange in split_by_size(BLOCK, boards, weights, places, exchanges):
        measured = measure(block)
        ways = step(measured.live, at, exchange, measured.best)
        add_endings(measured.values, measured.counts, times, ways, totals)
    return totals


def words_of(passage: Passage) -> int:
    """How many words hold the ways to all standings after it."""
    return -(-len(passage.after) // STANDINGS_IN_A_WORD)


def live_pairs(pairs: CardPairs, boards: Boards) -> Live:
    """The pairs that leave each board its cards."""
    left = len(pairs.deck) - boards.shape[1]
    live = np.empty((len(boards), comb(left, HOLE)), np.uint16)
    list_live_pairs(boards, pairs.cards, live)
    return live
