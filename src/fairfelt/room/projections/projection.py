"""What is kept up with the log: read once, and read on from where the last look stopped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Lock
from typing import Any

import msgspec

from fairfelt.ledger import Committed, Ledger, RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.events import RoomEvent, kinds_of, read_event


class Projection(ABC):
    """Reads the database: call it off the event loop. What is read is taken all at once, or not at all."""

    def __init__(self) -> None:
        self._read_to = 0
        """The last event that was read."""
        self._reading = Lock()

    def save(self) -> str | None:
        """What was read so far, for a snapshot of the room; nothing while it is being read."""
        if not self._reading.acquire(blocking=False):
            return None
        try:
            return msgspec.json.encode(self._saved()).decode() if self._read_to else None
        finally:
            self._reading.release()

    def restore(self, text: str) -> None:
        """Know what was saved, and read on from there."""
        with self._reading:
            self._restore(msgspec.json.decode(text, type=type(self._saved())))

    @abstractmethod
    def _saved(self) -> msgspec.Struct:
        """All that is known, as a value that can be written down."""

    @abstractmethod
    def _restore(self, saved: Any) -> None:
        """Know that."""

    def read_on(self, ledger: Ledger[Floor]) -> None:
        """Read what was committed since the last look."""
        with self._reading:
            committed = ledger.committed
            self._read(ledger, committed)
            self._read_to = committed.head.number

    @abstractmethod
    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        """Take in the events after the last one that was read, up to a commit."""


class EventProjection(Projection):
    """One that some kinds of events change, each by what it says."""

    events: tuple[type[RoomEvent], ...]

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        kinds = kinds_of(*self.events)
        for record in list(ledger.recorded(kinds, after=self._read_to, last=committed.head.number)):
            self._take(record, read_event(record.body))

    @abstractmethod
    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        """What one event changes; the record says when it happened."""
