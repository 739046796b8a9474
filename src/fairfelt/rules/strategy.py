"""Rules that people follow: by the ranks in sight and what the hand is worth, to be counted exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fairfelt.cards import parse_cards
from fairfelt.hands import Ranking

from .street import FOLD, Choice


@dataclass(frozen=True)
class VisibleHand:
    """All that a rule of thumb goes by. Suits count only as far as they make the hand worth more."""

    value: int
    """Of the player's cards, by the ranking of the showdown."""
    ranks: str
    """Of the player's cards as letters, the highest first: "AKJ83"."""
    dealer: str = ""
    """Of the dealer's cards in sight."""


Follow = Callable[[VisibleHand], Choice]


@dataclass(frozen=True)
class Strategy:
    """A rule for the one decision of a game, by a name and in words."""

    name: str
    words: str
    choose: Follow


def from_hand_on(ranking: Ranking, least: str, choice: Choice, otherwise: Choice = FOLD) -> Follow:
    """That choice with the hand written as cards or a better one."""
    floor = ranking.value(parse_cards(least))
    return lambda sight: choice if sight.value >= floor else otherwise
