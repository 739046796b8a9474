"""Decisions: what a player sees by then, and what may be done."""

from __future__ import annotations

from dataclasses import dataclass

from .deal import Cards
from .showdown import Qualify


@dataclass(frozen=True)
class Choice:
    """One thing a player may do at a decision."""

    name: str
    bet: str = ""
    """The wager this choice makes, if any."""
    times: int = 0
    """The size of that wager in units of the first opening bet."""
    takes_back: str = ""
    """The opening bet this choice takes back, if any."""
    folds: bool = False
    holding: Qualify | None = None
    """The weakest hand with which it may be chosen, by the ranking of the showdown; None for any hand."""

    def __str__(self) -> str:
        return self.name


FOLD = Choice("fold", folds=True)
CHECK = Choice("check")


def bet(wager: str, *, times: int = 1, holding: Qualify | None = None) -> Choice:
    """Put that many times the Ante on a wager, with that hand or a better one if it asks for one."""
    return Choice(wager if times == 1 else f"{wager} {times}x", bet=wager, times=times, holding=holding)


def take_back(wager: str) -> Choice:
    """Take an opening bet back."""
    return Choice(f"take back {wager}", takes_back=wager)


@dataclass(frozen=True, init=False)
class Street:
    """A moment of decision. What is revealed is seen before choosing; all is revealed after the last street."""

    name: str
    choices: tuple[Choice, ...]
    community: int
    """Community cards turned over just before."""
    dealer: int
    """Dealer's cards turned over just before."""
    unless_bet: str
    """Skipped by a player who has already made this wager."""

    def __init__(self, name: str, *choices: Choice, community: int = 0, dealer: int = 0, unless_bet: str = "") -> None:
        for attribute, value in (
            ("name", name), ("choices", choices), ("community", community), ("dealer", dealer),
            ("unless_bet", unless_bet),
        ):  # fmt: skip
            object.__setattr__(self, attribute, value)

    def reveals(self, cards: Cards) -> int:
        """How many cards of that place this street turns over."""
        return {Cards.COMMUNITY: self.community, Cards.DEALER: self.dealer}.get(cards, 0)
