"""Days begin at midnight where the room is: from a moment on the log to its day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
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


def day_at(at_micros: int, zone: ZoneInfo) -> date:
    """The day on which it falls."""
    return moment(at_micros, zone).date()


def micros_at(when: datetime) -> int:
    """A moment as the log writes it."""
    return (when - _EPOCH) // timedelta(microseconds=1)
