"""What is kept up with the log: read once, and read on from where the last look stopped."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from threading import Lock
from typing import Any

from fairfelt.ledger import Committed, Ledger, RecordedEvent
from fairfelt.room import Floor


class Projection(ABC):
    """Reads the database: call it off the event loop. What is read is taken all at once, or not at all."""

    def __init__(self) -> None:
        self._read_to = 0
        """The last event that was read."""
        self._reading = Lock()

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

    kinds: tuple[str, ...]

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        for event in list(ledger.recorded(self.kinds, after=self._read_to, last=committed.head.number)):
            self._take(event, json.loads(event.body))

    @abstractmethod
    def _take(self, event: RecordedEvent, body: Mapping[str, Any]) -> None:
        """What one event changes."""
