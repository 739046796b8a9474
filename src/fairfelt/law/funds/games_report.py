"""The master games report's lines on progressive jackpots: one a day for each, also without activity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from fairfelt.engine.answers.numbers import as_plain

from .daybook import Daybook, DayFigures


@dataclass(frozen=True)
class ReportLine:
    """One jackpot on one day. House jackpots have no line: no players' money is in them."""

    on: date
    jackpot: str
    figures: DayFigures
    currency: str
    begin_micros: int = 0
    """What was held for players when the day began: meters, reserves, overflow and pending prizes."""

    @property
    def end_micros(self) -> int:
        """What was held for players when the day ended."""
        return self.begin_micros + self.figures.held_micros

    @property
    def remark(self) -> str:
        """The remark for a day without activity."""
        return "no activity" if self.figures.no_activity else ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        begin, end = ("on", "jackpot", "currency", "begin_micros"), ("end_micros", "remark")
        return {**as_plain(self, *begin), **vars(self.figures), **as_plain(self, *end)}


def games_report(book: Daybook, currencies: Mapping[str, str], first: date, last: date) -> tuple[ReportLine, ...]:
    """Every day from the first to the last, every jackpot in the order of its currency."""
    held = {name: book.only([name]).held_micros(first - timedelta(1)) for name in currencies}
    lines = []
    for on in _days(first, last):
        for name, currency in currencies.items():
            line = ReportLine(on, name, book.of(on, name), currency, held[name])
            held[name] = line.end_micros
            lines.append(line)
    return tuple(lines)


def _days(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(n) for n in range((last - first).days + 1))
