"""Today's figures beside last week's: handle, wins, hold and theoretical hold, for the room and by table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from fairfelt.exact import percent_text
from fairfelt.jackpot.book import METER
from fairfelt.ledger import Ledger
from fairfelt.meters import JackpotSetup, MeterError, long_run_edge
from fairfelt.room import Floor, Table
from fairfelt.room.live_jackpot import offer_at
from fairfelt.room.projections.period import AtTable, Period
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.rules import MICROS
from fairfelt.web.pages.counting import Counting, TooBusy
from fairfelt.web.pages.meters.meter_study import bet_job

DAYS = 7


@dataclass(frozen=True)
class Figures:
    """What the progressive bets of some tables did on a day."""

    rounds: int = 0
    handle_micros: int = 0
    wins: int = 0
    won_micros: int = 0
    """Awards and envy."""
    theoretical_micros: int | None = 0
    """What the house should have kept, by exact edges; None while one of them is not counted."""

    @property
    def hold(self) -> Fraction | None:
        """The part of the handle that was not won."""
        return Fraction(self.handle_micros - self.won_micros, self.handle_micros) if self.handle_micros else None

    @property
    def theoretical(self) -> Fraction | None:
        """The part of the handle that the house keeps in the long run."""
        if self.theoretical_micros is None or not self.handle_micros:
            return None
        return Fraction(self.theoretical_micros, self.handle_micros)

    @property
    def hold_text(self) -> str:
        """In percent; a dash where nothing was bet."""
        return "–" if self.hold is None else percent_text(self.hold, 1)

    @property
    def theoretical_text(self) -> str:
        """In percent; a dash where nothing was bet, or while it is not known."""
        return "–" if self.theoretical is None else percent_text(self.theoretical, 1)


@dataclass(frozen=True)
class Week:
    """The last days of the room, today last."""

    periods: tuple[Period, ...]

    def meter(self, jackpot: str, level: str) -> list[int]:
        """Where a meter stood at the end of each day."""
        return [period.held_at_end(f"{jackpot}/{METER}/{level}") for period in self.periods]

    @property
    def today(self) -> Period:
        """What happened so far."""
        return self.periods[-1]

    @property
    def yesterday(self) -> Period:
        """The day before."""
        return self.periods[-2]


def read_week(ledger: Ledger[Floor], periods: PeriodLog, today: date) -> Week:
    """The last seven days. Reads the database: call it off the event loop."""
    by = ledger.committed.state.jurisdiction.days
    days = [today - timedelta(back) for back in range(DAYS - 1, -1, -1)]
    return Week(tuple(periods.read(ledger, by.begin_micros(day), by.end_micros(day))[1] for day in days))


def table_figures(play: AtTable, edge: Fraction | None) -> Figures:
    """A table's day; its theoretical win is the exact edge times the handle."""
    theoretical = 0 if not play.wagered_micros else None if edge is None else round(edge * play.wagered_micros)
    won_micros = play.awarded_micros + play.envy_micros
    return Figures(play.rounds, play.wagered_micros, play.awards, won_micros, theoretical)


def add_up(figures: Iterable[Figures]) -> Figures:
    """Several tables together; where one theoretical win is not known, theirs is not."""
    rows = list(figures)
    known = [row.theoretical_micros for row in rows if row.theoretical_micros is not None]
    return Figures(
        sum(row.rounds for row in rows),
        sum(row.handle_micros for row in rows),
        sum(row.wins for row in rows),
        sum(row.won_micros for row in rows),
        sum(known) if len(known) == len(rows) else None,
    )


def edges(floor: Floor, counting: Counting) -> Mapping[str, Fraction | None]:
    """The exact long-run edge of each table's progressive bet; None while it is being counted, or cannot be."""
    return {name: _edge(floor, table, counting) for name, table in floor.tables.items() if table.link}


def _edge(floor: Floor, table: Table, counting: Counting) -> Fraction | None:
    """A bet that only a whole solution of its game can price is left to the pages that ask for it."""
    terms = floor.jackpot_of(table)[1].terms
    stake = Fraction(min(table.denominations_micros, default=MICROS), MICROS)
    setup = JackpotSetup(
        offer=offer_at(table), terms=terms, stake=stake, folded_hands_qualify=table.folded_hands_qualify
    )
    if setup.solving:
        return None
    with suppress(MeterError, TooBusy):
        job = bet_job(counting, setup)
        if job.ready and job.solved:
            return long_run_edge(job.answer, terms)
    return None
