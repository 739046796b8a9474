"""The journal's money by jackpot and day, read on from where the last look stopped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Lock
from zoneinfo import ZoneInfo

from fairfelt.law import Daybook, daybook, time_zone
from fairfelt.ledger import Committed, Ledger
from fairfelt.room import Floor

from .balances import Days, add_movements
from .day_sums import day_sums


@dataclass(frozen=True)
class DaysRead:
    """All days up to a commit, as the law counts them and as the books add up."""

    zone: ZoneInfo
    committed: Committed[Floor]
    book: Daybook = field(default_factory=Daybook)
    sums: Days = field(default_factory=dict)


class DayLog:
    """Keeps the figures of every day. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._read: DaysRead | None = None
        self._reading = Lock()

    def read(self, ledger: Ledger[Floor]) -> DaysRead:
        """All days up to the last commit; they begin at midnight where the room is."""
        with self._reading:
            committed, before = ledger.committed, self._read
            zone = time_zone(committed.state.jurisdiction.zone)
            if before is None or before.zone != zone:
                self._read = _added(ledger, DaysRead(zone, committed), after=0)
            else:
                self._read = _added(ledger, replace(before, committed=committed), after=before.committed.head.number)
            return self._read


def _added(ledger: Ledger[Floor], read: DaysRead, *, after: int) -> DaysRead:
    """What was read, with the events after one and up to its commit."""
    found = list(day_sums(ledger, read.zone, after=after, last=read.committed.head.number))
    return replace(read, book=daybook(found, read.book), sums=add_movements(found, read.sums))
