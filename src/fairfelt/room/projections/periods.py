"""What happened on each day of the house: read once, and read on while the day is not over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

import msgspec

from fairfelt.ledger import Head, Ledger
from fairfelt.room import Floor
from fairfelt.room.events.accounts import Adjusted

from .period import KINDS, AtTable, Period, Voided, period, read_period

MOST_KEPT = 1_000
"""Days that are remembered; those that were read first are forgotten first."""


@dataclass
class _Day:
    """A gaming day, or the part of one that was asked for."""

    last: int
    """The event up to which it was read."""
    found: Period = field(default_factory=Period)
    over: bool = False


class SavedDay(msgspec.Struct, forbid_unknown_fields=True):
    """A day as a snapshot holds it."""

    last: int
    over: bool
    events: int
    moved: list[tuple[str, str, int]]
    tables: dict[str, AtTable]
    adjusted: list[tuple[int, Adjusted]]
    voided: list[tuple[int, Voided]]


def _saved_day(day: _Day) -> SavedDay:
    found = day.found
    moved = [(name, account, micros) for (name, account), micros in found.moved.items()]
    return SavedDay(day.last, day.over, found.events, moved, found.tables, found.adjusted,
                    found.voided)  # fmt: skip


def _restored_day(saved: SavedDay) -> _Day:
    moved = Counter({(name, account): micros for name, account, micros in saved.moved})
    found = Period(moved=moved, tables=saved.tables, adjusted=saved.adjusted, voided=saved.voided, events=saved.events)
    return _Day(saved.last, found, saved.over)


class PeriodLog:
    """Keeps the days that were asked for. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._days: dict[tuple[int, int], _Day] = {}
        """Days by their first event and the time at which they end."""
        self._reading = Lock()

    def save(self) -> str | None:
        """The days that were read, for a snapshot of the room; nothing while they are being read."""
        if not self._reading.acquire(blocking=False):
            return None
        try:
            days = [(*key, _saved_day(day)) for key, day in self._days.items()]
            return msgspec.json.encode(days).decode() if days else None
        finally:
            self._reading.release()

    def restore(self, text: str) -> None:
        """Know the days that were saved."""
        with self._reading:
            days = msgspec.json.decode(text, type=list[tuple[int, int, SavedDay]])
            self._days = {(first, end_micros): _restored_day(day) for first, end_micros, day in days}

    def read(self, ledger: Ledger[Floor], from_micros: int, to_micros: int) -> tuple[int, Period]:
        """The first event of a time, and all that happened in it; whole gaming days are kept, of 23 to 25 hours."""
        within: list[Period] = []
        since: list[Period] = []
        with self._reading:
            committed = ledger.committed
            days = committed.state.jurisdiction.days
            first = number = ledger.first_since(from_micros)
            while number <= committed.head.number:
                at_micros = ledger.entries(after=number - 1, limit=1)[0].at_micros
                end_micros = days.end_micros(days.day_of(at_micros))
                if inside := at_micros < to_micros:
                    end_micros = min(end_micros, to_micros)
                day = self._read_on(ledger, number, end_micros, committed.head)
                (within if inside else since).append(day.found)
                number = day.last + 1
            return first, period(within, since, committed.state.balances())

    def _read_on(self, ledger: Ledger[Floor], first: int, end_micros: int, head: Head) -> _Day:
        """The day that begins with an event, up to its end or the head."""
        day = self._days.get((first, end_micros)) or self._begun(first, end_micros)
        if day.over or day.last == head.number:
            return day
        over = head.at_micros >= end_micros
        after, last = day.last, ledger.first_since(end_micros) - 1 if over else head.number
        recorded = ledger.recorded(KINDS, after=after, last=last)
        day.found.add(read_period(ledger.moved(after=after, last=last), recorded, last - after))
        day.last, day.over = last, over
        return day

    def _begun(self, first: int, end_micros: int) -> _Day:
        day = self._days[first, end_micros] = _Day(first - 1)
        if len(self._days) > MOST_KEPT:
            del self._days[next(iter(self._days))]
        return day
