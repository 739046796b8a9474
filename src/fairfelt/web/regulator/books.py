"""The postings of the whole log by day and jackpot, read on from where the last look stopped."""

from __future__ import annotations

from threading import Lock
from zoneinfo import ZoneInfo

from fairfelt.law import day_at, movements, time_zone
from fairfelt.ledger import Ledger
from fairfelt.reports.reconciliation import Days, Reconciliation, added, by_kind
from fairfelt.room import Floor

CHUNK = 1_000


class Books:
    """Keeps the sums of every day. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._days: Days = {}
        self._read_to = 0
        self._of: tuple[str, ZoneInfo] | None = None
        self._reading = Lock()

    def read(self, ledger: Ledger[Floor]) -> Reconciliation:
        """All postings up to the last commit, beside what the room holds after that commit."""
        with self._reading:
            committed = ledger.committed
            floor, head = committed.state, committed.head
            self._read_on(ledger, time_zone(floor.regime.zone), head.number)
            return Reconciliation(
                days=self._days,
                held={name: by_kind(jackpot.book.balances.items()) for name, jackpot in floor.jackpots.items()},
                currencies={name: jackpot.terms.currency for name, jackpot in floor.jackpots.items()},
                events=head.number,
                head=head.hash,
            )

    def _read_on(self, ledger: Ledger[Floor], zone: ZoneInfo, last: int) -> None:
        if self._of != (ledger.journal, zone):
            self._days, self._read_to, self._of = {}, 0, (ledger.journal, zone)
        while self._read_to < last:
            entries = ledger.entries(after=self._read_to, limit=min(CHUNK, last - self._read_to))
            found = [m for entry in entries for m in movements(day_at(entry.at_micros, zone), entry.postings)]
            self._days, self._read_to = added(found, self._days), entries[-1].number
