"""What a keypad has counted by itself, to be held against what the room has counted."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.room.state.table import Table
from fairfelt.rules import format_amount


@dataclass(frozen=True)
class Counters:
    """Rounds, bets and their sum at a table, since it was set up."""

    round: int
    """The round at which the table stands, as the room says."""
    rounds: int
    wagers: int
    wagered_micros: int

    @classmethod
    def of(cls, table: Table) -> Counters:
        """What the room has counted."""
        return cls(table.round, table.round, table.bets_counted, table.wagered_micros)

    def words(self, currency: str) -> str:
        """The counters for use in a sentence."""
        return f"{self.rounds:,} rounds, {self.wagers:,} bets and {format_amount(self.wagered_micros, currency)}"
