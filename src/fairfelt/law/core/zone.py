"""Gaming days: from a moment on the log to the day that it belongs to where the room is, and back.

A day begins at an hour of the room's wall clock. Where the clocks change it has 23 or 25 hours, and every moment still
belongs to exactly one day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .profile import LawError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def time_zone(name: str) -> ZoneInfo:
    """The zone of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise LawError(f"there is no time zone {name!r}: write it such as America/Los_Angeles") from error


def moment(at_micros: int, zone: ZoneInfo) -> datetime:
    """A moment of the log by the clock on the wall."""
    return (_EPOCH + timedelta(microseconds=at_micros)).astimezone(zone)


def hours_after(when: datetime, hours: int) -> datetime:
    """The moment after `hours` elapsed hours, in local time: also across a clock change."""
    return (when.astimezone(UTC) + timedelta(hours=hours)).astimezone(when.tzinfo)


def micros_at(when: datetime) -> int:
    """A moment as the log writes it."""
    return (when - _EPOCH) // timedelta(microseconds=1)


@dataclass(frozen=True)
class GamingDays:
    """The days of a room. All pages, papers and records ask here which day a moment belongs to."""

    zone: ZoneInfo
    begins_hour: int = 0
    """The hour on the wall at which a day begins."""

    def begin_micros(self, on: date) -> int:
        """When a day begins; where the clocks skip that hour, when they skip it, and where they repeat it, at first."""
        return micros_at(datetime.combine(on, time(self.begins_hour), self.zone))

    def day_of(self, at_micros: int) -> date:
        """The gaming day that a moment belongs to; before the hour it is still the day before."""
        on = moment(at_micros, self.zone).date()
        return on if self.begin_micros(on) <= at_micros else on - timedelta(1)

    def end_micros(self, on: date) -> int:
        """When a day ends: the next one begins."""
        return self.begin_micros(on + timedelta(1))

    def __str__(self) -> str:
        return f"from {self.begins_hour:02}:00, {self.zone}"
