"""The history of parameters, read off the log: who changed what, when and why, from what to what, and what waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt import games
from fairfelt.reports.law.rules import parameter_words
from fairfelt.reports.sheet.english import capital, listed
from fairfelt.reports.sheet.sheet import Column, Row, Section, Sheet, Table, Words, right
from fairfelt.room.events import RoomEvent, kinds_of, name_of, read_event
from fairfelt.room.events.accounts import Adjusted, PayRulesSet, TermsChanged
from fairfelt.room.events.closing import (
    CheckpointKeySet,
    ClockAccepted,
    PlayResumed,
    PlaySuspended,
    SoftwareApproved,
)
from fairfelt.room.events.duties import HouseJackpotPosted, HouseJackpotRemoved
from fairfelt.room.events.funds import OddsFundsKept
from fairfelt.room.events.law import (
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
from fairfelt.room.events.people import HouseRulesSet
from fairfelt.room.events.retirement import (
    JackpotGivenAway,
    JackpotRetired,
    RetirementAnnounced,
    RetirementBegun,
    RetirementClosed,
)
from fairfelt.room.events.set_up import JackpotOpened, LinkMade, TableChanged, TableMoved, TableRetired, TableSetUp
from fairfelt.rules import DOLLARS, format_moment

from ..report import Report

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
            Section("Effective at their level's next 100% award", (_waiting(waits, currencies),)),
            *(Section(topic, (_topic(steps, events, zone),)) for topic, events in TOPICS.items()),
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
