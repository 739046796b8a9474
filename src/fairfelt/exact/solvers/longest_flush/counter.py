"""Exposed or marked cards of the dealer's at showdowns by the longest flush."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, SuitClasses, suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact.core.counter import Counter, Counts, IntArray
from fairfelt.rules import Game

from .label_kernels import count_one_card, count_two_cards
from .solver import SUITS, FlushSets, count_below, fits, flush_kinds, flush_sets

MOST_EXPOSED = 2
LABELS = (1, ALL_CARDS, comb(ALL_CARDS - 1, 2))
"""None, every card, and every pair, by the number of exposed cards."""
STRETCH = 400_000
"""Pairs of a hand and a label in one task."""
HAND_S = (1.2e-6, 1.4e-5, 5e-5)
"""What a class of hands takes, about, on one core."""


@dataclass(frozen=True, eq=False)
class FlushCounter(Counter):
    """A label is the exposed card, or two of them that settle alike."""

    @staticmethod
    def of(core: Game, exposed: int) -> FlushCounter | None:
        """None where the game has another form, or more cards are exposed."""
        counter = FlushCounter(core, exposed)
        return counter if fits(core) and exposed <= min(MOST_EXPOSED, counter.hidden) else None

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return flush_kinds(self.game)

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * HAND_S[self.exposed]

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's hands."""
        return suit_classes(self.game.deck, self.game.hole)

    @cached_property
    def sets(self) -> FlushSets:
        """What is known before a hand is looked at."""
        return flush_sets(self.game, self.classes.keys)

    @cached_property
    def free(self) -> IntArray:
        """[suit]: ranks of the deck."""
        suits = {card.suit for card in self.game.deck.faces}
        return np.array([self.sets.deck if suit in suits else 0 for suit in range(SUITS)], np.int64)

    def tasks(self) -> list[tuple[Any, ...]]:
        assert self.sets, "found once for all tasks"
        own = self.classes
        return split_by_size(STRETCH // LABELS[self.exposed], own.keys, own.hands, own.weights)

    def count(self, keys: NDArray[np.uint64], hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        if not self.exposed:
            kinds, found = count_below(self.tables, self.sets, keys)
            return Counts(kinds, weights, found[:, None], np.full((len(keys), 1), self.following))
        own_kinds, count = self.kinds_of(hands), count_one_card if self.exposed == 1 else count_two_cards
        below = np.zeros((len(hands), LABELS[self.exposed], self.cuts.places.shape[1]), np.int64)
        ways = np.zeros(below.shape[:2], np.int64)
        count(self.tables, hands, own_kinds, self.free, self.hidden, self.sets.masks, self.following, below, ways)
        return Counts(own_kinds, weights, below, ways)
