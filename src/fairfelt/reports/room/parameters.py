"""The history of every parameter, and the reconciliation of every jackpot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot.book import ALWAYS, PLACES, SOURCES
from fairfelt.reports.law.rules import parameter_words
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import capital, footnotes, listed
from fairfelt.room.projections.days import Reconciliation, Sums, amounts, difference_micros, verdict_words
from fairfelt.room.projections.parameters import TOPICS, Changed, Step, Value, Waiting
from fairfelt.rules import format_amount, format_day, format_moment


def history_report(
    steps: Sequence[Step], waits: Waiting, currencies: Mapping[str, str], *, last: str, zone: str
) -> Report:
    """By topic, newest first; first of all what takes effect at their level's next 100% award."""
    sheet = Sheet(
        "Parameter history",
        "Who changed what, when and why",
        Section("Effective at their level's next 100% award", _waiting(waits, currencies)),
        *(Section(topic, _topic(steps, kinds, zone)) for topic, kinds in TOPICS.items()),
        colophon=f"Read from the journal, whose last hash is {last}.",
    )
    plain = {
        "waiting": {name: [vars(change) for change in changes] for name, changes in waits.items()},
        "history": [
            {**vars(step), "by": list(step.by), "changes": [vars(change) for change in step.changes]} for step in steps
        ],
    }
    return Report(sheet, plain, "parameters")


def _waiting(waiting: Waiting, currencies: Mapping[str, str]) -> Table | Words:
    rows = tuple(
        (name, *change_words(change, currencies[name])) for name, changes in waiting.items() for change in changes
    )
    if not rows:
        return Words("No pending changes.")
    return Table(tuple(map(Column, ("Jackpot", "Parameter", "Now", "Next"))), rows)


def _topic(steps: Sequence[Step], kinds: Sequence[str], zone: str) -> Table | Words:
    rows = tuple(row for step in reversed(steps) if step.kind in kinds for row in _rows(step, zone))
    if not rows:
        return Words("None.")
    texts = (Column(name, breaks=True) for name in ("Event", "Parameter", "From", "To", "By", "Reason"))
    return Table((*right("No."), Column("When"), *texts), rows)


def _rows(step: Step, zone: str) -> Iterator[Row]:
    """A row for each parameter; when, what, who and why stand in the first one."""
    what = f"{capital(step.kind)}: {step.subject}"
    begin, end = (f"{step.number:,}", format_moment(step.at_micros, zone), what), (listed(step.by), step.why)
    changes = [change_words(change, step.currency) for change in step.changes] or [("no parameter", "", "")]
    for place, (label, before, after) in enumerate(changes):
        first = not place
        yield (*(begin if first else ("", "", "")), label, before, after or "none", *(end if first else ("", "")))


def change_words(change: Changed, currency: str) -> Row:
    """A parameter, what it was and what it is, in words."""
    label = parameter_words(change.what, 0)[0]
    return label, _value(change.what, change.before, currency), _value(change.what, change.after, currency)


def _value(name: str, value: Value, currency: str) -> str:
    if name == "game" and isinstance(value, str):
        return games.title_of(value)
    return "" if value in (None, "") else parameter_words(name, value, currency)[1]


NAMES = ("Wagers", "Seeds", "Transfers in", "From rooms", "Meters", "Reserve", "Overflow", "Pending", "Promised",
         "Owed to the hub", "With the hub", "Paid", "House")  # fmt: skip
TITLES = dict(zip((*SOURCES, *PLACES), NAMES, strict=True))


def reconciliation_report(found: Reconciliation) -> Report:
    """Jackpot by jackpot, then day by day, newest first."""
    sheet = Sheet(
        "Reconciliation",
        "Wagers and seeds against meters, reserves, overflow, prizes and the house",
        Section("", _verdict(found)),
        Section("By jackpot", _by_jackpot(found)),
        Section("By day", _by_day(found)),
        footnotes=footnotes("reconciliation"),
        colophon=f"Read from {found.events:,} events of the journal, whose last hash is {found.head}.",
    )
    return Report(sheet, _reconciliation_dict(found), "reconciliation", passed=not found.faults)


def _reconciliation_dict(found: Reconciliation) -> dict[str, Any]:
    return {
        **as_plain(found, "events", "head"),
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
        return Notice("Out of balance", *found.faults)
    if not found.totals:
        return Words("There is no jackpot yet.")
    return Words("Every jackpot balances on every day, and the room holds what the log adds up to.")


def _by_jackpot(found: Reconciliation) -> Table:
    """Each jackpot by the log, and whether the room holds the same; all together where one currency adds them up."""
    rows = tuple((name, *_cells(found, name, sums), _same(found, name)) for name, sums in found.totals.items())
    together: Counter[str] = Counter()
    for sums in found.totals.values():
        together.update(sums)
    one = len(set(found.currencies.values())) == 1 and len(rows) > 1
    total = (("Total", *_cells(found, rows[0][0], together), ""),) if one else ()
    return Table((Column("Jackpot"), *_titles(found), Column("The room holds")), rows, total)


def _same(found: Reconciliation, name: str) -> str:
    log, room = found.totals[name], found.held.get(name, {})
    return "✓ the same" if all(log[each] == room.get(each, 0) for each in (*SOURCES, *PLACES)) else "✗ something else"


def _by_day(found: Reconciliation) -> Table:
    rows = ((format_day(on), name, *_cells(found, name, sums)) for (on, name), sums in _newest(found))
    return Table((Column("Day"), Column("Jackpot"), *_titles(found)), tuple(rows))


def _titles(found: Reconciliation) -> tuple[Column, ...]:
    return Column("Currency"), *right(*(TITLES[name] for name in _shown(found))), Column("Result")


def _newest(found: Reconciliation) -> list[tuple[tuple[date, str], Sums]]:
    return sorted(found.days.items(), key=lambda row: (-row[0][0].toordinal(), row[0][1]))


def _shown(found: Reconciliation) -> list[str]:
    """The columns: what every room has, and all others where there is something in them."""
    used = {name for sums in (*found.days.values(), *found.held.values()) for name, micros in sums.items() if micros}
    return [name for name in (*SOURCES, *PLACES) if name in ALWAYS or name in used]


def _cells(found: Reconciliation, jackpot: str, sums: Sums) -> Row:
    """The currency and the amounts of a row, and whether they balance."""
    currency = found.currencies.get(jackpot, "")
    by_name = dict(zip((*SOURCES, *PLACES), amounts(sums), strict=True))
    bare = (format_amount(by_name[name], currency, sign=False) for name in _shown(found))
    return (currency, *bare, verdict_words(difference_micros(sums), currency))
