"""The handful of small facts a settlement looks at, and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from fairfelt.rules.hands import Ranking

from .pays import Pay, Paytable


class Result(IntEnum):
    """How the player's hand stands against the dealer's."""

    LOSS = 0
    TIE = 1
    WIN = 2


@dataclass(frozen=True)
class Facts:
    """What is known of a finished hand: who wins, on which lines, and whether the dealer plays."""

    result: Result = Result.TIE
    player: int = 0
    """The line of the player's hand: in a showdown by the showdown's ranking, else by the wager's own."""
    dealer: int = 0
    """The line of the dealer's hand, in a showdown or for a wager that reads both sides."""
    qualified: bool = True
    copy: bool = False
    """Whether the two hands are equal, regardless of who wins copies."""

    @property
    def margin(self) -> int:
        """Lines between the two hands; for runs, cards."""
        return self.player - self.dealer


@dataclass(frozen=True)
class Outcome:
    """What became of a wager: the reason in words, and the pay."""

    name: str
    pay: Pay
    line: int | None = None
    """The row of the paytable it was paid by, if any; envy goes by it."""
    margin: int = 0
    """The number of cards it was won by, where it is paid by that."""
    folded: Outcome | None = None
    """What a paying hand would have been paid, had it not been folded."""


@dataclass(frozen=True)
class Reading:
    """What a settlement pays by: the paytable in play and the ranking whose lines it lists."""

    paytable: Paytable
    ranking: Ranking | None


Settle = Callable[[Any, Reading], Outcome]
"""Ordinary Python that answers for each combination of facts once: `Facts`, or what a course has made of them."""

NO_PAYS = Paytable("", {})
