"""The hands of a showdown by the longest flush with wild and shared cards, by a card that is seen beside each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT, SuitClasses, suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact.core.decisions import BINOMIALS
from fairfelt.exact.core.problem import Problem
from fairfelt.exact.solvers.suits.kernels import SuitTables
from fairfelt.exact.solvers.suits.solver import suits_problem
from fairfelt.exact.solvers.suits.steps import RANKS, SUITS
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.rules import Cards, Game

from .card_kernel import COLUMNS, count_columns

Whole = NDArray[np.int64]
NUMBERS = 3
"""Result, square and hit."""
STRETCH = 64
"""Classes of hands in one task."""
SHARED_S, DEALERS_S = 6e-4, 5e-3
"""What one takes, about, on one core, by a shared card and by one of the dealer's."""


@dataclass(frozen=True, eq=False)
class FlushHands:
    """The hands of such a game, and what they are held against."""

    game: Game

    @cached_property
    def problem(self) -> Problem:
        """The game in integers."""
        return suits_problem(self.game)

    @property
    def ranking(self) -> TrackRanking:
        """By which hands are compared."""
        ranking = self.problem.showdown.ranking
        assert isinstance(ranking, TrackRanking)
        return ranking

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's, up to an exchange of suits."""
        wild = [card for card in self.game.deck.faces if self.ranking.is_wild(card)]
        return suit_classes(self.game.deck, self.game.hole, wild)

    @property
    def draws(self) -> int:
        """Cards of the dealer's."""
        return self.game.deal.count(Cards.DEALER)

    @cached_property
    def tables(self) -> SuitTables:
        """What is the same for all hands."""
        deck = np.zeros(SUITS, np.int64)
        for card in self.game.deck.faces:
            if not self.ranking.is_wild(card):
                deck[card.suit] |= 1 << card.rank >> 1
        wild = sum(self.ranking.is_wild(card) for card in self.game.deck.faces)
        rows = self.problem.rows.index[:, :, :, 1].astype(np.int64)
        return SuitTables(
            deck, wild, self.draws, self.ranking.table, BINOMIALS, rows, self.problem.nets, self.problem.extras
        )

    @cached_property
    def settled(self) -> Whole:
        """[line, row, choice, number]: result, square and hit."""
        nets = self.problem.nets.T[None] + self.problem.extras.T[:, None]
        return np.stack((nets, nets**2, (nets >= self.problem.scale).astype(np.int64)), axis=-1)

    def held(self, hands: NDArray[np.uint8]) -> tuple[Whole, Whole]:
        """[hand, suit]: ranks without the wild ones, three as the lowest; and [hand] the number of wild cards."""
        wild = self.classes.loose[hands]
        bits = np.where(wild, 0, np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64)) >> 1
        suits = hands // RANKS_PER_SUIT
        return np.stack([(bits * (suits == suit)).sum(axis=1) for suit in range(SUITS)], axis=1), wild.sum(axis=1)

    def lines(self, hands: NDArray[np.uint8]) -> Whole:
        """[hand]: the line of its own cards."""
        return (self.ranking.batch(hands) >> LINE_BITS).astype(np.int64)

    def tasks(self, stretch: int) -> list[tuple[Any, ...]]:
        """Hands and their weights, those together that have as many cards of each suit."""
        hands, weights = self.classes.hands, self.classes.weights
        masks, wild = self.held(hands)
        shape = np.bitwise_count(masks).astype(np.int64) @ (RANKS + 1) ** np.arange(SUITS) * (SUITS + 1) + wild
        order = np.argsort(shape, kind="stable")
        groups = np.split(order, np.flatnonzero(np.diff(shape[order])) + 1)
        return [task for some in groups for task in split_by_size(stretch, hands[some], weights[some])]

    def by_card(self, hands: NDArray[np.uint8], *, dealers: bool) -> tuple[Whole, Whole]:
        """[hand, column, choice, number] by the card seen, for hands of one task; and [hand, column] how much follows.

        The columns are those of `card_kernel`.
        """
        masks, wild = self.held(hands)
        numbers = np.zeros((len(hands), COLUMNS, len(self.problem.choices), NUMBERS), np.int64)
        ways = np.zeros((len(hands), COLUMNS), np.int64)
        count_columns(self.tables, masks, wild, self.lines(hands), dealers, self.settled, numbers, ways)
        return numbers, ways
