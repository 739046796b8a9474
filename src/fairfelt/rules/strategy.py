"""Rules that people follow: by the visible ranks and what the hand is worth, to be counted exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import Ranking

from .street import FOLD, Choice


@dataclass(frozen=True)
class VisibleHand:
    """All that a rule of thumb goes by. Suits count only as far as they make the hand worth more."""

    value: int
    """Of the player's cards, by the ranking of the showdown."""
    ranks: str
    """Of the player's cards as letters, the highest first: "AKJ83"."""
    dealer: str = ""
    """Ranks of the dealer's visible cards."""


Follow = Callable[[VisibleHand], Choice]


@dataclass(frozen=True)
class Strategy:
    """A rule for the one decision of a game, by a name and in words."""

    name: str
    words: str
    choose: Follow


@dataclass(frozen=True)
class FromHandOn:
    """One choice with the hand written as cards or a better one, and another with the rest."""

    ranking: Ranking
    least: str
    choice: Choice
    otherwise: Choice = FOLD

    @cached_property
    def floor(self) -> int:
        """What the least hand is worth."""
        return self.ranking.value(parse_cards(self.least))

    def __call__(self, sight: VisibleHand) -> Choice:
        return self.choice if sight.value >= self.floor else self.otherwise


@dataclass(frozen=True)
class Always:
    """One choice with every hand."""

    choice: Choice

    def __call__(self, sight: VisibleHand) -> Choice:
        return self.choice


def from_hand_on(ranking: Ranking, least: str, choice: Choice, otherwise: Choice = FOLD) -> Follow:
    """That choice with the hand written as cards or a better one."""
    return FromHandOn(ranking, least, choice, otherwise)


def always(choice: Choice) -> Follow:
    """That choice with every hand."""
    return Always(choice)
