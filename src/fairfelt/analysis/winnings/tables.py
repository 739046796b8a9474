"""A table as it is run, and a portfolio of tables: a bet, a pace, hours and shifts, and what they win."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import common_unit
from fairfelt.engine.exact import Par
from fairfelt.rules import MICROS, AmountError, Game, parse_amount

from .bets import (
    USUAL_METER_STAKE,
    USUAL_STAKE,
    BetRound,
    HouseMeter,
    JackpotLine,
    WinningsError,
    bet_on_meter,
    bet_round,
    jackpot_lines,
    meter_round,
    usual_meter,
)
from .covariance import SeatsTogether, seats_together
from .session import EPSILON, MOST_CELLS, Numbers, Session, play_session
from .sides import SideName

# How many rounds an hour a table deals, by the players at it: published tables, by the kind of game.


BLACKJACK = (209, 139, 105, 84, 70, 60, 52)
"""Rounds an hour with one to seven players: Kilby, Casino Operations Management."""
HANDS_AN_HOUR = 350
"""Hands an hour, the dealer's among them, however many play: MacDonald and Eadington."""
RATED = {"baccarat": 72, "pai gow": 34}
"""Rounds an hour by which players are rated where one hand decides for all, or where hands are set."""


@dataclass(frozen=True)
class Pace:
    """How fast a table is dealt."""

    players: int
    rounds_an_hour: Fraction
    source: str
    """Who says so, in words."""

    @property
    def bets_an_hour(self) -> Fraction:
        return self.rounds_an_hour * self.players


def pace_of(game: Game, players: int, rounds: Fraction | None = None) -> Pace:
    """The pace of a game with n players: as said, or as published for its kind."""
    if rounds is not None:
        return Pace(players, rounds, "as you say")
    if game.family == "blackjack" and players <= len(BLACKJACK):
        return Pace(players, Fraction(BLACKJACK[players - 1]), "Kilby's table for blackjack")
    if game.family in RATED:
        return Pace(players, Fraction(RATED[game.family]), "the pace by which players of such games are rated")
    said = f"{HANDS_AN_HOUR} hands an hour, the dealer's among them (MacDonald and Eadington)"
    return Pace(players, Fraction(HANDS_AN_HOUR, players + 1), said)


# A table as it is run: a bet, a pace, hours and shifts, and what it wins in each.


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

    @property
    def samples_seats(self) -> bool:
        """True if it goes by seats that were sampled."""
        return self.crowd != 1 and bool(self.seats and self.seats.rounds)

    @cached_property
    def block(self) -> BetRound:
        """Bets that are won and lost as one."""
        return self.bet.times(self.crowd)

    def played(self, bets: int) -> Session:
        """n bets of all players, in blocks."""
        session = play_session(self.block, max(1, round(bets / self.crowd)))
        spread = self.bet.variance * self.crowd * bets
        return replace(session, rounds=bets, mean=-self.bet.edge * bets, variance=spread)

    def bets_in(self, shifts: Fraction | int) -> int:
        """Bets that are made in n shifts."""
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
        return self.played(round(self.pace.bets_an_hour))

    @cached_property
    def shift(self) -> Session:
        return self.played(self.bets_in(1))

    @cached_property
    def day(self) -> Session:
        return self.played(self.bets_in(self.shifts))

    @cached_property
    def year(self) -> Session:
        return self.played(self.bets_in(self.shifts * self.days))

    def player_after(self, hours: int) -> Session:
        """What one player has after n hours."""
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


# How a table is run, as it is typed: by option, in a file, or on a page.


HOURS_A_DAY = 24
WHOLE = {"players": "", "shifts": "", "days": " days a year", "tables": ""}
"""Fields that hold a whole number, and what it counts."""
MEASURED = {"rounds": "rounds an hour", "hours": "hours", "rate": "percent"}
"""Fields that hold any number, and what it measures."""
MOST = {"shifts": HOURS_A_DAY, "days": 366, "tables": 1_000, "rounds": 1_000, "hours": HOURS_A_DAY}
LINE_FIELDS = ("tables", "hours", "players", "bet", "rounds")
"""What is said of tables of one kind in a portfolio."""


class BadField(WinningsError):  # noqa: N818  (it reads as what is wrong)
    """Something about a table that cannot be, with the name of its field; an option begins with dashes."""

    def __init__(self, field: str, sentence: str, dashes: str = "") -> None:
        super().__init__(f"{dashes}{field} {sentence}")
        self.field, self.sentence = field, sentence


def read_money(text: str, field: str, dashes: str = "") -> Fraction:
    """An amount above nothing, in currency."""
    try:
        micros = parse_amount(text)
    except AmountError as error:
        raise BadField(field, str(error), dashes) from error
    if micros <= 0:
        raise BadField(field, f"{text!r} is not above zero: give an amount such as 25", dashes)
    return Fraction(micros, MICROS)


def read_number(text: str, field: str, most: int, dashes: str = "") -> Fraction:
    """A number above nothing, whole where the field counts something."""
    form = r"[0-9]+" if field in WHOLE else r"[0-9]+(\.[0-9]+)?"  # an exponent would be worked out, however large
    found = Fraction(text) if re.fullmatch(form, text) else Fraction(0)
    if not 0 < found <= most:
        asked = f"1 to {most:,}{WHOLE[field]}" if field in WHOLE else f"{MEASURED[field]} above 0, {most:,} at most"
        raise BadField(field, f"{text:.40} is not possible: give {asked}", dashes)
    return found


def read_terms(said: Mapping[str, str], game: Game, usual: Fraction, dashes: str = "") -> TableTerms:
    """How a table of a game is run; where a field is empty, as is usual."""
    most = {**MOST, "players": game.seats}
    stake = read_money(said["bet"], "bet", dashes) if said.get("bet") else usual
    found = {name: read_number(said[name], name, most[name], dashes) for name in most if said.get(name)}
    hours, shifts = found.get("hours", TableTerms.hours), int(found.get("shifts", TableTerms.shifts))
    if hours * shifts > HOURS_A_DAY:
        day = f"{shifts} shifts of {float(hours):g} hours are {float(hours * shifts):g} hours"
        sentence = f"{shifts} is too many, since {day}: a day has no more than {HOURS_A_DAY}"
        raise BadField("shifts", sentence, dashes)
    players = int(found["players"]) if "players" in found else None
    return TableTerms(stake, players, found.get("rounds"), hours, shifts, int(found.get("days", TableTerms.days)))


# A portfolio of tables: what they win together in a day and in a year, as a sum of independent sessions.
#
# Every line's session is exact but for its stated error. Their results, in currency, are laid on one lattice and added
# by a Fourier transform over a window that is wide enough for all of them, so that nothing comes in again at the other
# end. Where the lattice has more cells than can be transformed, cells are made wider: no result is then off by more
# than half a cell for each line, which is stated as well.


CUT_OFF = 1e-13
"""The probability on each side of a session that is left out of the sum, and counted as error."""


@dataclass(frozen=True)
class PortfolioLine:
    """Tables of one kind: the same game, bet, players and hours."""

    game: Game
    plan: TablePlan
    """Of one table; its shifts make up its day."""
    tables: int
    jackpots: tuple[JackpotLine, ...] = ()

    @property
    def meter(self) -> HouseMeter | None:
        """What the house puts into the meter, where the bet is on one."""
        return self.plan.meter

    @property
    def name(self) -> str:
        return f"{self.game.title}: {self.plan.bet.name}"

    @property
    def hours(self) -> Fraction:
        """A day."""
        return self.plan.hours * self.plan.shifts

    @property
    def bets_a_day(self) -> int:
        """At all of its tables."""
        return round(self.plan.pace.bets_an_hour * self.hours * self.tables)

    @property
    def win_a_day(self) -> Fraction:
        """Theoretical, of all its tables."""
        return self.plan.bet.edge * self.plan.stake * self.bets_a_day

    @property
    def variance_a_day(self) -> Fraction:
        """In currency, squared."""
        return self.plan.bet.variance * self.plan.crowd * self.plan.stake**2 * self.bets_a_day

    @cached_property
    def day(self) -> Session:
        return self.plan.played(self.bets_a_day)

    @cached_property
    def year(self) -> Session:
        return self.plan.played(self.bets_a_day * self.plan.days)


@dataclass(frozen=True)
class TableLine:
    """Tables of one kind, as they were asked for."""

    name: SideName
    tables: int
    terms: TableTerms
    meter: HouseMeter | None = None
    """None where seeds and rates are as usual, or nothing is bet on a meter."""

    def line(self, par: Par) -> PortfolioLine:
        return portfolio_line(par, self.name.side_bet(par.game), self.tables, self.terms, self.meter)


def read_line(
    name: SideName, game: Game, said: Mapping[str, str], *, days: int = TableTerms.days,
    meter: HouseMeter | None = None, stake: Fraction | None = None,
) -> TableLine:  # fmt: skip
    """Tables of one kind of a portfolio, open around the clock unless something else is said."""
    usual = stake or usual_stake(game, *name.side_bet(game))
    day = {"hours": said.get("hours") or str(HOURS_A_DAY), "shifts": "1", "days": str(days)}
    tables = read_number(said.get("tables") or "1", "tables", MOST["tables"])
    return TableLine(name, int(tables), read_terms({**said, **day}, game, usual), meter)


def portfolio_line(
    par: Par, bet: tuple[str, str], tables: int, terms: TableTerms, meter: HouseMeter | None = None
) -> PortfolioLine:
    """Tables of a game, or of a bet of it with a paytable, that are run alike; a meter as said, or as it comes."""
    plan = table_plan(par, bet, terms, meter)
    of = (plan.bet.wager, plan.bet.paytable) if plan.meter else bet
    return PortfolioLine(par.game, plan, tables, tuple(jackpot_lines(par, *of)))


@dataclass(frozen=True)
class Portfolio:
    """Tables that are run at the same time, none of which knows of another."""

    lines: tuple[PortfolioLine, ...]

    @property
    def jackpots(self) -> tuple[tuple[PortfolioLine, JackpotLine], ...]:
        """What can be won at which tables; at those of a game only where the bet has no line of its own."""
        alone = {(line.game.slug, line.game.variant, line.plan.bet.wager) for line in self.lines if line.meter}
        return tuple(
            (line, jackpot)
            for line in self.lines
            for jackpot in line.jackpots
            if line.meter or (line.game.slug, line.game.variant, jackpot.wager) not in alone
        )

    @property
    def win_a_day(self) -> Fraction:
        """Theoretical, of all tables."""
        return sum((line.win_a_day for line in self.lines), Fraction(0))

    @property
    def win_a_year(self) -> Fraction:
        """Theoretical, of all tables."""
        return sum((line.win_a_day * line.plan.days for line in self.lines), Fraction(0))

    @property
    def variance_a_day(self) -> Fraction:
        """Of all tables: what is independent adds up."""
        return sum((line.variance_a_day for line in self.lines), Fraction(0))

    @cached_property
    def day(self) -> Session:
        return add_sessions([(line.day, line.plan.stake) for line in self.lines])

    @cached_property
    def year(self) -> Session:
        return add_sessions([(line.year, line.plan.stake) for line in self.lines])


def add_sessions(parts: Sequence[tuple[Session, Fraction]], most_cells: int = MOST_CELLS) -> Session:
    """The sum of independent sessions, each with its unit in currency; a unit of the result is one of currency."""
    trimmed = [_trim(session) for session, _ in parts]
    steps = [session.step * unit for session, unit in parts]
    fine = step = common_unit(steps)
    span = sum(((len(chances) - 1) * each for (_, chances), each in zip(trimmed, steps, strict=True)), Fraction(0))
    while (cells := 1 << max(1, int(span / step + 2 * len(parts)).bit_length())) > most_cells:
        step *= 2
    product = np.ones(cells // 2 + 1, np.complex128)
    first = 0
    for (low, chances), each in zip(trimmed, steps, strict=True):
        cell = _cells(low + np.arange(len(chances)), each / step)
        first += int(cell[0])
        product *= np.fft.rfft(np.bincount(cell - cell[0], weights=chances, minlength=cells))
    found = np.maximum(np.fft.irfft(product, cells), 0.0)
    errors = [session.error for session, _ in parts]
    rounding = EPSILON * (4 * cells.bit_length() + 8) * (len(parts) + 1) * float(np.sqrt(2 * len(product)))
    known = None if None in errors else sum(filter(None, errors)) + 2 * CUT_OFF * len(parts) + rounding
    return Session(
        rounds=sum(session.rounds for session, _ in parts),
        step=step,
        first=first,
        chances=found,
        error=known,
        mean=sum((session.mean * unit for session, unit in parts), Fraction(0)),
        variance=sum((session.variance * unit**2 for session, unit in parts), Fraction(0)),
        off=Fraction(0) if step == fine else len(parts) * step / 2,
    )


def _trim(session: Session) -> tuple[int, Numbers]:
    """The session without its improbable ends: its first cell, and the chances from there."""
    sums = np.cumsum(session.chances)
    low = int(np.searchsorted(sums, CUT_OFF))
    high = int(np.searchsorted(sums, sums[-1] - CUT_OFF)) + 1
    return session.first + low, session.chances[low:high]


def _cells(numbers: NDArray[np.int64], ratio: Fraction) -> NDArray[np.int64]:
    """The nearest cell of every number of steps."""
    return np.asarray((2 * ratio.numerator * numbers + ratio.denominator) // (2 * ratio.denominator), np.int64)


PLAYED = (1, 4, 8, 40, 200)
"""Hours after which a player is looked at."""


@dataclass(frozen=True)
class FloorQuestion:
    """What is asked besides the plan."""

    risk: Fraction = Fraction(1, 100)
    drop: Fraction | None = None
    """A shift, in currency."""
    after: tuple[int, ...] = PLAYED
    """Hours after which a player is looked at."""
