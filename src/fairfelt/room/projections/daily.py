"""Rounds, wins and funds of one gaming day as rows for other systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from fairfelt.law import GamingDays, moment
from fairfelt.ledger.store import Snapshot
from fairfelt.room.commands.funds import BankEntryBooked, FundsLookedAt
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.registry import read_event

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
"""Every table with its columns; what does not apply is empty. Amounts are whole millionths."""


Cells = dict[str, Any]


def daily_tables(taken: Snapshot, days: GamingDays, day: date) -> dict[str, list[Cells]]:
    """Read one gaming day, by the room's own clock."""
    first = taken.first_since(days.begin_micros(day))
    after_last = taken.first_since(days.begin_micros(day + timedelta(days=1)))
    rows: dict[str, list[Cells]] = {name: [] for name in COLUMNS}
    for entry in taken.entries(after=first - 1, limit=max(0, after_last - first)):
        about = {"event": entry.number, "at": moment(entry.at_micros, days.zone).isoformat()}
        for name, row in _rows(read_event(entry.body)):
            rows[name].append({**row, **about})
    return rows


def _rows(event: object) -> Iterable[tuple[str, Cells]]:
    match event:
        case GameStarted():
            bets = dict(event.bets)
            yield "rounds", _fields(event, "rounds", bets=len(bets), wagered_micros=sum(bets.values()))
        case AwardsConfirmed():
            for page in event.pages():
                yield "wins", _fields(page, "wins", what="win", win_page=page.number)
        case AwardBackedOut():
            yield "wins", _fields(
                event, "wins", what="backed out", win_page=event.number, table=event.at_table,
                amount_micros=-event.amount_micros, envy_micros=-event.envy_micros,
                envy_pages=" ".join(map(str, event.envy_pages)),
            )  # fmt: skip
        case BankEntryBooked():
            yield "funds", _fields(event, "funds", what=event.entry_kind.value, on=event.on.isoformat())
        case FundsLookedAt():
            on = event.day.isoformat() if event.day else None
            for currency, found in event.accounts.items():
                yield "funds", _fields(found, "funds", what="held against the bank", on=on, currency=currency)


def _fields(record: object, name_of_table: str, /, **others: object) -> Cells:
    """The columns of a table that a record has by their names, and others."""
    return {name: getattr(record, name) for name in COLUMNS[name_of_table] if hasattr(record, name)} | others
