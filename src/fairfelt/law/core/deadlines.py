"""Deadlines that rules set: something to be done by a moment, or to be kept until one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Due(StrEnum):
    """The state of a deadline."""

    RUNNING = "running"
    OVERDUE = "overdue"
    DONE = "done"
    DONE_LATE = "done late"


@dataclass(frozen=True)
class Deadline:
    """Something to be done by a moment."""

    what: str
    by: datetime
    cited: str
    """The rule that sets it."""
    done_at: datetime | None = None

    def state(self, now: datetime) -> Due:
        """The state at a moment; done or checked at the exact moment is still in time."""
        if self.done_at is not None:
            return Due.DONE if self.done_at <= self.by else Due.DONE_LATE
        return Due.RUNNING if now <= self.by else Due.OVERDUE


@dataclass(frozen=True)
class Retention:
    """Something to be kept until a moment."""

    what: str
    until: datetime
    cited: str
