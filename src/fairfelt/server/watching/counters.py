"""Reports of a keypad and a sign about themselves, to be compared with the room."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.room.state.table import Table
from fairfelt.rules import format_amount
from fairfelt.runtime.formats import Micros, Tally


class AtKeypad(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a keypad has counted by itself since its table was set up, and the round at which it stands."""

    round: Tally
    """The round as the room says it; 0 where the keypad has counted nothing yet."""
    rounds: Tally
    wagers: Tally
    wagered_micros: Tally

    @classmethod
    def of(cls, table: Table) -> AtKeypad:
        """The room's own counts."""
        return cls(
            round=table.round, rounds=table.round, wagers=table.bets_counted, wagered_micros=table.wagered_micros
        )

    def words(self, currency: str) -> str:
        """The counters for use in a sentence."""
        return f"{self.rounds:,} rounds, {self.wagers:,} bets and {format_amount(self.wagered_micros, currency)}"


class OnDisplay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands on a display."""

    after: Tally
    """The last event in it."""
    meters_micros: Annotated[dict[str, Micros], Meta(max_length=16, description="at most 16 amounts by level")]
    """Amounts by level; those that roll at this moment are left out."""
    win: Tally
    """The number of the last win that it shows; 0 for none."""
