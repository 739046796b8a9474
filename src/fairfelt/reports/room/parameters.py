"""The history of every parameter, and the reconciliation of every jackpot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
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
from fairfelt.reports.law.rules import parameter_words
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import capital, listed
from fairfelt.room.command import RoomEvent
from fairfelt.room.commands.accounts import Adjusted, PayRulesSet, TermsChanged
from fairfelt.room.commands.closing import CheckpointKeySet, ClockAccepted, PlayResumed, PlaySuspended, SoftwareApproved
from fairfelt.room.commands.duties import HouseJackpotPosted, HouseJackpotRemoved
from fairfelt.room.commands.funds import OddsFundsKept
from fairfelt.room.commands.law import (
    ComponentsInstalled,
    ConditionMet,
    ConditionWithdrawn,
    DayCorrected,
    GamePinned,
    LawSet,
    LimitsPosted,
    MakersReportFiled,
    MakersReportWithdrawn,
    PinWithdrawn,
    WagersLimited,
)
from fairfelt.room.commands.people import HouseRulesSet
from fairfelt.room.commands.retirement import (
    JackpotGivenAway,
    JackpotRetired,
    RetirementAnnounced,
    RetirementBegun,
    RetirementClosed,
)
from fairfelt.room.commands.set_up import JackpotOpened, LinkMade, TableChanged, TableMoved, TableRetired, TableSetUp
from fairfelt.room.projections.days import Days, Sums, add_sums
from fairfelt.room.registry import kinds_of, name_of, read_event
from fairfelt.rules import DOLLARS, format_amount, format_day, format_moment

if TYPE_CHECKING:
    from fairfelt.ledger import Entry
    from fairfelt.room import Floor


TOPICS: Mapping[str, tuple[type[RoomEvent], ...]] = {
    "Jackpots": (
        JackpotOpened, TermsChanged, Adjusted, RetirementAnnounced, RetirementBegun, JackpotRetired, JackpotGivenAway,
        RetirementClosed,
    ),
    "Tables and links": (
        LinkMade, TableSetUp, TableChanged, TableMoved, TableRetired, LimitsPosted, HouseJackpotPosted,
        HouseJackpotRemoved, PlaySuspended, PlayResumed,
    ),
    "Law and documents": (
        LawSet, DayCorrected, ConditionMet, ConditionWithdrawn, GamePinned, PinWithdrawn, ComponentsInstalled,
        MakersReportFiled, MakersReportWithdrawn, OddsFundsKept,
    ),
    "Software and house rules": (
        SoftwareApproved, ClockAccepted, CheckpointKeySet, HouseRulesSet, PayRulesSet, WagersLimited,
    ),
}  # fmt: skip
"""Events that set something, by the section they stand in."""
KINDS = kinds_of(*(event for events in TOPICS.values() for event in events))
_STAYING = (
    JackpotOpened, TermsChanged, LinkMade, TableSetUp, TableChanged, TableMoved, LimitsPosted, LawSet,
    SoftwareApproved, CheckpointKeySet, HouseRulesSet, PayRulesSet, WagersLimited,
)  # fmt: skip
"""What they set stays until another of them sets it: these have a before."""
_LEFT_OUT = ("kind", "by", "why", "document", "verdicts", "hands", "notices", "on", "day", "secret", "at_micros")
_SUBJECTS = ("jackpot", "table", "link", "condition", "game", "name")
Value = str | int | bool | None
Flat = Mapping[str, Value]


@dataclass(frozen=True)
class Changed:
    """One parameter that is another than before."""

    what: str
    before: Value
    after: Value


Waiting = Mapping[str, tuple[Changed, ...]]
"""By jackpot, what takes effect at its next 100% award."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One event that set something."""

    number: int
    at_micros: int
    kind: str
    subject: str
    by: tuple[str, ...]
    """People, or the device where the event names nobody."""
    why: str
    """The reason or the document that was given."""
    currency: str
    changes: tuple[Changed, ...]


def history(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """Every step in the order of the log, with what it changed."""
    current: dict[str, dict[str, Value]] = {}
    currencies: dict[str, str] = {}
    return tuple(_step(entry, current, currencies) for entry in sorted(entries, key=lambda entry: entry.number))


def _step(entry: Entry, current: dict[str, dict[str, Value]], currencies: dict[str, str]) -> Step:
    event = read_event(entry.body)
    body = to_builtins(event)
    body |= body.pop("progressive", None) or {}
    subject = next((f"{name} {body[name]}" for name in _SUBJECTS if body.get(name)), "the room")
    values = flat({name: value for name, value in body.items() if name not in (*_LEFT_OUT, subject.partition(" ")[0])})
    before = current.setdefault(subject, {}) if isinstance(event, _STAYING) else {}
    changes = differences({name: before.get(name) for name in values}, values)
    before.update({change.what: change.after for change in changes})
    return Step(
        number=entry.number, at_micros=entry.at_micros, kind=name_of(type(event)), subject=subject,
        by=event.people or (entry.device or "the server",), why=body.get("why") or body.get("document", ""),
        currency=_currency(body, currencies), changes=changes,
    )  # fmt: skip


def _currency(body: Mapping[str, Any], currencies: dict[str, str]) -> str:
    """What the amounts of an event are in: a jackpot's terms say it, links follow their jackpot, tables their link."""
    places = [f"{place} {body[place]}" for place in ("table", "link", "jackpot") if body.get(place)]
    known = (currencies[place] for place in reversed(places) if place in currencies)
    found: str = body.get("terms", body).get("currency") or next(known, DOLLARS)
    currencies.update(dict.fromkeys(places, found))
    return found


def differences(before: Flat, after: Flat) -> tuple[Changed, ...]:
    """What is another in the second than in the first; a text left empty says nothing."""
    given = {name: None if value == "" else value for name, value in after.items()}
    return tuple(Changed(name, before.get(name), value) for name, value in given.items() if before.get(name) != value)


def flat(value: Mapping[str, Any], start: str = "") -> dict[str, Value]:
    """Nested data as one level of names: "Mega seed_micros"."""
    found: dict[str, Value] = {}
    for name, each in value.items():
        path = f"{start} {name}".strip()
        if isinstance(each, Mapping):
            found |= flat(each, "" if name in ("terms", "limits") else path)
        elif isinstance(each, list | tuple) and each and isinstance(each[0], Mapping):
            for place, row in enumerate(each, 1):
                found |= flat({key: at for key, at in row.items() if key != "name"}, str(row.get("name", place)))
        elif isinstance(each, list | tuple):
            found[path] = ", ".join(map(str, each))
        else:
            found[path] = each
    return found


def waiting(floor: Floor) -> dict[str, tuple[Changed, ...]]:
    """By jackpot, what begins with the next 100% award."""
    return {
        name: differences(flat(to_builtins(jackpot.terms)), flat(to_builtins(jackpot.awaiting)))
        for name, jackpot in floor.jackpots.items()
        if jackpot.awaiting
    }


def history_report(
    steps: Sequence[Step],
    waits: Waiting,
    currencies: Mapping[str, str],
    *,
    last: str,
    zone: str,
) -> Report:
    """By topic, newest first; first of all what takes effect at their level's next 100% award."""
    sheet = Sheet(
        title="Parameter history",
        subtitle="Who changed what, when and why",
        sections=(
            Section("Effective at their level's next 100% award", _waiting(waits, currencies)),
            *(Section(topic, _topic(steps, events, zone)) for topic, events in TOPICS.items()),
        ),
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


def _topic(steps: Sequence[Step], events: Sequence[type[RoomEvent]], zone: str) -> Table | Words:
    kinds = [name_of(event) for event in events]
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
            Section("", _verdict(found)),
            Section("By jackpot", _by_jackpot(found)),
            Section("By day", _by_day(found)),
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
