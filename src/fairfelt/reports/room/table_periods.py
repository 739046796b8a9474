"""Tables over several days: pace by the log, theoretical win with its interval beside the win, and how odd that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, isqrt, sqrt
from typing import Any

from fairfelt import games
from fairfelt.reports.sheet.english import capital, count, listed
from fairfelt.reports.sheet.sheet import Block, Column, Row, Table, Words, right
from fairfelt.room.projections.shifts import Shift
from fairfelt.room.projections.table_days import TableDay
from fairfelt.rules import UnknownName
from fairfelt.winnings import USUAL_PLAYERS, Pace, pace_of

from .bet_lines import BetLine, add_lines
from .table_theory import (
    cents,
    deviation_micros,
    interval_text,
    line_dict,
    lines_of,
    lines_table,
    theoretical_win_micros,
    theory_missing,
)  # fmt: skip

HOUR_MICROS = 3600 * 1_000_000
LEAST_HOURS = Fraction(1, 2)
"""Less time says little of a pace."""
NO_WIN = "a bank was not counted, so that the win is not known"
ODD = 0.01
"""All tables together are called odd by chance alone in so many of all periods."""


@dataclass(frozen=True)
class TablePeriod:
    """One table over some days."""

    table: str
    game: str
    currency: str
    days: tuple[TableDay, ...]
    dealt_micros: int
    """How long somebody dealt there, by the dealers' shifts…"""
    games: int
    """…and how many rounds they began."""
    published: Pace | None
    """Of the game, for a table of five."""

    @property
    def pace(self) -> Fraction | None:
        """Rounds an hour by the log; None where too little was dealt to tell."""
        hours = Fraction(self.dealt_micros, HOUR_MICROS)
        return self.games / hours if self.games and hours >= LEAST_HOURS else None

    @property
    def compared(self) -> tuple[TableDay, ...]:
        """Days with a win, and with the handle and the exact edge of every bet in it."""
        return tuple(
            day
            for day in self.days
            if day.win_micros is not None and theoretical_win_micros(day) is not None and deviation_micros(day)
        )

    @property
    def theory_micros(self) -> int:
        """What those days should have won."""
        return sum(theoretical_win_micros(day) or 0 for day in self.compared)

    @property
    def win_micros(self) -> int:
        """What they won."""
        return sum(day.win_micros or 0 for day in self.compared)

    @property
    def deviation_micros(self) -> int:
        """One standard deviation of their sum: days are independent."""
        return isqrt(sum((deviation_micros(day) or 0) ** 2 for day in self.compared))

    @property
    def sigmas(self) -> float | None:
        """How far the win lies from what it should be; None where no day can be compared."""
        deviation = self.deviation_micros
        return (self.win_micros - self.theory_micros) / deviation if deviation else None

    @property
    def bets(self) -> tuple[BetLine, ...]:
        """Every bet of all days whose handle is on record, added up; a win only where every day has one."""
        found: dict[tuple[str, str], list[BetLine]] = {}
        for line in (line for day in self.days for line in lines_of(day)):
            found.setdefault((line.bet, line.paytable), []).append(line)
        return tuple(add_lines(lines) for lines in found.values())

    @property
    def p_value(self) -> float | None:
        """How often chance alone carries a fair table at least as far, to either side."""
        return None if self.sigmas is None else erfc(abs(self.sigmas) / sqrt(2))


def table_periods(days: Sequence[TableDay], shifts: Iterable[Shift]) -> tuple[TablePeriod, ...]:
    """Every table that was active in the period."""
    dealt = [shift for shift in shifts if shift.games]
    found = []
    for name in dict.fromkeys(day.table for day in days if day.is_active):
        mine = [shift for shift in dealt if shift.table == name]
        here = tuple(day for day in days if day.table == name)
        played = {one.fingerprint: one for day in here if day.is_active for one in day.stood}.values()
        found.append(
            TablePeriod(
                name, ", then ".join(games.title_of(one.game, one.variant) for one in played), here[-1].currency, here,
                sum(shift.last_micros - shift.from_micros for shift in mine), sum(shift.games for shift in mine),
                *(_published(one.game, one.variant) for one in played) if len(played) == 1 else (None,),
            )
        )  # fmt: skip
    return tuple(found)


def _published(slug: str, variant: str) -> Pace | None:
    try:
        game = games.find(slug, variant)
    except UnknownName:
        return None
    return pace_of(game, min(USUAL_PLAYERS, game.seats))


def period_blocks(found: Sequence[TablePeriod]) -> Iterator[Block]:
    """Pace and win of every table; what chance does not explain is marked."""
    if not found:
        yield Words("No activity.")
        return
    yield Table(
        (Column("Table"), Column("Game", whole=True), *right("Rounds", "Hours dealt", "Rounds an hour", "Published")),
        tuple(_pace_row(one) for one in found),
    )
    compared = [one for one in found if one.sigmas is not None]
    if not compared:
        yield Words(
            "No day has a win, the handle of every bet and exact edges on record, so that no win can be compared."
        )
    else:
        yield _wins(compared)
    if bets := [(one, line) for one in found for line in one.bets]:
        yield lines_table((one.table, line, one.currency) for one, line in bets)
    if reasons := not_compared(found):
        rows = tuple((capital(why), listed(tables)) for why, tables in reasons.items())
        yield Table((Column("Not compared", breaks=True), Column("Tables", breaks=True)), rows)


def not_compared(found: Sequence[TablePeriod]) -> dict[str, list[str]]:
    """Why days are left out, each reason once, with the tables and how many days of each."""
    reasons: dict[str, Counter[str]] = {}
    for one in found:
        compared = set(map(id, one.compared))
        for day in (day for day in one.days if day.is_active and id(day) not in compared):
            reasons.setdefault(theory_missing(day) or NO_WIN, Counter()).update([one.table])
    return {
        why: [f"{table} ({count(days, 'day')})" for table, days in tables.items()] for why, tables in reasons.items()
    }


def _wins(compared: Sequence[TablePeriod]) -> Table:
    limit = ODD / len(compared)
    titles = right("Days", "Theoretical win", "Interval", "Win", "Deviations", "Chance")
    return Table(
        (Column("Table"), *titles, Column("Remark", breaks=True)), tuple(_win_row(one, limit) for one in compared)
    )


def _pace_row(one: TablePeriod) -> Row:
    hours = Fraction(one.dealt_micros, HOUR_MICROS)
    return (
        one.table, one.game, f"{sum(day.rounds for day in one.days):,}", f"{float(hours):.1f}" if one.games else "",
        f"{float(one.pace):.1f}" if one.pace else "",
        f"{float(one.published.rounds_an_hour):.1f} with {one.published.players} players" if one.published else "",
    )  # fmt: skip


def _win_row(one: TablePeriod, limit: float) -> Row:
    theory, deviation, chance = one.theory_micros, one.deviation_micros, one.p_value
    assert chance is not None and one.sigmas is not None
    return (
        one.table, f"{len(one.compared)}", cents(theory, one.currency),
        interval_text(theory, deviation, one.currency), cents(one.win_micros, one.currency),
        f"{one.sigmas:+.2f}", f"{chance:.2%}", odd_remark(chance, limit),
    )  # fmt: skip


def odd_remark(chance: float, limit: float) -> str:
    """What somebody should do about a chance; nothing where it explains what happened."""
    return "Look into it: chance alone does not explain this" if chance < limit else ""


def period_dict(one: TablePeriod) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "table": one.table,
        "game": one.game,
        "rounds": sum(day.rounds for day in one.days),
        "hours_dealt": one.dealt_micros / HOUR_MICROS,
        "rounds_an_hour": float(one.pace) if one.pace else None,
        "published_rounds_an_hour": float(one.published.rounds_an_hour) if one.published else None,
        "days_compared": len(one.compared),
        "theoretical_win_micros": one.theory_micros if one.compared else None,
        "deviation_micros": one.deviation_micros if one.compared else None,
        "win_micros": one.win_micros if one.compared else None,
        "deviations": one.sigmas,
        "chance": one.p_value,
        "bets": [line_dict(line) for line in one.bets],
    }
