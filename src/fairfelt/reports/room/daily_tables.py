"""A gaming day as plain tables for a casino's own systems: rounds, wins and funds, from the events of that day."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from fairfelt.law import GamingDays, moment
from fairfelt.ledger.store import Snapshot
from fairfelt.reports.sheet.csv import IMPRINT, records_csv
from fairfelt.room.events import read_event
from fairfelt.room.events.funds import BankEntryBooked, FundsLookedAt
from fairfelt.room.events.rounds import AwardsConfirmed, GameStarted
from fairfelt.room.events.voids import AwardBackedOut
from fairfelt.version import imprint

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("event", "at", "table", "round", "bets", "wagered_micros"),
    "wins": (
        "event", "at", "what", "win_page", "table", "game", "paytable", "round", "seat", "hand", "level", "currency",
        "wager_micros", "amount_micros", "envy_micros", "document", "envy_for_seat", "envy_pages",
    ),
    "funds": (
        "event", "at", "what", "on", "currency", "amount_micros", "held_micros", "balance_micros", "required_micros",
        "short_micros", "document",
    ),
}  # fmt: skip
"""Every table with its columns; what does not apply is empty. Amounts are whole millionths.

What has made the table stands behind them."""
Row = dict[str, Any]


@dataclass(frozen=True)
class DailyTables:
    """The tables of one day."""

    day: date
    rows: Mapping[str, Sequence[Row]]

    def csv(self, table: str) -> bytes:
        """One table as CSV."""
        return records_csv(self.rows[table], COLUMNS[table]).encode()

    def parquet(self, table: str) -> bytes:
        """One table as Parquet; needs the extra `parquet`."""
        import pyarrow
        import pyarrow.parquet

        rows = [{**row, IMPRINT: imprint()} for row in self.rows[table]]
        named = (*COLUMNS[table], IMPRINT)
        columns = {name: [row.get(name) for row in rows] for name in named}
        kinds = [(name, pyarrow.int64() if _is_number(name) else pyarrow.string()) for name in named]
        sink = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(columns, schema=pyarrow.schema(kinds)), sink)
        return sink.getvalue()


def _is_number(column: str) -> bool:
    return column.endswith("_micros") or column in ("event", "round", "bets", "seat", "win_page", "envy_for_seat")


def daily_tables(taken: Snapshot, days: GamingDays, day: date) -> DailyTables:
    """Read one gaming day, by the room's own clock."""
    first = taken.first_since(days.begin_micros(day))
    after_last = taken.first_since(days.begin_micros(day + timedelta(days=1)))
    rows: dict[str, list[Row]] = {name: [] for name in COLUMNS}
    for entry in taken.entries(after=first - 1, limit=max(0, after_last - first)):
        about = {"event": entry.number, "at": moment(entry.at_micros, days.zone).isoformat()}
        for table, row in _rows(read_event(entry.body)):
            rows[table].append({**about, **row})
    return DailyTables(day, rows)


def _rows(event: object) -> Iterable[tuple[str, Row]]:
    match event:
        case GameStarted():
            bets = dict(event.bets)
            row = {"table": event.table, "round": event.round, "bets": len(bets), "wagered_micros": sum(bets.values())}
            yield "rounds", row
        case AwardsConfirmed():
            for page in event.pages():
                yield "wins", {
                    "what": "win", "win_page": page.number, "table": page.table, "game": page.game,
                    "paytable": page.paytable, "round": page.round, "seat": page.seat, "hand": page.hand,
                    "envy_for_seat": page.envy_for_seat,
                    "level": page.level, "currency": page.currency, "wager_micros": page.wager_micros,
                    "amount_micros": page.amount_micros,
                }  # fmt: skip
        case AwardBackedOut():
            yield "wins", {
                "what": "backed out", "win_page": event.number, "table": event.at_table, "hand": event.hand,
                "level": event.level, "amount_micros": -event.amount_micros, "envy_micros": -event.envy_micros,
                "envy_pages": " ".join(map(str, event.envy_pages)), "document": event.document,
            }  # fmt: skip
        case BankEntryBooked():
            yield "funds", {
                "what": event.entry_kind.value, "on": event.on.isoformat(), "currency": event.currency,
                "amount_micros": event.amount_micros, "document": event.document,
            }  # fmt: skip
        case FundsLookedAt():
            for currency, found in event.accounts.items():
                yield "funds", {
                    "what": "held against the bank", "on": event.day.isoformat() if event.day else None,
                    "currency": currency, "held_micros": found.held_micros, "balance_micros": found.balance_micros,
                    "required_micros": found.required_micros, "short_micros": found.short_micros,
                }  # fmt: skip
