"""Cards as they lie on the table: which ones are one hand, and what a dealer calls it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairfelt.rules.cards import Card
from fairfelt.rules.hands import Ranking

from ..street import Choice

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True)
class LaidHand:
    """Cards that are one hand. Its worth is given in words, or by the ranking that reads it."""

    cards: tuple[Card, ...]
    title: str = ""
    """Name that distinguishes it from the other hands of the same place: "Hand 2", "Front"."""
    words: str = ""
    ranking: Ranking | None = None
    active: bool = False
    """Whether it is the one that is being played now."""


@dataclass(frozen=True)
class Moment(Generic[State]):
    """A step of a round as it was played: the card or the choice, and the state after it."""

    state: State
    played: Card | Choice | None = None
    """The card or choice that was played; None at the beginning."""
