"""Days as findings say them."""

from __future__ import annotations

from datetime import date


def day(on: date) -> str:
    """ "14 June 2023"."""
    return f"{on.day} {on:%B %Y}"
