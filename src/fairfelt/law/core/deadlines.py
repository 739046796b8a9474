"""Deadlines that rules set: something to be done by a moment, or to be kept until one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from .profile import Law, LawError


class Due(StrEnum):
    """Where a deadline stands."""

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
        """Where it stands at a moment; done or checked at the very moment is still in time."""
        if self.done_at is not None:
            return Due.DONE if self.done_at <= self.by else Due.DONE_LATE
        return Due.RUNNING if now <= self.by else Due.OVERDUE


@dataclass(frozen=True)
class Retention:
    """Something to be kept until a moment."""

    what: str
    until: datetime
    cited: str

    def may_go(self, now: datetime) -> bool:
        """Whether it may be given away or destroyed."""
        return now >= self.until


@dataclass(frozen=True, kw_only=True)
class Malfunction:
    """Equipment that failed, and whether the regulator was told."""

    equipment: str
    what: str
    found_at: datetime
    told_at: datetime | None = None
    document: str = ""

    def told(self, at: datetime, document: str) -> Malfunction:
        """The same after the notice went out."""
        if self.told_at is not None:
            raise LawError(f"the malfunction of {self.equipment} was told already, with {self.document}")
        if at < self.found_at or not document:
            raise LawError("a notice goes out after the malfunction was found, and has a document")
        return Malfunction(
            equipment=self.equipment, what=self.what, found_at=self.found_at, told_at=at, document=document
        )


def malfunction_notice(law: Law, malfunction: Malfunction) -> Deadline | None:
    """By when the regulator is to be told; None where no rule asks."""
    rule = law.find("incident.malfunction")
    if rule is None:
        return None
    by = malfunction.found_at + timedelta(hours=rule.number("within_hours"))
    return Deadline(f"tell the regulator of {malfunction.equipment}", by, rule.cited, malfunction.told_at)
