"""Days and times as people read them, the one way for every page and sheet; JSON and the journal keep their own."""

from __future__ import annotations

from datetime import date, datetime

MICROS_PER_SECOND = 1_000_000


def format_day(on: date) -> str:
    """Write "Jun 14, 2023"."""
    return f"{on:%b} {on.day}, {on.year}"


def format_moment(at_micros: int, zone: str) -> str:
    """Write "Nov 15, 2026, 7:51 AM PST" by the clock of that time zone."""
    from zoneinfo import ZoneInfo  # few who write a day need the zones of the world

    at = datetime.fromtimestamp(at_micros // MICROS_PER_SECOND, ZoneInfo(zone))
    return f"{format_day(at)}, {at.hour % 12 or 12}:{at:%M %p %Z}"
