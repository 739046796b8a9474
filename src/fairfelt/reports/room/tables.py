"""Tables by gaming day: bank, drop and win, beside what exact odds lead one to expect, by day and by period."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import erfc, isqrt, sqrt
from typing import Any

from fairfelt import games
from fairfelt.analysis.winnings.bets import THE_GAME
from fairfelt.analysis.winnings.tables import USUAL_PLAYERS, Pace, pace_of
from fairfelt.engine.answers.numbers import as_plain, percent_text
from fairfelt.engine.answers.par import Par
from fairfelt.jackpot.meters.edge import ProgressiveBet
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, count, exact_text, listed
from fairfelt.room import table_odds
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.records import Shift
from fairfelt.room.state.awards import Counted
from fairfelt.rules import Kind, UnknownName, format_amount, format_day


def table_day_report(
    days: tuple[TableDay, ...], day: date, *more: Section, notes: tuple[tuple[str, str], ...] = ()
) -> Report:
    """All tables of a day, every count behind them, and what else is said of that day, with notes on that."""
    sheet = Sheet(
        title="Master games report",
        subtitle=f"Tables, {format_day(day)}",
        sections=(
            Section("Tables", _tables(days)),
            Section("Play", _play(days)),
            *more,
            Section("Counts", _counts(days)),
        ),
        footnotes=(("Win", "Drop plus closing bank plus credits, less opening bank and fills."), *notes),
    )
    return Report(sheet, {"day": day, "tables": [day_dict(one) for one in days]}, f"tables-{day}")


_SUMMED = (Counted.OPENING, Counted.FILL, Counted.CREDIT, Counted.DROP, Counted.CLOSING)


def tables_by_day(days: Sequence[TableDay]) -> Table | Words:
    """The same for several days, each row with its day."""
    listed = _tables(tuple(days))
    if isinstance(listed, Words):
        return listed
    rows = tuple((format_day(one.day), *row) for one, row in zip(days, listed.rows, strict=True))
    return Table(
        (Column("Day", whole=True), *listed.columns), rows, tuple((row[0], "", *row[1:]) for row in listed.totals)
    )


def _tables(days: tuple[TableDay, ...]) -> Table | Words:
    if not days:
        return Words("No tables yet.")
    rows = tuple(
        (
            one.table,
            one.title,
            *(format_amount(one.sum_micros(kind), one.currency) if one.has(kind) else "" for kind in _SUMMED),
            "" if one.win_micros is None else format_amount(one.win_micros, one.currency),
            "" if one.hold is None else percent_text(one.hold, 2),
            capital("; ".join(one.remarks)),
        )
        for one in days
    )
    columns = right("Opening", "Fills", "Credits", "Drop", "Closing", "Win", "Hold")
    return Table(
        (Column("Table"), Column("Game", whole=True), *columns, Column("Remark", breaks=True)), rows, _totals(days)
    )


def _totals(days: tuple[TableDay, ...]) -> tuple[tuple[str, ...], ...]:
    """The win of each currency, of the tables whose win is known."""
    found = []
    for currency in dict.fromkeys(one.currency for one in days):
        known = [one for one in days if one.currency == currency and one.win_micros is not None]
        sums = [sum(one.sum_micros(kind) for one in known) for kind in _SUMMED]
        win = sum(one.win_micros or 0 for one in known)
        amounts = (format_amount(micros, currency) for micros in (*sums, win))
        if known:
            found.append((f"Total {currency}", f"{len(known)} of {len(days)} tables", *amounts, "", ""))
    return tuple(found)


def _play(days: tuple[TableDay, ...]) -> Table | Words:
    played = [one for one in days if one.rounds]
    if not played:
        return Words("No rounds were counted.")
    return table(
        played,
        ("Table", lambda one: one.table),
        (num("Rounds"), lambda one: one.rounds),
        (num("Handle"), lambda one: _money(one, one.handle_micros)),
        (num("Other bets"), lambda one: _money(one, one.play.other_micros)),
        (num("Tray pays"), lambda one: _money(one, one.play.tray_micros)),
        (num("Progressive handle"), lambda one: _money(one, one.play.wagered_micros)),
        (num("Awards"), lambda one: _money(one, one.play.awarded_micros)),
        (num("Envy"), lambda one: _money(one, one.play.envy_micros)),
    )


def _money(one: TableDay, micros: int | None) -> str | None:
    return None if micros is None else format_amount(micros, one.currency)


def _counts(days: tuple[TableDay, ...]) -> Table | Words:
    rows = tuple(
        (str(row.number), row.table, row.counted.value, format_amount(row.amount_micros, row.currency),
         " and ".join(row.by), row.document)
        for one in days
        for row in one.counts
    )  # fmt: skip
    if not rows:
        return Words("Nothing was counted.")
    columns = (*right("No."), Column("Table"), Column("Count"), *right("Amount"), Column("By"))
    return Table((*columns, Column("Document", breaks=True)), rows)


def day_dict(one: TableDay) -> dict[str, Any]:
    return {
        **as_plain(one, "table", "day", "game", "currency"),
        **{f"{kind.value}_micros": one.sum_micros(kind) if one.has(kind) else None for kind in _SUMMED},
        **as_plain(one, "win_micros", "rounds", "handle_micros"),
        "other_bets_micros": one.play.other_micros,
        **as_plain(one.play, "tray_pays", "tray_micros"),
        "progressive_handle_micros": one.play.wagered_micros,
        "awarded_micros": one.play.awarded_micros,
        **as_plain(one, "remarks", "counts"),
    }


SIGMAS = 2
"""Standard deviations of the interval: about 95 of 100 days lie within."""
MOST_SIGMAS = 3
"""A day beyond this is to be looked into: chance brings one in 370."""
NO_HANDLE = "no handle on record: nothing counts the bets of the game itself; enter it with the closing bank"
SAME_BETS = (
    ("Theoretical win", "Of every bet that the win includes: its exact edge times its handle on record, side bets and "
     "the progressive among them."),
    ("Progressive bet", "As the tray has it: the whole bet comes in, fixed pays and envy go out, unless fixed pays "
     "come off the meter. Shares of a meter are paid with money that was set aside. Both sides stand before that is "
     "taken off, as the win in the daily record does; seeds are the house's, and no part of a table's win."),
    ("Win of a bet", "Of side bets, the bets reported less what slips paid; of the progressive, by its log; of the "
     "game itself, the rest of the table's win."),
)  # fmt: skip
"""What the figures mean, for footnotes."""


def lines_of(one: TableDay) -> tuple[table_odds.BetLine, ...]:
    """Every bet of a day whose odds and handle are known; what the game itself won is the rest of the win."""
    sheet, bet = table_odds.sheet_of(one), table_odds.bet_of(one)
    found: list[table_odds.BetLine] = []
    if isinstance(sheet, Par):
        found += (*table_odds.base_lines(one, sheet), *table_odds.side_lines(one, sheet))
    if isinstance(bet, ProgressiveBet) and one.played and one.play.wagered_micros:
        game = table_odds.progressive_game(one.played)
        found.append(table_odds.progressive_line(one, game, bet))
    return tuple(_with_rest(one, found))


def _with_rest(one: TableDay, lines: Sequence[table_odds.BetLine]) -> Iterator[table_odds.BetLine]:
    """What no other line has of the win is that of the game itself, if that alone is not known."""
    unknown = [line for line in lines if line.win_micros is None]
    rest = None
    if one.win_micros is not None and len(unknown) == 1 and unknown[0].opens and not theory_missing(one):
        rest = one.win_micros - sum(line.win_micros or 0 for line in lines)
    for line in lines:
        yield line if line.win_micros is not None else replace(line, win_micros=rest)


def theory_missing(one: TableDay) -> str:
    """What is missing to compare a win; empty where nothing is."""
    if one.played is None:
        return "the game was changed on this day: the handle of each is not told apart"
    sheet, bet = table_odds.sheet_of(one), table_odds.bet_of(one)
    opened_by_meter = (
        isinstance(bet, ProgressiveBet) and table_odds.progressive_game(one.played).wager(bet.wager).is_base
    )
    if one.handle_micros is None and not opened_by_meter:
        return NO_HANDLE
    for counted, wanted in ((sheet, not opened_by_meter), (bet, bool(one.play.wagered_micros))):
        if wanted and counted is None:
            return "the exact edge was not counted yet; the paper Theoretical against actual counts it"
        if wanted and isinstance(counted, str):
            return f"the exact edge cannot be counted: {counted}"
    if isinstance(sheet, Par) and (lacking := _sides_missing(one, sheet)):
        return f"the win includes {listed(lacking)}, and no handle of that is on record; enter it with the closing bank"
    if one.play.felt.unsplit_micros:
        return "bets were taken back, and the log of that time does not say which"
    return ""


def _sides_missing(one: TableDay, sheet: Par) -> list[str]:
    """Side bets that are offered and counted by nobody; a keypad that reports bets reports all of them."""
    if one.play.felt.bets:
        return []
    offered = [wager.name for wager in sheet.game.wagers if wager.kind is Kind.SIDE]
    posted = offered if one.offered is None else [name for name in offered if name in one.offered]
    return [name for name in posted if name not in one.entered_sides]


def theoretical_win_micros(one: TableDay) -> int | None:
    """Of all bets that the win includes, rounded to a millionth; None while one of them is missing."""
    return None if theory_missing(one) else sum(line.theory_micros for line in lines_of(one))


def deviation_micros(one: TableDay) -> int | None:
    """How far chance carries the win of a day: one standard deviation of all its bets together.

    By the bets that the keypad reported; of a handle that was entered, as if one player bet the same in every round.
    """
    sheet = table_odds.sheet_of(one)
    if theory_missing(one) or (isinstance(sheet, Par) and sheet.round.variance is None):
        return None
    lines = lines_of(one)
    if any(line.handle_micros and not line.variance and line.bet == THE_GAME for line in lines):
        return None
    if not isinstance(sheet, Par):
        return isqrt(int(sum((line.variance for line in lines), Fraction(0)))) or None
    return isqrt(int(table_odds.variance_of(lines, sheet.game, one.play.felt))) or None


def sigmas(one: TableDay) -> Fraction | None:
    """How many standard deviations the win of a day lies from what it should be; None while something is missing."""
    theory, deviation, win = theoretical_win_micros(one), deviation_micros(one), one.win_micros
    return None if theory is None or win is None or not deviation else Fraction(win - theory, deviation)


def fairness_remark(one: TableDay) -> str:
    """The advice about a day; empty where chance explains it."""
    away = sigmas(one)
    return "needs review: chance alone does that on one day in 370" if away and abs(away) > MOST_SIGMAS else ""


def odd_hands(one: TableDay) -> tuple[str, ...]:
    """Hands of the progressive bet that came more or less often on a day than chance explains, where odds are known."""
    bet = table_odds.bet_of(one)
    if not isinstance(bet, ProgressiveBet) or one.played is None:
        return ()
    game = table_odds.progressive_game(one.played)
    crowd, alike = table_odds.crowd_of(game, bet.wager, one.play), table_odds.most_alike(game, bet.wager)
    return tuple(table_odds.rare_hands(one.table, bet, one.play, crowd, alike))


def theory_dict(one: TableDay) -> dict[str, Any]:
    return {
        **as_plain(one, "table", "day", "handle_micros"),
        "theoretical_win_micros": theoretical_win_micros(one),
        "win_micros": one.win_micros,
        "deviation_micros": deviation_micros(one),
        "deviations": None if (away := sigmas(one)) is None else float(away),
        "missing": theory_missing(one),
        "bets": [line_dict(line) for line in lines_of(one)],
        "odd_hands": list(odd_hands(one)),
    }


def line_dict(line: table_odds.BetLine) -> dict[str, Any]:
    return {
        **as_plain(line, "bet", "paytable", "handle_micros"),
        "edge": exact_text(line.edge),
        "theoretical_win_micros": line.theory_micros,
        **as_plain(line, "deviation_micros", "win_micros"),
        "deviations": None if line.sigmas is None else float(line.sigmas),
    }


def theory_blocks(days: tuple[TableDay, ...], *, dated: bool = True) -> Iterator[Block]:
    """Every table that was active: theoretical and actual win, or what is missing; of a single day, bet by bet too."""
    active = [one for one in days if one.is_active]
    if not active:
        yield Words("No activity.")
        return
    if not dated and (odd := tuple(each for one in active for each in odd_hands(one))):
        yield Notice("Hands that chance hardly explains", *odd)
    day = (Column("Day", whole=True),) if dated else ()
    columns = (*day, Column("Table"), *right("Handle", "Theoretical win", "Interval", "Win", "Deviations"))
    if all(theory_missing(one) == NO_HANDLE for one in active):
        yield Words(
            f"{capital(NO_HANDLE)}. Theoretical win, its interval and how far the win lies from it stand here then."
        )
    else:
        rows = tuple((*((format_day(one.day),) if dated else ()), *_row(one)) for one in active)
        yield Table((*columns, Column("Remark", breaks=True)), rows)
    if not dated and (lines := tuple((one, line) for one in active for line in lines_of(one))):
        yield lines_table((one.table, line, one.currency) for one, line in lines)


def lines_table(lines: Iterable[tuple[str, table_odds.BetLine, str]]) -> Table:
    """Bets with their tables and currencies, one a row."""
    columns = right("Handle", "Edge", "Theoretical win", "Interval", "Win", "Deviations")
    rows = tuple((table, *_line_row(line, currency)) for table, line, currency in lines)
    return Table((Column("Table"), Column("Bet", breaks=True), *columns), rows)


def _line_row(line: table_odds.BetLine, currency: str) -> Row:
    """One bet in a table."""
    name = capital(line.bet) if line.bet == THE_GAME else f"{line.bet} {line.paytable}".strip()
    away = "" if line.sigmas is None else f"{float(line.sigmas):+.2f}"
    return (
        name, cents(line.handle_micros, currency), percent_text(line.edge, 4), cents(line.theory_micros, currency),
        f"± {cents(SIGMAS * line.deviation_micros, currency)}", cents(line.win_micros, currency), away,
    )  # fmt: skip


def cents(micros: int | None, currency: str) -> str:
    """An amount to the cent; nothing where it is not known."""
    return "" if micros is None else format_amount(round(Fraction(micros, CENT_MICROS)) * CENT_MICROS, currency)


def interval_text(theory: int | None, deviation: int | None, currency: str) -> str:
    """Where a win should lie; nothing where that is not known."""
    if theory is None or not deviation:
        return ""
    return f"{cents(theory - SIGMAS * deviation, currency)} to {cents(theory + SIGMAS * deviation, currency)}"


def _row(one: TableDay) -> Row:
    theory, away = theoretical_win_micros(one), sigmas(one)
    handle = None if one.handle_micros is None and not lines_of(one) else all_bets_micros(one)
    return (
        one.table, cents(handle, one.currency), cents(theory, one.currency),
        interval_text(theory, deviation_micros(one), one.currency), cents(one.win_micros, one.currency),
        "" if away is None else f"{float(away):+.2f}", capital(theory_missing(one) or fairness_remark(one)),
    )  # fmt: skip


def all_bets_micros(one: TableDay) -> int:
    """The handle of all bets whose line is known; raises are no part of it, for the edge is of what opens a round."""
    return sum(line.handle_micros for line in lines_of(one)) or one.handle_micros or 0


HOUR_MICROS = 3600 * 1_000_000
LEAST_HOURS = Fraction(1, 2)
"""Less time says little of a pace."""
NO_WIN = "a bank was not counted, so that the win is not known"
ODD = 0.01
"""The share of periods in which chance alone makes all tables together look odd."""


@dataclass(frozen=True)
class TablePeriod:
    """One table over some days."""

    table: str
    game: str
    currency: str
    days: tuple[TableDay, ...]
    dealt_micros: int
    """Time dealt there, by the dealers' shifts."""
    games: int
    """Rounds begun in these shifts."""
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
    def bets(self) -> tuple[table_odds.BetLine, ...]:
        """Every bet of all days whose handle is on record, added up; a win only where every day has one."""
        found: dict[tuple[str, str], list[table_odds.BetLine]] = {}
        for line in (line for day in self.days for line in lines_of(day)):
            found.setdefault((line.bet, line.paytable), []).append(line)
        return tuple(table_odds.add_lines(lines) for lines in found.values())

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
    return table(
        compared,
        ("Table", lambda one: one.table),
        (num("Days"), lambda one: str(len(one.compared))),
        (num("Theoretical win"), lambda one: cents(one.theory_micros, one.currency)),
        (num("Interval"), lambda one: interval_text(one.theory_micros, one.deviation_micros, one.currency)),
        (num("Win"), lambda one: cents(one.win_micros, one.currency)),
        (num("Deviations"), lambda one: f"{one.sigmas:+.2f}"),
        (num("Chance"), lambda one: f"{one.p_value:.2%}"),
        (Column("Remark", breaks=True), lambda one: odd_remark(one.p_value or 0, limit)),
    )


def _pace_row(one: TablePeriod) -> Row:
    hours = Fraction(one.dealt_micros, HOUR_MICROS)
    return (
        one.table, one.game, f"{sum(day.rounds for day in one.days):,}", f"{float(hours):.1f}" if one.games else "",
        f"{float(one.pace):.1f}" if one.pace else "",
        f"{float(one.published.rounds_an_hour):.1f} with {one.published.players} players" if one.published else "",
    )  # fmt: skip


def odd_remark(chance: float, limit: float) -> str:
    """The advice about a chance; empty where chance explains what happened."""
    return "Look into it: chance alone does not explain this" if chance < limit else ""


def period_dict(one: TablePeriod) -> dict[str, Any]:
    return {
        **as_plain(one, "table", "game"),
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
