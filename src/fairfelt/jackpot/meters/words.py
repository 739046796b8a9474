"""Amounts, chances and times as text."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

from fairfelt.engine.exact import to_decimal
from fairfelt.rules import DOLLARS, MICROS, format_amount

from .interval import Interval

_SMALLEST: Final = Decimal("0.001")
DAYS: Final = 7
CENTS: Final = 100


def format_money(amount: Fraction | int, currency: str = DOLLARS) -> str:
    """Format an amount to the cent: "$1,250.00", "CHF 1,250.00"."""
    return format_amount(round(Fraction(amount) * CENTS) * MICROS // CENTS, currency)


def format_share(number: Decimal | Fraction) -> str:
    """A share of one to three significant digits: "0.148%"."""
    percent = (number if isinstance(number, Decimal) else to_decimal(number)) * 100
    return f"{percent:.3g}%" if percent >= _SMALLEST or not percent else f"{percent:.1e}%"


def format_chance(risk: Interval) -> str:
    """A chance, and both its ends where they differ in the digits shown."""
    low, high = format_share(risk.low), format_share(risk.high)
    return low if low == high else f"{low} to {high}"


def format_interval(interval: Interval, currency: str = DOLLARS) -> str:
    """An amount, and its two ends where they differ by a cent."""
    low, high = format_money(interval.low, currency), format_money(interval.high, currency)
    return low if low == high else f"{low} to {high}"


def format_weeks(number: Fraction) -> str:
    """A time that a person can imagine: days, weeks or years."""
    if number < 2:
        return f"{to_decimal(number * DAYS):,.1f} days"
    return f"{to_decimal(number):,.1f} weeks" if number < 104 else f"{to_decimal(number / 52):,.1f} years"
