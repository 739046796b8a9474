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

DAY_MICROS = 24 * 3600 * 1_000_000
MOST_KEPT = 1_000
"""Days that are remembered; those that were read first are forgotten first."""


@dataclass
class _Day:
    begin_micros: int
    last: int
    """The event up to which it was read."""
    found: Period = field(default_factory=Period)
    over: bool = False


class SavedDay(msgspec.Struct, forbid_unknown_fields=True):
    """A day as a snapshot holds it."""

    begin_micros: int
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
    return SavedDay(day.begin_micros, day.last, day.over, found.events, moved, found.tables, found.adjusted,
                    found.voided)  # fmt: skip


def _restored_day(saved: SavedDay) -> _Day:
    moved = Counter({(name, account): micros for name, account, micros in saved.moved})
    found = Period(moved=moved, tables=saved.tables, adjusted=saved.adjusted, voided=saved.voided, events=saved.events)
    return _Day(saved.begin_micros, saved.last, found, saved.over)


class PeriodLog:
    """Keeps the days that were asked for. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._days: dict[tuple[int, int], _Day] = {}
        """By their first event and the time of day at which they begin."""
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
            self._days = {(first, begins_micros): _restored_day(day) for first, begins_micros, day in days}

    def read(self, ledger: Ledger[Floor], from_micros: int, to_micros: int) -> tuple[int, Period]:
        """The first event of some whole days, and all that happened in them."""
        within: list[Period] = []
        since: list[Period] = []
        with self._reading:
            committed = ledger.committed
            first = number = ledger.first_since(from_micros)
            while number <= committed.head.number:
                day = self._read_on(ledger, number, from_micros % DAY_MICROS, committed.head)
                (within if day.begin_micros < to_micros else since).append(day.found)
                number = day.last + 1
            return first, period(within, since, committed.state.balances())

    def _read_on(self, ledger: Ledger[Floor], first: int, begins_micros: int, head: Head) -> _Day:
        """The day that begins with an event, up to its end or the head."""
        day = self._days.get((first, begins_micros)) or self._begun(ledger, first, begins_micros)
        if day.over or day.last == head.number:
            return day
        end_micros = day.begin_micros + DAY_MICROS
        over = head.at_micros >= end_micros
        after, last = day.last, ledger.first_since(end_micros) - 1 if over else head.number
        recorded = ledger.recorded(KINDS, after=after, last=last)
        day.found.add(read_period(ledger.moved(after=after, last=last), recorded, last - after))
        day.last, day.over = last, over
        return day

    def _begun(self, ledger: Ledger[Floor], first: int, begins_micros: int) -> _Day:
        at_micros = ledger.entries(after=first - 1, limit=1)[0].at_micros
        day = _Day(at_micros - (at_micros - begins_micros) % DAY_MICROS, first - 1)
        self._days[first, begins_micros] = day
        if len(self._days) > MOST_KEPT:
            del self._days[next(iter(self._days))]
        return day
