"""The slow way: every event of the log, one by one, from the first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any

from msgspec import convert

from fairfelt.law import Daybook, GamingDays, Movement, daybook, movements
from fairfelt.ledger import Entry
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.projections.days import by_kind
from fairfelt.room.projections.periods import AtTable, Period

Sums = dict[tuple[date, str], dict[str, int]]


def days_of(entries: Iterable[Entry], days: GamingDays) -> tuple[Daybook, Sums]:
    """What the law and the books make of each event on its day."""
    found = [moved for entry in entries for moved in movements(days.day_of(entry.at_micros), entry.postings)]
    return daybook(found), _sums(found)


def _sums(found: Iterable[Movement]) -> Sums:
    sums: dict[tuple[date, str], Counter[str]] = {}
    for movement in found:
        sums.setdefault((movement.on, movement.jackpot), Counter()).update(by_kind(movement.moves))
    return {key: dict(each) for key, each in sums.items()}


def period_of(entries: Iterable[Entry], from_micros: int, to_micros: int) -> Period:
    """What the accounts held before a time, and what happened in it."""
    found, begin = Period(), Counter[str]()
    for entry in entries:
        if entry.at_micros < from_micros:
            for account, micros in entry.postings:
                begin[account] += micros
        elif entry.at_micros < to_micros:
            _put(found, entry, json.loads(entry.body))
    found.begin = {account: micros for account, micros in begin.items() if micros}
    return found


def _put(found: Period, entry: Entry, body: dict[str, Any]) -> None:
    found.events += 1
    name = entry.kind.removesuffix("/1")
    for account, micros in entry.postings:
        found.move(name, {account: micros})
    if name in ("game started", "awards confirmed"):
        jackpot = entry.postings[0][0].partition("/")[0] if entry.postings else ""
        table = found.tables.setdefault(str(body["table"]), AtTable(""))
        table.jackpot = table.jackpot or jackpot
        _seat(table, name, body)
    if name == "adjusted":
        found.adjusted.append((entry.at_micros, convert(body, Adjusted)))


def _seat(table: AtTable, kind: str, body: dict[str, Any]) -> None:
    rows = {name: list(body.get(name, ())) for name in ("bets", "awards", "envy")}
    table.rounds += kind == "game started"
    table.wagers += len(rows["bets"])
    table.wagered_micros += sum(micros for _, micros in rows["bets"])
    table.awards += len(rows["awards"])
    table.awarded_micros += sum(award["amount_micros"] for award in rows["awards"])
    table.envy_micros += sum(row["amount_micros"] for row in rows["envy"])
    table.fixed_micros += sum(award["amount_micros"] for award in rows["awards"] if not award.get("level"))
    for _, micros in rows["bets"]:
        table.sizes[micros] = table.sizes.get(micros, 0) + 1
        table.others += len(body["bets"]) - 1
    for award in rows["awards"]:
        table.hits[award["hand"]] = table.hits.get(award["hand"], 0) + 1
