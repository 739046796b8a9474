"""All of the dealer's cards seen: each hand of the dealer's that settles otherwise has its own best choice.

That is counted where the endings of the game leave out which choices a hand may make, or were counted up card by up
card: with everything known it does not matter what the rules show.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.protection.backs.by_flush import FlushCount
from fairfelt.protection.backs.by_sweep import SweepCount
from fairfelt.protection.information import Information, view_of
from fairfelt.rules import Game, Street

from .count import Whole
from .flush_kernel import count_flushes
from .settle import play_known
from .showdown import SeenShowdown

FLUSH_S, SWEEP_S = 1.2e-6, 4e-6
"""What a class of hands takes, about, on one core."""


def all_known(core: Game, information: Information) -> KnownShowdown | None:
    """None where a card is hidden, or where the game has another form."""
    if len(core.streets) != 1 or not view_of(core, information).knows_all:
        return None
    street = core.streets[0]
    hidden = replace(core, streets=(Street(street.name, *street.choices, community=street.community),))
    if flush := FlushCount.of(hidden):
        return KnownFlush(core, flush, flush.hidden)
    sweep = SweepCount.of(hidden)
    return KnownSweep(core, sweep, sweep.hidden) if sweep else None


@dataclass(frozen=True, eq=False)
class KnownShowdown(SeenShowdown):
    """Every class of hands against all of the dealer's."""

    @property
    @abstractmethod
    def hand_s(self) -> float:
        """What a class takes."""

    @abstractmethod
    def below(self, hands: NDArray[np.uint8], kinds: Whole) -> Whole:
        """[hand, cut]: the dealer's hands below each."""

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * self.hand_s

    def tasks(self) -> Sequence[tuple[Any, ...]]:
        return self.showdown.tasks()

    def play(self, totals: Whole, hands: NDArray[np.uint8], weights: Whole) -> None:
        kinds, every = self.showdown.kinds_of(hands), comb(self.showdown.left, self.showdown.hidden)
        play_known(self.pays, kinds, self.below(hands, kinds), every, weights, totals)


@dataclass(frozen=True, eq=False)
class KnownFlush(KnownShowdown):
    """By the longest flush."""

    showdown: FlushCount

    @property
    def hand_s(self) -> float:
        return FLUSH_S

    def below(self, hands: NDArray[np.uint8], kinds: Whole) -> Whole:
        showdown, cuts = self.showdown, self.showdown.cuts
        found = np.zeros((len(hands), cuts.places.shape[1]), np.int64)
        count_flushes(hands, kinds, showdown.free, showdown.hidden, showdown.masks, cuts.places, cuts.counts, found)
        return found


@dataclass(frozen=True, eq=False)
class KnownSweep(KnownShowdown):
    """By hands to which suits seldom matter."""

    showdown: SweepCount

    @property
    def hand_s(self) -> float:
        return SWEEP_S

    def below(self, hands: NDArray[np.uint8], kinds: Whole) -> Whole:
        found, places = self.showdown.below(0, hands, kinds)
        return np.where(places >= 0, found[places, 0].astype(np.int64), 0)
