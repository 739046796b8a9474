"""One hidden card at showdowns where suits seldom matter: the dealer's hands that hold it, counted by their ranks.

With nothing in sight, the sweep of the solver counts them for every card. Where one card is in sight, it counts hands
with that card and without the player's; so every hidden card is added to the player's, and what is missing held it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, suit_classes
from fairfelt.compute.executors import split_by_size
from fairfelt.exact import Progress
from fairfelt.exact.core.rank_choices import counts_by_ranks
from fairfelt.exact.solvers.sweep.by_ranks import DealerByRanks, dealer_by_ranks, sweep_by_ranks
from fairfelt.exact.solvers.sweep.solver import fits
from fairfelt.rules import Cards, Game

from .ranked import COLUMNS, RANK_OF, Ranked, ShowdownCount, Whole, live_cards
from .sweep_kernel import take_away

STRETCH, STRETCH_UP = 200_000, 1_000
"""Classes of hands in one task; where a card is in sight."""
HAND_S, PAIR_S = 3e-5, 2e-5
"""What one takes, about, on one core; and where a card is in sight, one with each hidden card."""


@dataclass(frozen=True, eq=False)
class SweepCount(ShowdownCount):
    """Any of the dealer's hidden cards at a showdown that is swept."""

    @staticmethod
    def of(core: Game) -> SweepCount | None:
        """None where the game has another form."""
        if not fits(core) or core.showdown is None:
            return None
        ranking, dealer = core.showdown.ranking, core.deal.count(Cards.DEALER)
        return SweepCount(core) if counts_by_ranks(ranking, core.deck, dealer) else None

    @cached_property
    def theirs(self) -> DealerByRanks:
        """The dealer's hands."""
        return dealer_by_ranks(self.ranking, self.game.deck, self.up + self.hidden)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(suit_classes(self.game.deck, self.game.hole).hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.theirs.kinds

    @property
    def seconds(self) -> float:
        hands = comb(len(self.game.deck), self.game.hole) / 24
        return hands * (PAIR_S * self.left if self.up else HAND_S)

    def tasks(self, progress: Progress | None = None) -> list[tuple[Any, ...]]:
        """By what hands are worth, so that each sweep ends early."""
        own = suit_classes(self.game.deck, self.game.hole)
        order = np.argsort(self.kinds_of(own.hands), kind="stable")
        return split_by_size(STRETCH_UP if self.up else STRETCH, own.hands[order], own.weights[order])

    def ranked(self, hands: NDArray[np.uint8], weights: Whole) -> Ranked:
        return self._beside_up_card(hands, weights) if self.up else self._alone(hands, weights)

    def below(self, cards: int, hands: NDArray[np.uint8], kinds: Whole) -> tuple[NDArray[np.int32], Whole]:
        """[event, card]: the dealer's hands below a cut that hold a card; and [hand, cut]: the event, -1 for none.

        cards  one, or none: then all of the dealer's hands are counted as if with the first
        """
        cut = self.cuts.places[kinds]
        events = np.argsort(cut.ravel(), kind="stable")
        events = events[cut.ravel()[events] >= 0]
        places = np.full(cut.shape, -1, np.int64)
        places.ravel()[events] = np.arange(len(events))
        return sweep_by_ranks(self.theirs, cards, hands[events // cut.shape[1]], cut.ravel()[events]), places

    def _alone(self, hands: NDArray[np.uint8], weights: Whole) -> Ranked:
        kinds, faces = self.kinds_of(hands), np.array(self.game.deck.faces, np.int64)
        found, places = self.below(1, hands, kinds)
        free = np.zeros((len(hands), ALL_CARDS), np.int64)
        free[:, faces] = 1
        np.put_along_axis(free, hands.astype(np.int64), 0, axis=1)
        below = np.zeros((len(hands), COLUMNS, places.shape[1]), np.int64)
        for cut in range(places.shape[1]):
            there = np.flatnonzero(places[:, cut] >= 0)
            for card in faces.tolist():
                below[there, RANK_OF[card], cut] += found[places[there, cut], card] * free[there, card]
        return self.settle(kinds, below, live_cards(self.game.deck, hands), weights)

    def _beside_up_card(self, hands: NDArray[np.uint8], weights: Whole) -> Ranked:
        kinds, left = self.kinds_of(hands), self.left
        faces = np.array(self.game.deck.faces, np.uint8)
        rest = np.stack([np.setdiff1d(faces, hand) for hand in hands])
        longer = np.hstack((np.repeat(hands, left, axis=0), rest.reshape(-1, 1)))
        found, places = self.below(1, longer, np.repeat(kinds, left))
        below = np.zeros((len(hands), left, COLUMNS, places.shape[1]), np.int64)
        take_away(found, places.reshape(len(hands), left, -1), rest, RANK_OF, self.hidden, below)
        live = np.repeat(live_cards(self.game.deck, hands), left, axis=0)
        live[np.arange(len(live)), RANK_OF[rest].ravel()] -= 1
        return self.settle(np.repeat(kinds, left), below.reshape(-1, *below.shape[2:]), live, np.repeat(weights, left))
