"""Reconciliation: what came into each jackpot is where it must be, by jackpot, by day and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from fairfelt.jackpot.book import (
    HUB,
    METER,
    OVERFLOW,
    OWED,
    PAID,
    PENDING,
    PROMISED,
    RESERVE,
    REVENUE,
    ROOMS,
    SEEDS,
    TRANSFERRED,
    WAGERS,
)
from fairfelt.reports.sheet.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.room.projections.balances import Days, Sums, add_sums
from fairfelt.rules import format_amount, format_day

from ..report import Report

SOURCES = (WAGERS, SEEDS, TRANSFERRED, ROOMS)
"""Where money comes from: these accounts stand below zero."""
PLACES = (METER, RESERVE, OVERFLOW, PENDING, PROMISED, OWED, HUB, PAID, REVENUE)
"""Where it is."""
TITLES = {
    WAGERS: "Wagers", SEEDS: "Seeds", TRANSFERRED: "Transfers in", ROOMS: "From rooms", METER: "Meters",
    RESERVE: "Reserve", OVERFLOW: "Overflow", PENDING: "Pending", PROMISED: "Promised", OWED: "Owed to the hub",
    HUB: "With the hub", PAID: "Paid", REVENUE: "House",
}  # fmt: skip
IF_SHARED = (ROOMS, OWED, HUB)
"""Columns that only a hub, or a room that shares a jackpot, has something in."""
BALANCES = "balances"


def amounts(sums: Sums) -> tuple[int, ...]:
    """In the order of the titles; what came in is told as an amount above zero."""
    return (*(-sums.get(name, 0) for name in SOURCES), *(sums.get(name, 0) for name in PLACES))


def difference_micros(sums: Sums) -> int:
    """What came in less what is there; nothing if the jackpot balances."""
    micros = amounts(sums)
    return sum(micros[: len(SOURCES)]) - sum(micros[len(SOURCES) :])


def verdict_words(micros: int, currency: str = "") -> str:
    """Plainly."""
    return f"out of balance by {format_amount(micros, currency, sign=False)}" if micros else BALANCES


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
                yield f"{jackpot} is {verdict_words(wrong)}."
            for name in (*SOURCES, *PLACES):
                log, room = sums[name], self.held.get(jackpot, {}).get(name, 0)
                if log != room:
                    texts = [format_amount(micros, "") for micros in (log, room)]
                    yield f"{jackpot}, {name}: {texts[0]} in the log, {texts[1]} in the room."
        for (on, jackpot), day in self.days.items():
            if wrong := difference_micros(day):
                yield f"{jackpot} on {format_day(on)} is {verdict_words(wrong)}."


def reconciliation_report(found: Reconciliation) -> Report:
    """Jackpot by jackpot, then day by day, newest first."""
    sheet = Sheet(
        title="Reconciliation",
        subtitle="Wagers and seeds against meters, reserves, overflow, prizes and the house",
        sections=(
            Section("", (_verdict(found),)),
            Section("By jackpot", (_by_jackpot(found),)),
            Section("By day", (_by_day(found),)),
        ),
        footnotes=NOTES,
        colophon=f"Read from {found.events:,} events of the journal, whose last hash is {found.head}.",
    )
    return Report(sheet, _reconciliation_dict(found), "reconciliation", passed=not found.faults)


NOTES = (
    ("Balances", "Wagers, seeds and transfers in equal, to the millionth, the columns to their right."),
    ("House", "The house's share of wagers, less what it paid from the tray and added to round awards up."),
    ("In the room", "What the room holds by its own rules. The log adds up every posting. Both must agree."),
)


def _reconciliation_dict(found: Reconciliation) -> dict[str, Any]:
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


def _verdict(found: Reconciliation) -> Block:
    if found.faults:
        return Notice("Out of balance", found.faults)
    if not found.totals:
        return Words("There is no jackpot yet.")
    return Words("Every jackpot balances on every day, and the room holds what the log adds up to.")


def _by_jackpot(found: Reconciliation) -> Table:
    rows, shown = list[Row](), _shown(found)
    titles = right(*(TITLES[name] for name in shown))
    for name, sums in found.totals.items():
        currency = found.currencies.get(name, "")
        rows.append((name, "the log", currency, *_cells(sums, currency, shown)))
        held = found.held.get(name, {})
        rows.append((name, "the room", currency, *_cells(held, currency, shown)))
    columns = (
        Column("Jackpot"),
        Column("Source"),
        Column("Currency"),
        *titles,
        Column("Result"),
    )
    return Table(columns, tuple(rows), _all(found))


def _all(found: Reconciliation) -> tuple[Row, ...]:
    """All jackpots together, where one currency lets them be added up."""
    if len(set(found.currencies.values())) != 1 or len(found.totals) < 2:
        return ()
    together: Counter[str] = Counter()
    for sums in found.totals.values():
        add_sums(together, sums)
    currency = next(iter(found.currencies.values()))
    return (("Total", "the log", currency, *_cells(together, currency, _shown(found))),)


def _by_day(found: Reconciliation) -> Table:
    rows, shown = list[Row](), _shown(found)
    titles = right(*(TITLES[name] for name in shown))
    for (on, name), sums in _newest(found):
        currency = found.currencies.get(name, "")
        rows.append((format_day(on), name, *_cells(sums, currency, shown)))
    return Table((Column("Day"), Column("Jackpot"), *titles, Column("Result")), tuple(rows))


def _newest(found: Reconciliation) -> list[tuple[tuple[date, str], Sums]]:
    return sorted(found.days.items(), key=lambda row: (-row[0][0].toordinal(), row[0][1]))


def _shown(found: Reconciliation) -> list[str]:
    """The columns: all that every room has, and those of a hub and its rooms where there is something in them."""
    used = {name for sums in (*found.totals.values(), *found.held.values()) for name, micros in sums.items() if micros}
    return [name for name in (*SOURCES, *PLACES) if name not in IF_SHARED or name in used]


def _cells(sums: Sums, currency: str, shown: list[str]) -> Row:
    """The amounts of a row, and whether they balance."""
    by_name = dict(zip((*SOURCES, *PLACES), amounts(sums), strict=True))
    bare = (format_amount(by_name[name], currency, sign=False) for name in shown)
    return (*bare, verdict_words(difference_micros(sums), currency))
