"""The journal's money by jackpot and day, read on from where the last look stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from fairfelt.law import Daybook, daybook, time_zone
from fairfelt.ledger import Committed, Ledger
from fairfelt.room import Floor

from .balances import Days, add_movements
from .day_sums import day_sums
from .projection import Projection


@dataclass(frozen=True)
class DaysRead:
    """All days up to a commit, as the law counts them and as the books add up."""

    zone: ZoneInfo
    committed: Committed[Floor]
    book: Daybook = field(default_factory=Daybook)
    sums: Days = field(default_factory=dict)


class DayLog(Projection):
    """Keeps the figures of every day; they begin at midnight where the room is."""

    _days: DaysRead | None = None

    def read(self, ledger: Ledger[Floor]) -> DaysRead:
        """All days up to the last commit."""
        self.read_on(ledger)
        assert self._days
        return self._days

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        before, after, zone = self._days, self._read_to, time_zone(committed.state.jurisdiction.zone)
        if before is None or before.zone != zone:
            before, after = DaysRead(zone, committed), 0
        found = list(day_sums(ledger, zone, after=after, last=committed.head.number))
        self._days = DaysRead(zone, committed, daybook(found, before.book), add_movements(found, before.sums))
