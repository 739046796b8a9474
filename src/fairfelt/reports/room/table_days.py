"""The master games report, table by table: bank, fills, credits, drop and win of a gaming day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from fairfelt.answers.numbers import percent_text
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table, Words, right
from fairfelt.room.projections.table_days import TableDay
from fairfelt.room.state.table_counts import Counted
from fairfelt.rules import format_amount, format_day

from ..report import Report


def table_day_report(
    days: tuple[TableDay, ...], day: date, *more: Section, notes: tuple[tuple[str, str], ...] = ()
) -> Report:
    """All tables of a day, every count behind them, and what else is said of that day, with notes on that."""
    sheet = Sheet(
        title="Master games report",
        subtitle=f"Tables, {format_day(day)}",
        sections=(
            Section("Tables", (_tables(days),)),
            Section("Play", (_play(days),)),
            *more,
            Section("Counts", (_counts(days),)),
        ),
        footnotes=(("Win", "Drop plus closing bank plus credits, less opening bank and fills."), *notes),
    )
    return Report(sheet, {"day": day.isoformat(), "tables": [day_dict(one) for one in days]}, f"tables-{day}")


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
    rows = tuple(
        (
            one.table,
            f"{one.rounds:,}",
            *(
                "" if micros is None else format_amount(micros, one.currency)
                for micros in (
                    one.handle_micros,
                    one.play.other_micros,
                    one.play.tray_micros,
                    one.play.wagered_micros,
                    one.play.awarded_micros,
                    one.play.envy_micros,
                )
            ),
        )
        for one in played
    )
    return Table(
        (
            Column("Table"),
            *right("Rounds", "Handle", "Other bets", "Tray pays", "Progressive handle", "Awards", "Envy"),
        ),
        rows,
    )


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
        "table": one.table,
        "day": one.day.isoformat(),
        "game": one.game,
        "currency": one.currency,
        **{f"{kind.value}_micros": one.sum_micros(kind) if one.has(kind) else None for kind in _SUMMED},
        "win_micros": one.win_micros,
        "rounds": one.rounds,
        "handle_micros": one.handle_micros,
        "other_bets_micros": one.play.other_micros,
        "tray_pays": one.play.tray_pays,
        "tray_micros": one.play.tray_micros,
        "progressive_handle_micros": one.play.wagered_micros,
        "awarded_micros": one.play.awarded_micros,
        "remarks": list(one.remarks),
        "counts": [
            {**vars(row), "day": row.day.isoformat(), "counted": row.counted.value, "by": list(row.by),
             "side_handles": dict(row.side_handles), "corrections": list(row.corrections)}
            for row in one.counts
        ],
    }  # fmt: skip
