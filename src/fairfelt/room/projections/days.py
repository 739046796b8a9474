"""The journal's money by jackpot and day, read on from where the last look stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from fairfelt.law import Daybook, GamingDays, daybook, time_zone
from fairfelt.law.funds.daybook import DayFigures
from fairfelt.ledger import Committed, Ledger
from fairfelt.room import Floor, Jurisdiction

from .balances import Days, Sums, add_movements
from .day_sums import day_sums
from .projection import Projection


@dataclass(frozen=True)
class DaysRead:
    """All days up to a commit, as the law counts them and as the books add up."""

    days: GamingDays
    committed: Committed[Floor]
    book: Daybook = field(default_factory=Daybook)
    sums: Days = field(default_factory=dict)


class SavedDays(Struct, forbid_unknown_fields=True):
    """Days as a snapshot holds them."""

    read_to: int
    zone: str
    begins_hour: int
    figures: list[tuple[date, str, DayFigures]]
    sums: list[tuple[date, str, dict[str, int]]]


class DayLog(Projection):
    """Keeps the figures of every day; they begin where the room is, at its hour."""

    def __init__(self) -> None:
        super().__init__()
        self._by, self._book, self._sums = Jurisdiction().days, Daybook(), dict[tuple[date, str], Sums]()
        self._days: DaysRead | None = None

    def read(self, ledger: Ledger[Floor]) -> DaysRead:
        """All days up to the last commit."""
        self.read_on(ledger)
        assert self._days
        return self._days

    def _saved(self) -> SavedDays:
        figures = [(*key, found) for key, found in self._book.figures.items()]
        sums = [(*key, dict(found)) for key, found in self._sums.items()]
        return SavedDays(self._read_to, str(self._by.zone), self._by.begins_hour, figures, sums)

    def _restore(self, saved: SavedDays) -> None:
        self._read_to, self._by = saved.read_to, GamingDays(time_zone(saved.zone), saved.begins_hour)
        self._book = Daybook({(on, jackpot): found for on, jackpot, found in saved.figures})
        self._sums = {(on, jackpot): sums for on, jackpot, sums in saved.sums}

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        by = committed.state.jurisdiction.days
        if by != self._by:
            self._by, self._book, self._sums, self._read_to = by, Daybook(), {}, 0
        found = list(day_sums(ledger, by, after=self._read_to, last=committed.head.number))
        self._book, self._sums = daybook(found, self._book), dict(add_movements(found, self._sums))
        self._days = DaysRead(by, committed, self._book, self._sums)
