"""What a dealer does with the hands while the cards go out, as values: each can be asked for, told and marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import PLACES

from .skills import Skill

ActKind = Literal["lock", "lammer", "deal", "burn", "turn", "stop"]
DEALER, COMMUNITY = "dealer", "community"
"""Places besides the seats, which go by their numbers."""


@dataclass(frozen=True)
class Act:
    """One motion of a dealer."""

    kind: ActKind
    place: str = ""
    """A seat by its number, the dealer or the community; nothing for what concerns no place."""
    wager: str = ""
    """The bet that is locked up or gets a lammer."""


@dataclass(frozen=True)
class Step:
    """What has to be done next: all of these acts, in any order."""

    acts: frozenset[Act]
    skill: Skill
    because: str
    rules: tuple[str, ...] = ()
    """The rule in the words of the sheet."""
    decided: int = 0
    """So many decisions of players come before it."""
    cards: tuple[Card, ...] = ()
    """What leaves the shoe, or is turned over."""
    face_up: bool = False

    @property
    def only(self) -> Act | None:
        """Its act, if it has just one."""
        return next(iter(self.acts)) if len(self.acts) == 1 else None


def place_of(to: Cards, seat: int) -> str:
    """Where a card goes."""
    return str(seat) if to is Cards.OWN else DEALER if to is Cards.DEALER else COMMUNITY


def place_words(game: Game, place: str) -> str:
    """A place as a dealer calls it."""
    if place not in (DEALER, COMMUNITY):
        return f"seat {place}"
    names = game.course.places if game.course else PLACES
    return names[Cards.DEALER if place == DEALER else Cards.COMMUNITY]


def act_words(game: Game, act: Act) -> str:
    """An act in words."""
    where = place_words(game, act.place) if act.place else ""
    return {
        "lock": f"locks up the {act.wager} bet of {where}",
        "lammer": f"sets a lammer beside the {act.wager} bet of {where}",
        "deal": f"deals to {where}",
        "burn": "burns",
        "turn": f"turns over the cards of {where}",
        "stop": "draws no more cards",
    }[act.kind]
