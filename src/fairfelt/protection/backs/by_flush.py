"""One hidden card at showdowns by the longest flush: the dealer's hands with that card, counted suit by suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact import Progress
from fairfelt.exact.solvers.longest_flush.solver import RANKS, SUITS, fits
from fairfelt.hands.flushes import FlushRanking
from fairfelt.rules import Game

from .flush_kernel import count_with_card
from .ranked import COLUMNS, Ranked, ShowdownCount, Whole, live_cards

STRETCH = 50_000
"""Classes of hands in one task."""
HAND_S = 2e-5
"""What one takes, about, on one core."""


@dataclass(frozen=True, eq=False)
class FlushCount(ShowdownCount):
    """Any of the dealer's cards at a showdown by the longest flush."""

    @staticmethod
    def of(core: Game) -> FlushCount | None:
        """None where the game has another form."""
        return FlushCount(core) if fits(core) else None

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        assert isinstance(self.ranking, FlushRanking)
        coverable = np.bitwise_count(np.arange(RANKS + 1)) <= max(self.game.hole, self.hidden)
        return np.asarray(np.unique(self.ranking.table[0][: RANKS + 1][coverable]), np.int32)

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * HAND_S

    def tasks(self, progress: Progress | None = None) -> list[tuple[Any, ...]]:
        own = suit_classes(self.game.deck, self.game.hole)
        return split_by_size(STRETCH, own.hands, own.weights)

    @cached_property
    def free(self) -> Whole:
        """[suit]: ranks of the deck."""
        ranks = sum(1 << rank for rank in {card.rank for card in self.game.deck.faces})
        suits = {card.suit for card in self.game.deck.faces}
        return np.array([ranks if suit in suits else 0 for suit in range(SUITS)], np.int64)

    @cached_property
    def masks(self) -> Whole:
        """[kind]: the ranks of its flush."""
        return (self.kinds & RANKS).astype(np.int64)

    def ranked(self, hands: NDArray[np.uint8], weights: Whole) -> Ranked:
        kinds, cuts = self.kinds_of(hands), self.cuts
        below = np.zeros((len(hands), COLUMNS, cuts.places.shape[1]), np.int64)
        count_with_card(hands, kinds, self.free, self.hidden, cuts.places, cuts.counts, self.masks, below)
        return self.settle(kinds, below, live_cards(self.game.deck, hands), weights)
