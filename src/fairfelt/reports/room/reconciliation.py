"""Reconciliation: what came into each jackpot is where it must be, by jackpot, by day and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from fairfelt.jackpot.book import (
    METER,
    OVERFLOW,
    PAID,
    PENDING,
    PROMISED,
    RESERVE,
    REVENUE,
    SEEDS,
    TRANSFERRED,
    WAGERS,
)
from fairfelt.reports.law.rules import day_words
from fairfelt.reports.sheet.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.room.projections.balances import Days, Sums, add_sums
from fairfelt.rules import format_amount

if TYPE_CHECKING:
    pass

SOURCES = (WAGERS, SEEDS, TRANSFERRED)
"""Where money comes from: these accounts stand below zero."""
PLACES = (METER, RESERVE, OVERFLOW, PENDING, PROMISED, PAID, REVENUE)
"""Where it is."""
TITLES = ("Wagers", "Seeds", "From others", "Meters", "Reserve", "Overflow", "Pending", "Promised", "Paid", "House")
BALANCES = "balances"


def amounts(sums: Sums) -> tuple[int, ...]:
    """In the order of the titles; what came in is told as an amount above zero."""
    return (*(-sums.get(name, 0) for name in SOURCES), *(sums.get(name, 0) for name in PLACES))


def difference_micros(sums: Sums) -> int:
    """What came in less what is there; nothing if the jackpot balances."""
    told = amounts(sums)
    return sum(told[: len(SOURCES)]) - sum(told[len(SOURCES) :])


def verdict_words(micros: int) -> str:
    """Plainly."""
    return BALANCES if not micros else f"does not balance by {format_amount(micros, '')}"


@dataclass(frozen=True, kw_only=True)
class Reconciliation:
    """The postings of the whole log, and what the room itself holds after them."""

    days: Days
    held: Mapping[str, Sums]
    """The room's own accounts by jackpot, kept by its rules and not by adding postings up."""
    currencies: Mapping[str, str]
    events: int
    head: str

    @property
    def totals(self) -> dict[str, Counter[str]]:
        """All days together, by jackpot."""
        found: dict[str, Counter[str]] = {name: Counter() for name in self.held}
        for (_, jackpot), sums in self.days.items():
            add_sums(found.setdefault(jackpot, Counter()), sums)
        return found

    @property
    def faults(self) -> tuple[str, ...]:
        """Every sentence that says what is not right; none if all is."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        for jackpot, sums in self.totals.items():
            if wrong := difference_micros(sums):
                yield f"{jackpot} {verdict_words(wrong)}."
            for name in (*SOURCES, *PLACES):
                log, room = sums[name], self.held.get(jackpot, {}).get(name, 0)
                if log != room:
                    told = f"{format_amount(log, '')} by the log, {format_amount(room, '')} in the room"
                    yield f"{jackpot}, {name}: {told}."
        for (on, jackpot), day in self.days.items():
            if wrong := difference_micros(day):
                yield f"{jackpot} on {day_words(on)} {verdict_words(wrong)}."


def reconciliation_sheet(found: Reconciliation) -> Sheet:
    """Jackpot by jackpot, then day by day, newest first."""
    return Sheet(
        title="Reconciliation",
        subtitle="Wagers and seeds against meters, reserves, overflow, prizes and the house",
        sections=(
            Section("", (_said(found),)),
            Section("By jackpot", (_by_jackpot(found),)),
            Section("By day", (_by_day(found),)),
        ),
        footnotes=NOTES,
        colophon=f"Read from {found.events:,} events of the journal, whose last hash is {found.head}.",
    )


NOTES = (
    ("Balances", "Wagers, seeds and what came from other jackpots are, to the millionth, what stands to their right."),
    ("House", "What wagers left to the house, less what it paid from its tray and added to round prizes up."),
    ("In the room", "What the room holds by its own rules; the log adds up every posting. Both must agree."),
)


def reconciliation_dict(found: Reconciliation) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        "events": found.events,
        "head": found.head,
        "balances": not found.faults,
        "faults": list(found.faults),
        "currencies": dict(found.currencies),
        "jackpots": [{"jackpot": name, **_plain(sums)} for name, sums in found.totals.items()],
        "days": [{"on": on.isoformat(), "jackpot": name, **_plain(sums)} for (on, name), sums in _newest(found)],
    }


def _plain(sums: Sums) -> dict[str, int]:
    names = [f"{name}_micros" for name in (*SOURCES, *PLACES)]
    return {**dict(zip(names, amounts(sums), strict=True)), "difference_micros": difference_micros(sums)}


def _said(found: Reconciliation) -> Block:
    if found.faults:
        return Notice("It does not balance", found.faults)
    if not found.totals:
        return Words("There is no jackpot yet: nothing came in, and nothing is held.")
    return Words("Everything balances, every day and every jackpot, and the room holds what the log adds up to.")


def _by_jackpot(found: Reconciliation) -> Table:
    rows: list[Row] = []
    for name, sums in found.totals.items():
        currency = found.currencies.get(name, "")
        rows.append((name, "the log", currency, *_texts(sums), verdict_words(difference_micros(sums))))
        held = found.held.get(name, {})
        rows.append((name, "the room", currency, *_texts(held), verdict_words(difference_micros(held))))
    columns = (Column("Jackpot"), Column("By"), Column("In"), *right(*TITLES), Column("Result"))
    return Table(columns, tuple(rows), _all(found))


def _all(found: Reconciliation) -> tuple[Row, ...]:
    """All jackpots together, where one currency lets them be added up."""
    if len(set(found.currencies.values())) != 1 or len(found.totals) < 2:
        return ()
    together: Counter[str] = Counter()
    for sums in found.totals.values():
        add_sums(together, sums)
    currency = next(iter(found.currencies.values()))
    return (("All", "the log", currency, *_texts(together), verdict_words(difference_micros(together))),)


def _by_day(found: Reconciliation) -> Table:
    rows = tuple(
        (day_words(on), name, *_texts(sums), verdict_words(difference_micros(sums)))
        for (on, name), sums in _newest(found)
    )
    return Table((Column("Day"), Column("Jackpot"), *right(*TITLES), Column("Result")), rows)


def _newest(found: Reconciliation) -> list[tuple[tuple[date, str], Sums]]:
    return sorted(found.days.items(), key=lambda row: (-row[0][0].toordinal(), row[0][1]))


def _texts(sums: Sums) -> tuple[str, ...]:
    return tuple(format_amount(micros, "") for micros in amounts(sums))
