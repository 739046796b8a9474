"""Days and amounts as findings say them."""

from __future__ import annotations

from datetime import date

from fairfelt.rules import format_amount


def day(on: date) -> str:
    """ "14 June 2023"."""
    return f"{on.day} {on:%B %Y}"


def money(micros: int) -> str:
    """ "$1,250.00"."""
    return format_amount(micros)
