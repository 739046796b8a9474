"""One or two of the dealer's cards seen at showdowns by the longest flush."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.protection.backs.by_flush import FlushCount
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .count import Whole
from .flush_kernel import play_one_seen, play_two_seen
from .showdown import MOST, SeenShowdown, cards_seen

HAND_S = (1.2e-5, 5e-5)
"""What a class of hands takes with one card seen and with two, about, on one core."""


@dataclass(frozen=True, eq=False)
class SeenFlush(SeenShowdown):
    """Every class of hands, each card or two cards beside it."""

    showdown: FlushCount

    @staticmethod
    def of(core: Game, information: Information) -> SeenFlush | None:
        """None where the game has another form."""
        showdown, seen = FlushCount.of(core), cards_seen(core, information)
        return SeenFlush(core, showdown, seen) if showdown and 1 <= seen <= min(MOST, showdown.hidden) else None

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * HAND_S[self.seen - 1]

    def tasks(self) -> Sequence[tuple[Any, ...]]:
        return self.showdown.tasks()

    def play(self, totals: Whole, hands: NDArray[np.uint8], weights: Whole) -> None:
        kinds, showdown = self.showdown.kinds_of(hands), self.showdown
        (play_one_seen if self.seen == 1 else play_two_seen)(
            hands, weights, kinds, showdown.free, showdown.hidden, showdown.masks, self.pays, self.following, totals
        )
