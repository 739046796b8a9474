"""A table as it is run: a bet, a pace, hours and shifts, and what it wins in each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from fairfelt.rules import Game

from .bets import BetRound
from .pace import Pace, pace_of
from .session import Session, play_session

USUAL_PLAYERS = 5


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


@dataclass(frozen=True)
class TableTerms:
    """How a table is run, whatever game is dealt at it."""

    stake: Fraction
    """What each player bets a round, in currency."""
    players: int | None = None
    """Five, or as many as the table seats, where nothing is said."""
    rounds: Fraction | None = None
    """An hour; as published for the game where nothing is said."""
    hours: Fraction = Fraction(8)
    shifts: int = 3
    days: int = 365

    def plan(self, game: Game, bet: BetRound) -> TablePlan:
        """The table with that game; no more players than it seats."""
        players = min(self.players or USUAL_PLAYERS, game.seats)
        pace = pace_of(game, players, self.rounds)
        return TablePlan(bet, pace, self.stake, self.hours, self.shifts, self.days)
