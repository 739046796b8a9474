"""One exposed or marked card at showdowns by the longest flush with wild and shared cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import SuitClasses, suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact.core.counter import RANK_OF, Counter, Counts, IntArray
from fairfelt.exact.core.cuts import Cuts, by_row, cuts_by_row
from fairfelt.exact.core.problem import Problem
from fairfelt.hands import TrackRanking
from fairfelt.rules import Game

from .card_kernel import LABELS, WILD, count_labels
from .kernels import SuitTables
from .solver import BOARD, fits, loose_cards, suit_masks, suit_tables, suits_problem
from .steps import RANKS, SUITS

STRETCH = 64
"""Classes of hands in one task."""
SHARED_S, DEALERS_S = 6e-4, 5e-3
"""What one takes, about, on one core, by a shared card and by one of the dealer's."""


@dataclass(frozen=True, eq=False)
class SharedFlushCounter(Counter):
    """A label is the exposed card, of the dealer's or of the two shared ones; all wild cards have one label.

    Hands change with the shared cards, so that rounds are counted by row: a cut is the place after a row.
    """

    exposed: int = 1
    shared: bool = False
    """Whether it is one of the shared cards."""

    @staticmethod
    def of(core: Game, exposed: int, *, shared: bool = False) -> SharedFlushCounter | None:
        """None where the game has another form, or other than one card is exposed."""
        return SharedFlushCounter(core, exposed, shared) if exposed == 1 and fits(core) else None

    @cached_property
    def problem(self) -> Problem:
        return suits_problem(self.game)

    @property
    def tracked(self) -> TrackRanking:
        """The ranking."""
        assert isinstance(self.ranking, TrackRanking)
        return self.ranking

    @property
    def seconds(self) -> float:
        return len(self.classes) * (SHARED_S if self.shared else DEALERS_S)

    @property
    def rounds(self) -> int:
        hands, dealt = comb(len(self.game.deck), self.game.hole), comb(self.left, self.hidden)
        return hands * dealt * comb(self.left - self.hidden, BOARD) * (BOARD if self.shared else self.hidden)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes.hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @cached_property
    def cuts(self) -> Cuts:
        return cuts_by_row(len(self.kinds), self.problem.nets.shape[1])

    @cached_property
    def label_ranks(self) -> IntArray:
        wild = {RANK_OF[int(card)] for card in loose_cards(self.game, self.tracked)}
        return np.array([*(1 + card % RANKS for card in range(WILD)), *(wild or {0})], np.int64)

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's hands, up to an exchange of suits."""
        return suit_classes(self.game.deck, self.game.hole, loose_cards(self.game, self.tracked))

    @cached_property
    def suits(self) -> SuitTables:
        """What is the same for all hands."""
        return suit_tables(self.problem)

    def tasks(self) -> list[tuple[Any, ...]]:
        """Hands and their weights, those together that have as many cards of each suit."""
        masks, wild = suit_masks(self.classes.keys)
        shape = np.bitwise_count(masks).astype(np.int64) @ (RANKS + 1) ** np.arange(SUITS) * (SUITS + 1) + wild
        order = np.argsort(shape, kind="stable")
        groups = np.split(order, np.flatnonzero(np.diff(shape[order])) + 1)
        arrays = self.classes.keys, self.classes.hands, self.classes.weights
        return [task for some in groups for task in split_by_size(STRETCH, *(array[some] for array in arrays))]

    def count(self, keys: NDArray[np.uint64], hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        tally = np.zeros((len(hands), LABELS, self.problem.nets.shape[1]), np.int64)
        count_labels(self.suits, *suit_masks(keys), not self.shared, tally)
        return Counts(self.kinds_of(hands), weights, *by_row(tally))
