"""Tables by gaming day: bank, drop and win, beside what exact odds lead one to expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from fairfelt.analysis.winnings.bets import THE_GAME
from fairfelt.engine.answers.numbers import as_plain, percent_text
from fairfelt.jackpot.meters.edge import ProgressiveBet
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law.core import Rule
from fairfelt.reports.papers.controls import RoomFacts
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, count, exact_text, footnotes, listed
from fairfelt.room import table_odds
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.periods import AtTable
from fairfelt.room.projections.records import Shift
from fairfelt.room.state.awards import CountKind
from fairfelt.room.table_win import (
    HOUR_MICROS,
    NO_HANDLE,
    NO_WIN,
    TableFigures,
    TablePeriod,
    all_bets_micros,
    deviation_micros,
    fairness_remark,
    lines_of,
    odd_hands,
    return_to_players,
    sigmas,
    table_periods,
    theoretical_win_micros,
    theory_missing,
)
from fairfelt.rules import MICROS, format_amount, format_day
from fairfelt.table.randomness import LEAST_EXPECTED, Tested


def table_day_report(days: tuple[TableDay, ...], day: date, *more: Section, notes: Sequence[str] = ()) -> Report:
    """All tables of a day, every count behind them, and what else is said of that day, with kinds of notes on that."""
    sheet = Sheet(
        "Master games report",
        f"Tables, {format_day(day)}",
        Section("Tables", tables_by_day(days, dated=False)),
        Section("Play", _play(days)),
        *more,
        Section("Counts", _counts(days)),
        footnotes=footnotes("table_day", *notes),
    )
    return Report(sheet, {"day": day, "tables": [day_dict(one) for one in days]}, f"tables-{day}")


_SUMMED = (CountKind.OPENING, CountKind.FILL, CountKind.CREDIT, CountKind.DROP, CountKind.CLOSING)


def tables_by_day(days: Sequence[TableDay], *, dated: bool = True) -> Table | Words:
    """Bank, drop and win of every table; for several days, each row with its day."""
    if not days:
        return Words("No tables yet.")
    rows = (
        (
            *((format_day(one.day),) if dated else ()),
            one.table,
            one.title,
            *(format_amount(one.sum_micros(kind), one.currency) if one.has(kind) else "" for kind in _SUMMED),
            _money(one, one.win_micros) or "",
            "" if one.hold is None else percent_text(one.hold, 2),
            capital("; ".join(one.remarks)),
        )
        for one in days
    )
    first = (*((Column("Day", whole=True),) if dated else ()), Column("Table"), Column("Game", whole=True))
    columns = right("Opening", "Fills", "Credits", "Drop", "Closing", "Win", "Hold")
    # The win of each currency, of the tables whose win is known
    totals = []
    for currency in dict.fromkeys(one.currency for one in days):
        known = [one for one in days if one.currency == currency and one.win_micros is not None]
        sums = [sum(one.sum_micros(kind) for one in known) for kind in _SUMMED]
        amounts = (format_amount(micros, currency) for micros in (*sums, sum(one.win_micros or 0 for one in known)))
        if known:
            tables = f"{len(known)} of {len(days)} tables"
            totals.append((f"Total {currency}", *([""] if dated else []), tables, *amounts, "", ""))
    return Table((*first, *columns, Column("Remark", breaks=True)), tuple(rows), tuple(totals))


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


ODD = 0.01
"""The share of periods in which chance alone makes all tables together look odd."""


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
        limit = ODD / len(compared)
        yield table(
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
    if bets := [(one, line) for one in found for line in one.bets]:
        yield lines_table((one.table, line, one.currency) for one, line in bets)
    if reasons := not_compared(found):
        rows = tuple((capital(why), listed(tables)) for why, tables in reasons.items())
        yield Table((Column("Not compared", breaks=True), Column("Tables", breaks=True)), rows)


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


def theoretical_report(
    room: RoomFacts,
    period: str,
    tables: Iterable[TableFigures],
    days: tuple[TableDay, ...] = (),
    shifts: tuple[Shift, ...] = (),
) -> Report:
    """The games themselves by their days, then the progressive bets table by table; one without wagers says so."""
    found, active = list(tables), tuple(one for one in days if one.is_active)
    whole, findings = table_periods(days, shifts), tuple(each for one in found for each in one.findings)
    tested = [(one, dealt_fairly(one.table, one.bet, one.seen, one.crowd)) for one in found]
    returned = {id(one): _return(room, one) for one in found if one.now}
    minimum = room.law.find("return.minimum")
    sheet = Sheet(
        "Theoretical against actual",
        f"{room.location}, {period}",
        Section("", Notice("Hands that chance hardly explains", *findings)) if findings else None,
        Section("Tables in this time", *period_blocks(whole)) if whole else None,
        Section("Whether hands come as often as they should", _fairness(tested)) if found else None,
        Section("Games, day by day", *theory_blocks(active)) if active else None,
        *(Section(f"Table {one.table}: {one.bet.wager} {one.bet.paytable}", _compared(one)) for one in found),
        *([] if found or active else [Section("", Words("No activity."))]),
        Section("Return to players", _returns(returned.values(), minimum)) if returned else None,
        footnotes=footnotes(
            "theoretical", "same_bets", "theoretical_tests", sigmas=SIGMAS, rare=table_odds.RARE.denominator
        ),
        colophon=room.colophon,
    )
    least = minimum.number("at_least_ppm") if minimum else None
    plain = {
        "minimum_return_ppm": least,
        "tables": [_table_dict(one, returned.get(id(one)), least) for one in found],
        "findings": list(findings),
        "games": [theory_dict(one) for one in active],
        "periods": [period_dict(one) for one in whole],
        "dealt_fairly": [_fairness_dict(*each) for each in tested],
    }
    return Report(sheet, plain, "theoretical")


def _fairness(tested: list[tuple[TableFigures, Tested | None]]) -> Table:
    limit = ODD / max(1, sum(test is not None for _, test in tested))
    rows = [
        (one.table, one.bet.wager, "", "", "", "Too few bets to tell")
        if test is None
        else (
            one.table, one.bet.wager, f"{test.chi_square:.2f}", f"{test.freedom}", f"{test.p_value:.2%}",
            odd_remark(test.p_value, limit),
        )
        for one, test in tested
    ]  # fmt: skip
    columns = right("Chi-square", "Degrees of freedom", "Chance")
    return Table((Column("Table"), Column("Bet"), *columns, Column("Remark", breaks=True)), tuple(rows))


def _fairness_dict(one: TableFigures, test: Tested | None) -> dict[str, Any]:
    known = {"chi_square": test.chi_square, "freedom": test.freedom, "chance": test.p_value} if test else None
    return {"table": one.table, "bet": one.bet.wager, "paytable": one.bet.paytable, "test": known}


def _compared(one: TableFigures) -> Table | Words:
    if not one.seen.sizes:
        return Words("No activity.")
    rows = tuple(_compared_row(line, one.currency) for line in one.lines)
    columns = (Column("Hand"), *right("Expected", "Interval", "Actual", "Deviations", "Chance"), Column("Remark"))
    wagers = sum(one.seen.sizes.values())
    return Table(columns, rows, (("Wagers", f"{wagers:,}", "", "", "", "", ""),))


def _compared_row(line: table_odds.Compared, currency: str) -> Row:
    money = line.what == table_odds.FIXED_PAYS

    def write(number: Fraction) -> str:
        return (
            format_amount(round(number / CENT_MICROS) * CENT_MICROS, currency)
            if money
            else table_odds.hits_text(number)
        )

    low, high = (line.expected + sign * SIGMAS * line.deviation for sign in (-1, 1))
    actual = write(line.actual) if money else f"{int(line.actual):,}"
    sigmas = "" if line.sigmas is None else f"{float(line.sigmas):+.2f}"
    return (
        line.what,
        write(line.expected),
        f"{write(max(low, Fraction(0)))} to {write(high)}",
        actual,
        sigmas,
        "" if line.chance is None else table_odds.chance_text(line.chance),
        line.remark,
    )


class Returned(NamedTuple):
    """What a bet returns at the largest amount that its table takes: a seed is the smallest part of that."""

    table: str
    at: str
    whole: Fraction
    fed: Fraction
    """By tray pays and contributions alone."""


def _return(room: RoomFacts, one: TableFigures) -> Returned:
    table, terms = room.floor.tables[one.table], room.floor.jackpot_of(room.linked[one.table])[1].terms
    posted = table.limits.posted(table.wager)
    most = max(table.denominations_micros, default=terms.largest_increment_micros)
    most = min(most, posted.most_micros if posted else most, terms.largest_increment_micros)
    bet = replace(one.bet, stake=Fraction(most, MICROS))
    return Returned(one.table, format_amount(most, one.currency), *return_to_players(bet, terms))


def _returns(found: Iterable[Returned], minimum: Rule | None) -> Table:
    least = Fraction(minimum.number("at_least_ppm"), 10**6) if minimum else Fraction(0)
    below = f"below {float(least):.2%} ({minimum.cited})" if minimum else ""
    met = "met" if minimum else ""
    return table(
        found,
        ("Table", lambda one: one.table),
        (num("Largest bet"), lambda one: one.at),
        (num("Return"), lambda one: f"{float(one.whole):.4%}"),
        (num("Of it tray pays and contributions"), lambda one: f"{float(one.fed):.4%}"),
        (Column("Minimum", breaks=True), lambda one: met if one.whole >= least else below),
    )


def _table_dict(one: TableFigures, returned: Returned | None, least_ppm: int | None) -> dict[str, Any]:
    return {
        "table": one.table,
        **as_plain(one.bet, "wager", "paytable"),
        "wagers": sum(one.seen.sizes.values()),
        "return": exact_text(returned.whole) if returned else None,
        "minimum_met": returned.whole * 10**6 >= least_ppm if returned and least_ppm is not None else None,
        "figures": [
            {"what": line.what, "expected": exact_text(line.expected), "variance": exact_text(line.variance),
             "actual": str(line.actual), "chance": None if line.chance is None else float(line.chance),
             "remark": line.remark}
            for line in one.lines
        ],
    }  # fmt: skip


def dealt_fairly(table: str, bet: ProgressiveBet, seen: AtTable, crowd: Fraction = table_odds.ALONE) -> Tested | None:
    """Every hand that pays and all others together; None where so few bets were made that nothing can be told.

    Where `crowd` bets are won and lost as one, everything counts that many times less.
    """
    wagers = sum(seen.sizes.values()) / crowd
    chances = bet.chances
    cells = [(seen.hits.get(hand, 0) / crowd, wagers * chance) for hand, chance in chances.items()]
    cells.append((wagers - sum(hits for hits, _ in cells), wagers * (1 - sum(chances.values(), Fraction(0)))))
    grouped = _grouped(cells)
    if len(grouped) < 2:
        return None
    chi_square = sum((hits - expected) ** 2 / expected for hits, expected in grouped)
    return Tested(table, "hands that pay, against their exact odds", float(chi_square), len(grouped) - 1)


def _grouped(cells: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The rarest are counted together until every cell has enough for chi-square to hold."""
    left = sorted(cells, key=lambda cell: cell[1])
    while len(left) > 1 and left[0][1] < LEAST_EXPECTED:
        (hits, expected), (more, also) = left[:2]
        left = sorted([(hits + more, expected + also), *left[2:]], key=lambda cell: cell[1])
    return [cell for cell in left if cell[1] >= LEAST_EXPECTED]
