"""The journal's money by jackpot and day, read on from where the last look stopped."""

from __future__ import annotations

from threading import Lock
from zoneinfo import ZoneInfo

from fairfelt.law import Daybook, day_at, daybook, movements
from fairfelt.ledger import Ledger
from fairfelt.room import Floor

CHUNK = 1_000


class DayLog:
    """Keeps the figures of every day. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._book, self._read_to = Daybook(), 0
        self._zone: ZoneInfo | None = None
        self._reading = Lock()

    def read(self, ledger: Ledger[Floor], zone: ZoneInfo) -> Daybook:
        """All figures up to now, by days that begin in that zone."""
        with self._reading:
            if zone != self._zone:
                self._book, self._read_to, self._zone = Daybook(), 0, zone
            while entries := ledger.entries(after=self._read_to, limit=CHUNK):
                found = [m for entry in entries for m in movements(day_at(entry.at_micros, zone), entry.postings)]
                self._book = daybook(found, self._book) if found else self._book
                self._read_to = entries[-1].number
            return self._book
