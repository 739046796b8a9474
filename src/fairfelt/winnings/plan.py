"""A table as it is run: a bet, a pace, hours and shifts, and what it wins in each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .bets import BetRound
from .pace import Pace
from .session import Session, play_session


@dataclass(frozen=True)
class TablePlan:
    """How a table is run: every player makes one bet of that size in every round."""

    bet: BetRound
    pace: Pace
    stake: Fraction
    """One unit, in currency."""
    hours: Fraction
    """Of a shift."""
    shifts: int
    """A day."""
    days: int
    """A year."""

    def bets_in(self, shifts: Fraction | int) -> int:
        """Bets that are made in so many shifts."""
        return round(self.pace.bets_an_hour * self.hours * shifts)

    @property
    def win_an_hour(self) -> Fraction:
        """Theoretical: the exact edge times all that is bet."""
        return self.bet.edge * self.stake * self.pace.bets_an_hour

    @cached_property
    def shift(self) -> Session:
        """All bets of a shift, each as a round of its own."""
        return play_session(self.bet, self.bets_in(1))

    @cached_property
    def day(self) -> Session:
        """All shifts of a day."""
        return play_session(self.bet, self.bets_in(self.shifts))

    @cached_property
    def year(self) -> Session:
        """All days of a year."""
        return play_session(self.bet, self.bets_in(self.shifts * self.days))

    def player_after(self, hours: int) -> Session:
        """What one player has after so many hours."""
        return play_session(self.bet, max(1, round(self.pace.rounds_an_hour * hours)))
