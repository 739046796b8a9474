"""Duties as a calendar (iCalendar, RFC 5545): what the law asks for, by when, with a reminder the day before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from fairfelt.room.projections.duties import Duty

MOST_OCTETS = 73
"""Of a line before it is folded."""
_ZONE = (
    "BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
)  # fmt: skip
"""Every calendar has something in it, or strict readers refuse one without duties."""


def calendar(duties: Iterable[Duty], house: str, now: datetime) -> bytes:
    """All duties as one calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fairfelt//Duties//EN", "X-WR-CALNAME:Duties of the card room"]
    lines += _ZONE
    for duty in duties:
        lines += _event(duty, house, now)
    return b"".join(_folded(line) for line in [*lines, "END:VCALENDAR"])


def _event(duty: Duty, house: str, now: datetime) -> list[str]:
    deadline = duty.deadline
    done = deadline.done_at is not None
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(duty.name)}@{_text(house)}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(deadline.by)}",
        f"SUMMARY:{_text(('Done: ' if done else '') + deadline.what)}",
        f"DESCRIPTION:{_text(f'{duty.about}. By {deadline.cited}.')}",
        "TRANSP:TRANSPARENT",
        *(() if done else ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(deadline.what)}",
                           "TRIGGER:-P1D", "END:VALARM")),
        "END:VEVENT",
    ]  # fmt: skip


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """A line in pieces that no reader cuts: never inside a character."""
    pieces, piece = [], b""
    for character in line:
        encoded = character.encode()
        if len(piece) + len(encoded) > MOST_OCTETS:
            pieces.append(piece)
            piece = b""
        piece += encoded
    return b"\r\n ".join([*pieces, piece]) + b"\r\n"
