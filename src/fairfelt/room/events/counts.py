"""What was counted at tables, and what was corrected of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table_counts import DAYS_KEPT, Counted, TableCount

from .event import RoomEvent


class CountRecorded(RoomEvent, frozen=True, kw_only=True, tag="count recorded/1"):
    """Two people counted chips or money of a table."""

    told = ("number",)
    number: int
    table: str
    day: date
    counted: Counted
    amount_micros: int
    currency: str
    document: str
    rounds: int | None = None
    """Hands dealt that day, where somebody counted them by hand."""
    handle_micros: int | None = None
    """What was bet on the opening bets that day, where something counts it."""

    def apply(self, floor: Floor) -> Floor:
        kept_from = self.day - timedelta(DAYS_KEPT)
        kept = {number: count for number, count in floor.counts.items() if count.day > kept_from}
        mine = TableCount(self.table, self.day, self.counted, self.amount_micros)
        return replace(floor, counts_made=self.number, counts={**kept, self.number: mine})


class CountCorrected(RoomEvent, frozen=True, kw_only=True, tag="count corrected/1"):
    """Two people set a count right; what it was stays on the log."""

    number: int
    """Of the count that is corrected."""
    table: str
    was_micros: int
    amount_micros: int
    handle_micros: int | None = None
    """The right handle, where that was wrong."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        corrected = replace(floor.counts[self.number], amount_micros=self.amount_micros)
        return floor.having("counts", self.number, corrected)
