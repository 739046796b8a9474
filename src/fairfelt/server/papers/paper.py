"""What a paper is: its name, its parameters, and how it is drawn from what the room reads along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from fairfelt.ledger import Ledger
from fairfelt.reports.papers.controls import RoomFacts
from fairfelt.reports.report import Report
from fairfelt.room import Floor
from fairfelt.room.projections.days import DayLog
from fairfelt.room.projections.duties import DutyLog
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.wins import WinLog


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is asked of a paper besides its name."""

    from_micros: int = 0
    to_micros: int = 0
    """The time it is about, for those that are about one."""
    number: int = 0
    """The win page or the malfunction, for those that are about one."""
    access: tuple[tuple[str, str], ...] = ()
    """Who may do what, where the caller knows."""


@dataclass(frozen=True, kw_only=True)
class Sources:
    """What the room reads along with its log, and its clock."""

    clock: Callable[[], int]
    wins: WinLog
    duties: DutyLog
    periods: PeriodLog
    days: DayLog


FromLog = Callable[[Sources, Ledger[Floor], RoomFacts, Wanted], Report]
FromFacts = Callable[[RoomFacts, int], Report]
"""Draws from the room as it stands at a moment."""


class Asks(Enum):
    """The parameters of a paper."""

    NOTHING = "nothing"
    DAYS = "days"
    NUMBER = "number"


@dataclass(frozen=True, kw_only=True)
class Paper:
    """One paper."""

    name: str
    title: str
    lead: str
    from_facts: FromFacts | None = None
    """Draws it without the log; for a form, the blank one."""
    from_log: FromLog | None = None
    asks: Asks = Asks.NOTHING
    of: str = ""
    """What its number is of."""

    def draw(self, room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
        """The paper of a room that runs."""
        if self.from_log:
            return self.from_log(room_logs, ledger, room, wanted)
        assert self.from_facts, f"{self.name} is drawn from something"
        return self.from_facts(room, room_logs.clock())
