"""A question the words of a sheet leave open, and every way to read them, each as a game of its own."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.rules import Game

from ..finding import Place


@dataclass(frozen=True)
class Reading:
    """One way to read the sheet."""

    words: str
    """What becomes of the rule: "copies lose"."""
    game: Game
    cheaper: Game | None = None
    """The same reading of the bets on hands of their own only, which needs no new solution: tried first."""


@dataclass(frozen=True)
class Question:
    """What is asked, how it is read here, and how else it could be."""

    place: Place
    asks: str
    as_read: str
    others: tuple[Reading, ...]
    right: str
    said: bool = False
    """Whether the felt gives the answer in so many words."""
