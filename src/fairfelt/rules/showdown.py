"""The player's hand against the dealer's: by which ranking, who qualifies, who wins copies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fairfelt.cards import parse_cards
from fairfelt.hands import Ranking

from .deal import Cards
from .facts import Result


@dataclass(frozen=True)
class Qualify:
    """The least hand with which the dealer plays, or a player may bet more, written as cards."""

    words: str
    least: str


@dataclass(frozen=True)
class Showdown:
    """How two hands are compared."""

    ranking: Ranking
    copies: Result = Result.TIE
    """What equal hands are for the player: a tie, or a win where players win copies."""
    qualify: Qualify | None = None
    shared: Cards = Cards.COMMUNITY
    """Cards that both sides use besides their own."""

    @cached_property
    def qualifying_value(self) -> int:
        """The least value with which the dealer plays; 0 if always."""
        return self.least_value(self.qualify) if self.qualify else 0

    def least_value(self, qualify: Qualify) -> int:
        """The value of the least hand that qualifies."""
        return self.ranking.value(parse_cards(qualify.least))

    def result(self, player: int, dealer: int) -> Result:
        """Compare two values."""
        if player == dealer:
            return self.copies
        return Result.WIN if player > dealer else Result.LOSS
