"""The master games report's lines on progressive jackpots: one a day for each, also without activity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from .daybook import Daybook, DayFigures


@dataclass(frozen=True)
class ReportLine:
    """One jackpot on one day. House jackpots have no line: no players' money is in them."""

    on: date
    jackpot: str
    figures: DayFigures
    currency: str

    @property
    def remark(self) -> str:
        """What is said of a day on which nothing happened."""
        return "no activity" if self.figures.no_activity else ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "on": self.on.isoformat(),
            "jackpot": self.jackpot,
            "currency": self.currency,
            **vars(self.figures),
            "remark": self.remark,
        }


def games_report(book: Daybook, currencies: Mapping[str, str], first: date, last: date) -> tuple[ReportLine, ...]:
    """Every day from the first to the last, every jackpot in the order of its currency."""
    return tuple(
        ReportLine(on, name, book.of(on, name), currency)
        for on in _days(first, last)
        for name, currency in currencies.items()
    )


def _days(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(n) for n in range((last - first).days + 1))
