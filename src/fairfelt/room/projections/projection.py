"""The base of projections: each reads the log once, and reads on from where the last look stopped."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from fairfelt.ledger import Committed, Ledger, RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.event import RoomEvent
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.registry import kinds_of, read_event

K = TypeVar("K")


class Projection(ABC, Generic[K]):
    """Reads the database: call it off the event loop. What is read is taken all at once, or not at all.

    All that it knows is one value, which a snapshot of the room holds as JSON.
    """

    known_as: ClassVar[Any]
    """The type of that value; called without arguments, it makes the one that is known before the first event."""

    def __init__(self) -> None:
        self._known: K = self.known_as()
        self._read_to = 0
        """The last event that was read."""
        self._reading = Lock()

    def save(self) -> str | None:
        """The value so far, for a snapshot of the room; None while the log is being read."""
        if not self._reading.acquire(blocking=False):
            return None
        try:
            return msgspec.json.encode((self._read_to, self._known)).decode() if self._read_to else None
        finally:
            self._reading.release()

    def restore(self, text: str) -> None:
        """Know what was saved, and read on from there; what another version saved is read off the log again."""
        with self._reading, suppress(msgspec.MsgspecError):
            read_to, known = msgspec.json.decode(text, type=tuple[int, msgspec.Raw])
            self._known, self._read_to = msgspec.json.decode(known, type=self.known_as), read_to

    def read_on(self, ledger: Ledger[Floor]) -> None:
        """Read what was committed since the last look."""
        with self._reading:
            committed = ledger.committed
            self._read(ledger, committed)
            self._read_to = committed.head.number

    @abstractmethod
    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        """Take in the events after the last one that was read, up to a commit."""


class EventProjection(Projection[K]):
    """One that some kinds of events change, each by what it says."""

    events: tuple[type[RoomEvent], ...]

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        kinds = kinds_of(*self.events)
        for record in list(ledger.recorded(kinds, after=self._read_to, last=committed.head.number)):
            self._take(record, read_event(record.body))

    @abstractmethod
    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        """Take one event in; the record says when it happened."""


# Reading along: what offices ask of the log is kept up with it, so that nobody waits until a month is read.


READ_EVERY_S = 60.0
DAYS_AT_START = 62
"""Days whose reports are read after a start, newest first: this month and the last."""


class BackgroundReader:
    """Asks every log to read on before a user's request needs it."""

    def __init__(self, periods: PeriodLog, *reads: Callable[[Ledger[Floor]], object]) -> None:
        self._periods, self._reads = periods, reads
        self._days = DAYS_AT_START

    async def read_on(self, ledger: Ledger[Floor]) -> None:
        """All that was written since the last time; a step at a time, for who stops the controller waits for one."""
        for read in self._reads:
            await asyncio.to_thread(read, ledger)
        committed = ledger.committed
        days = committed.state.jurisdiction.days
        today = days.day_of(committed.head.at_micros)
        for back in range(self._days):
            begin_micros = days.begin_micros(today - timedelta(back))
            first, _ = await asyncio.to_thread(self._periods.read, ledger, begin_micros, days.begin_micros(today))
            if first == 1:
                break
        self._days = 1
