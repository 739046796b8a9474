"""Records of a table's play: bank and drop of a gaming day, and pays from the tray."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from msgspec import Struct

from .awards import EnvyRow
from .people import ADJUSTS, Role

DAYS_KEPT = 31
"""Days whose counts can be corrected; older ones are read from the log."""
COUNTS = frozenset({Role.SUPERVISOR, *ADJUSTS})
"""Two of them stand behind every count; the dealer signs the slip that it names."""


class Counted(StrEnum):
    """What was counted. The bank is counted at the begin and at the end; the rest happens in between."""

    OPENING = "opening"
    FILL = "fill"
    CREDIT = "credit"
    DROP = "drop"
    CLOSING = "closing"

    @property
    def once(self) -> bool:
        """Whether a table has one of them on a day."""
        return self in (Counted.OPENING, Counted.CLOSING)


@dataclass(frozen=True)
class TableCount:
    """One count as it stands, corrections included."""

    table: str
    day: date
    counted: Counted
    amount_micros: int


SLIPS_KEPT = 500
"""Pays from the tray that can be voided; older ones are read from the log."""


class TrayPay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bet on the game itself, paid by its paytable."""

    seat: int
    wager: str
    paytable: str
    hand: str
    wager_micros: int
    """0 for a hand without the bet: it pays envy to others."""
    amount_micros: int
    cut_micros: int = 0
    """The cut by an aggregate limit."""
    wager_returned: bool = False
    """Whether the wager goes back beside the amount, as it does at odds "to 1"."""
    win_page: int = 0
    """Number of its win page if a rule requires more than paying; 0 if the slip is enough."""

    @property
    def what(self) -> str:
        """Whose pay it is and for what."""
        return f"seat {self.seat}, {self.wager}, {self.hand}"


@dataclass(frozen=True)
class TraySlip:
    """Pays of one round from the tray, as they stand."""

    table: str
    amount_micros: int
    """All of them, envy included."""
    pays: tuple[TrayPay, ...] = ()
    envy: tuple[EnvyRow, ...] = ()
    voided: bool = False

    @property
    def win_pages(self) -> tuple[int, ...]:
        """Win pages of pays and envy for which a rule requires more than paying."""
        numbers = (*(pay.win_page for pay in self.pays), *(row.number for row in self.envy))
        return tuple(number for number in numbers if number)
