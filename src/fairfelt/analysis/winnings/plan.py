"""A table as it is run: a bet, a pace, hours and shifts, and what it wins in each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from fairfelt.engine.exact import Par
from fairfelt.rules import Game

from .bets import BetRound, bet_on_meter, bet_round
from .meter_bet import USUAL_METER_STAKE, USUAL_STAKE, HouseMeter, meter_round, usual_meter
from .pace import Pace, pace_of
from .seats import SeatsTogether, seats_together
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
    seats: SeatsTogether | None = None
    """How two seats of a round go together; None where it is not known, and each bet is a round of its own."""
    player: BetRound | None = None
    """The bet as one player has it, where hands of others pay as well; otherwise as the house has it."""
    meter: HouseMeter | None = None
    """What the house puts into the meter, where the bet is on one: what players win then goes by where it stands."""

    @property
    def crowd(self) -> Fraction:
        """The bets of a round vary as if they came in blocks of this many."""
        return self.seats.crowd(self.pace.players) if self.seats else Fraction(1)

    @cached_property
    def block(self) -> BetRound:
        """Bets that are won and lost as one."""
        return self.bet.times(self.crowd)

    def played(self, bets: int) -> Session:
        """So many bets of all players, in blocks."""
        session = play_session(self.block, max(1, round(bets / self.crowd)))
        spread = self.bet.variance * self.crowd * bets
        return replace(session, rounds=bets, mean=-self.bet.edge * bets, variance=spread)

    def bets_in(self, shifts: Fraction | int) -> int:
        """Bets that are made in so many shifts."""
        return round(self.pace.bets_an_hour * self.hours * shifts)

    @property
    def handle_an_hour(self) -> Fraction:
        """All that is bet, raises among it, in currency."""
        return self.bet.handle * self.stake * self.pace.bets_an_hour

    @property
    def win_an_hour(self) -> Fraction:
        """Theoretical: what a round is expected to win of each unit of the bet, times those units."""
        return self.bet.edge * self.stake * self.pace.bets_an_hour

    @cached_property
    def hour(self) -> Session:
        """All bets of an hour."""
        return self.played(round(self.pace.bets_an_hour))

    @cached_property
    def shift(self) -> Session:
        """All bets of a shift."""
        return self.played(self.bets_in(1))

    @cached_property
    def day(self) -> Session:
        """All shifts of a day."""
        return self.played(self.bets_in(self.shifts))

    @cached_property
    def year(self) -> Session:
        """All days of a year."""
        return self.played(self.bets_in(self.shifts * self.days))

    def player_after(self, hours: int) -> Session:
        """What one player has after so many hours."""
        return play_session(self.player or self.bet, max(1, round(self.pace.rounds_an_hour * hours)))


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

    def pace(self, game: Game) -> Pace:
        """Of that game; no more players than it seats."""
        return pace_of(game, min(self.players or USUAL_PLAYERS, game.seats), self.rounds)

    def bets_a_day(self, game: Game) -> Fraction:
        """Rounds of that game, times players."""
        return self.pace(game).bets_an_hour * self.hours * self.shifts

    def plan(self, game: Game, bet: BetRound) -> TablePlan:
        """The table with that game."""
        pace = self.pace(game)
        players = pace.players
        seats = seats_together(game, bet.wager, bet.paytable)
        paid, won = bet.as_paid(players - 1, self.stake), bet.as_won(players - 1, self.stake)
        return TablePlan(paid, pace, self.stake, self.hours, self.shifts, self.days, seats, won)


def table_plan(par: Par, bet: tuple[str, str], terms: TableTerms, meter: HouseMeter | None = None) -> TablePlan:
    """A table of a game, or of a bet of it with a paytable; a meter as said, or as it comes."""
    found = bet_on_meter(par.game, *bet)
    if found is None:
        return terms.plan(par.game, bet_round(par, *bet))
    wager, table = found
    meter = meter or usual_meter(table)
    return replace(terms.plan(par.game, meter_round(par, wager, table, meter, terms.stake)), meter=meter)


def usual_stake(game: Game, wager: str = "", paytable: str = "") -> Fraction:
    """What is bet where nothing is said."""
    return USUAL_METER_STAKE if bet_on_meter(game, wager, paytable) else USUAL_STAKE
