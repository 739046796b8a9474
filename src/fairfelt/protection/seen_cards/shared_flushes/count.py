"""What both counts of cards seen at such a showdown have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

from fairfelt.exact.solvers.suits.solver import BOARD
from fairfelt.protection.seen_cards.count import SeenCount
from fairfelt.rules import Choice

from .hands import FlushHands


@dataclass(frozen=True, eq=False)
class SharedFlushCount(SeenCount):
    """Every hand of the player's beside all that the dealer and the board can have."""

    @cached_property
    def hands(self) -> FlushHands:
        """Of the player's."""
        return FlushHands(self.game)

    @property
    def scale(self) -> int:
        return self.hands.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.hands.problem.choices

    @property
    def deals(self) -> int:
        """Ways to deal the dealer's cards and the shared ones beside a hand."""
        left = len(self.game.deck) - self.game.hole
        return comb(left, self.hands.draws) * comb(left - self.hands.draws, BOARD)
