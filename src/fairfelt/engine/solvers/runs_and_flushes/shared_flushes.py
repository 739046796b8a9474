"""Showdowns by the longest flush with wild cards and two shared cards, one card exposed or marked or none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import RANK_OF, Counter, Counts, IntArray
from fairfelt.engine.core.decisions import Cuts, by_row, cuts_by_row
from fairfelt.engine.core.problem import Problem, Unsolved, asks_for_a_hand, plain_ranking, showdown_problem
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, SuitClasses, suit_classes
from fairfelt.rules.hands import TrackRanking
from fairfelt.runtime.compute.executors import split_by_size

from .flushes import SUITS, suit_masks
from .shared_flush_kernels import BOARD, DEALERS, NOTHING, RANKS, SHARED, WILD, SuitTables, count_hands

PARTS = 64
BATCH = 64
"""Hands in one task, where cards are exposed."""
PLAIN_S, SHARED_S, DEALERS_S = 9e-5, 6e-4, 5e-3
"""What a canonical hand takes, about, on one core: with nothing exposed, a shared card, and one of the dealer's."""


@dataclass(frozen=True, eq=False)
class SharedFlushCounter(Counter):
    """A label is the exposed card, of the dealer's or of the two shared ones; all wild cards have one label.

    Hands change with the shared cards, so that rounds are counted by row: a cut is the place after a row.
    """

    exposed: int = 1
    shared: bool = False
    """Whether it is one of the shared cards."""

    @staticmethod
    def of(core: Game, exposed: int = 0, *, shared: bool = False) -> SharedFlushCounter | None:
        """None where another ranking wins, no card is shared, a choice asks for a hand, or more cards are exposed."""
        ranking, board = plain_ranking(core), core.deal.count(Cards.COMMUNITY)
        by_suits = isinstance(ranking, TrackRanking) and ranking.tracks == SUITS and ranking.tells.exchanges_suits
        fits = by_suits and board > 0 and not asks_for_a_hand(core)
        return SharedFlushCounter(core, exposed, shared) if exposed <= 1 and fits else None

    @cached_property
    def problem(self) -> Problem:
        """Refuses a game that needs another solver."""
        problem = showdown_problem(self.game)
        if self.game.deal.count(Cards.COMMUNITY) != BOARD or problem.showdown.qualify:
            raise Unsolved(
                f"{self.game.title}: flushes with other than two shared cards or a qualifying dealer have no solver yet"
            )
        ranking = problem.showdown.ranking
        assert isinstance(ranking, TrackRanking)
        if any(card.rank == 0 for card in self.game.deck.faces if not ranking.is_wild(card)):
            raise Unsolved("the longest flush is counted with deuces wild or out of the deck only")
        return problem

    @property
    def tracked(self) -> TrackRanking:
        assert isinstance(self.ranking, TrackRanking)
        return self.ranking

    @property
    def seconds(self) -> float:
        of_hand = PLAIN_S if not self.exposed else SHARED_S if self.shared else DEALERS_S
        return comb(len(self.game.deck), self.game.hole) / 24 * of_hand

    @property
    def following(self) -> int:
        """Combinations of shared cards and dealer's cards that follow each hand."""
        return comb(self.left, BOARD) * comb(self.left - BOARD, self.hidden)

    @property
    def rounds(self) -> int:
        labels = 1 if not self.exposed else BOARD if self.shared else self.hidden
        return comb(len(self.game.deck), self.game.hole) * self.following * labels

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes.hands))

    @cached_property
    def cuts(self) -> Cuts:
        return cuts_by_row(len(self.kinds), self.problem.nets.shape[1])

    @cached_property
    def loose(self) -> list[Card]:
        """Wild cards, whose suit means nothing."""
        return [card for card in self.game.deck.faces if self.tracked.is_wild(card)]

    @cached_property
    def label_ranks(self) -> IntArray:
        wild = {RANK_OF[int(card)] for card in self.loose}
        return np.array([*(1 + card % RANKS for card in range(WILD)), *(wild or {0})], np.int64)

    @cached_property
    def classes(self) -> SuitClasses:
        return suit_classes(self.game.deck, self.game.hole, self.loose)

    @cached_property
    def suits(self) -> SuitTables:
        """What is the same for all hands."""
        deck = sum({1 << card.rank for card in self.game.deck.faces if card not in self.loose}) >> 1
        of_suits = np.where(np.arange(SUITS) < len(self.game.deck.suits), deck, 0)
        totals = [comb(max(cards - BOARD, 0), self.hidden) for cards in range(len(self.game.deck) + 1)]
        rows = self.problem.rows.index[:, :, :, 1].astype(np.int64)
        return SuitTables(of_suits, len(self.loose), self.hidden, self.tracked.table, np.array(totals), rows)

    def tasks(self) -> list[tuple[Any, ...]]:
        size = BATCH if self.exposed else 1 + len(self.classes) // PARTS
        return split_by_size(size, self.classes.keys, self.classes.hands, self.classes.weights)

    def count(self, keys: NDArray[np.uint64], hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        by = NOTHING if not self.exposed else SHARED if self.shared else DEALERS
        tally = np.zeros((len(hands), WILD + 1 if by else 1, self.problem.nets.shape[1]), np.int64)
        wild = (keys >> np.uint64(SUITS * RANKS_PER_SUIT)).astype(np.int64)
        count_hands(self.suits, suit_masks(keys) >> 1, wild, by, tally)
        return Counts(self.kinds_of(hands), weights, *by_row(tally))
