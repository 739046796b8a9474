"""One hidden card of the dealer's at a game with one decision, after the flop: flop by flop, every turn and river."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact import Unsolved
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem, board_problem, fits
from fairfelt.hands import POKER
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.boards.cells import settle_cells
from fairfelt.protection.boards.kernel import BOARD
from fairfelt.rules import Cards, Choice, Game

from .board_kernel import count_flop
from .ranked import COLUMNS, NUMBERS, RankCount, Ranked, Whole, live_cards

FLOP = 3
STANDARD = 52
BOARD_S = 4.6e-4
"""What a board takes, about, on one core."""


@dataclass(frozen=True, eq=False)
class FlopCount(RankCount):
    """Either of the dealer's cards."""

    @staticmethod
    def of(core: Game) -> FlopCount | None:
        """None where the game has another form."""
        if not fits(core) or core.showdown is None or core.showdown.ranking is not POKER or len(core.deck) != STANDARD:
            return None
        street = core.streets[0]
        once = len(core.streets) == 1 and street.reveals(Cards.COMMUNITY) == FLOP and not street.reveals(Cards.DEALER)
        asks = any(choice.holding for choice in street.choices)
        if not once or asks or core.hole != HOLE or core.deal.count(Cards.COMMUNITY) != BOARD:
            return None
        try:
            board_problem(core)
        except Unsolved:
            return None
        return FlopCount(core)

    @cached_property
    def problem(self) -> BoardProblem:
        """The game in integers."""
        return board_problem(self.game)

    @property
    def scale(self) -> int:
        return self.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.game.streets[0].choices[choice] for choice in self.problem.tree.orders[0])

    @property
    def left(self) -> int:
        """Cards beside the player's and the flop."""
        return STANDARD - HOLE - FLOP

    @property
    def seconds(self) -> float:
        return comb(STANDARD, FLOP) / 12.6 * comb(STANDARD - FLOP, BOARD - FLOP) * BOARD_S

    @property
    def ways(self) -> int:
        """Ways to deal the other cards beside the one that is hidden."""
        return (self.left - 1) * comb(self.left - HOLE, BOARD - FLOP)

    @property
    def rounds(self) -> int:
        return comb(STANDARD, FLOP) * comb(STANDARD - FLOP, HOLE) * self.left * self.ways

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, choice, number]"""
        problem = self.problem
        found = settle_cells(self.game, problem.tree.paths, problem.rows, problem.bands, self.scale)
        paths = [int(problem.tree.arrives_as[0][0, choice]) for choice in problem.tree.orders[0]]
        return np.ascontiguousarray(found[:, :, paths])

    def tasks(self) -> list[tuple[Any, ...]]:
        flops = suit_classes(self.game.deck, FLOP)
        return split_by_size(1, flops.hands, flops.weights)

    def ranked(self, flops: NDArray[np.uint8], weights: Whole) -> Ranked:
        """One flop, with every pair of the player's."""
        deck = np.setdiff1d(np.arange(STANDARD), flops[0]).astype(np.int64)
        pairs = deck[[(i, j) for j in range(len(deck)) for i in range(j)]].astype(np.uint8)
        played = [at for at, choice in enumerate(self.choices) if not choice.folds]
        found = np.zeros((len(pairs), len(played), NUMBERS, COLUMNS - 1), np.int64)
        tables = poker_tables(HOLE + BOARD)
        count_flop(
            flops[0].astype(np.int64), deck, tables.card_keys, tables.rows, tables.values, tables.suited,
            tables.flushes, self.problem.bands.floors, np.ascontiguousarray(self.settled[:, :, played]), found,
        )  # fmt: skip
        gone = np.hstack((pairs, np.tile(flops[0], (len(pairs), 1))))
        ways = live_cards(self.game.deck, gone) * self.ways
        numbers = np.zeros((len(pairs), COLUMNS, len(self.choices), NUMBERS), np.int64)
        numbers[:, : COLUMNS - 1, played] = np.moveaxis(found, 3, 1)
        for at in set(range(len(self.choices))) - set(played):
            numbers[:, :, at] = ways[:, :, None] * self._folded(at)
        return Ranked(numbers, ways, np.repeat(weights, len(pairs)), np.full(len(pairs), len(self.choices)))

    def _folded(self, choice: int) -> Whole:
        """[number] of a fold, whatever the hands."""
        there = self.problem.bands.rows >= 0
        return np.asarray(self.settled[there][0, choice], np.int64)
