"""Days and laws that the tests ask about."""

from __future__ import annotations

from datetime import UTC, date, datetime

from fairfelt.law import Finding, Law, Verdict, profile
from fairfelt.rules import MICROS

LETTER = date(2023, 6, 14)
"""The day of the approval letter: $300, and one progressive on a link of different games."""
LATER = date(2024, 1, 1)
CHANGE = date(2023, 8, 21)
"""The first day of the higher cap and of several linked progressives."""


def commercial(on: date = LETTER) -> Law:
    """Washington, a card room."""
    return profile("wa-commercial").on(on)


def tribal(on: date = LETTER) -> Law:
    """Washington, a tribal casino."""
    return profile("wa-tribal").on(on)


def laboratory(on: date = LETTER) -> Law:
    """No limits."""
    return profile("laboratory").on(on)


def dollars(amount: int) -> int:
    """In millionths."""
    return amount * MICROS


def at(hour: int, minute: int = 0, *, day: int = 1) -> datetime:
    """A moment in July 2023."""
    return datetime(2023, 7, day, hour, minute, tzinfo=UTC)


def told(findings: object) -> list[str]:
    """The rules that findings cite."""
    return [finding.rule.id for finding in _listed(findings)]


def _listed(findings: object) -> list[Finding]:
    assert hasattr(findings, "__iter__")
    return list(findings)


def refusal(found: Verdict) -> str:
    """Why a table may not open, in one line."""
    return "; ".join(finding.sentence for finding in found.stops)
