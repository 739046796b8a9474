"""The history of every parameter: which event set what, who did it and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt.room.registry import kinds_named, name_of, read_event
from fairfelt.rules import DOLLARS

if TYPE_CHECKING:
    from fairfelt.ledger import Entry
    from fairfelt.room import Floor


TOPICS: Mapping[str, tuple[str, ...]] = {
    "Jackpots": (
        "jackpot opened", "terms changed", "adjusted", "retirement announced", "retirement begun", "jackpot retired",
        "jackpot given away", "retirement closed",
    ),
    "Tables and links": (
        "link made", "table set up", "table changed", "table moved", "table retired", "limits posted",
        "house jackpot posted", "house jackpot removed", "play suspended", "play resumed",
    ),
    "Law and documents": (
        "law set", "day corrected", "condition met", "condition withdrawn", "game pinned", "pin withdrawn",
        "components installed", "makers report filed", "makers report withdrawn", "odds funds kept",
    ),
    "Software and house rules": (
        "software approved", "clock accepted", "checkpoint key set", "house rules set", "pay rules set",
        "wagers limited",
    ),
}  # fmt: skip
"""The names of events that set something, by the section they stand in."""


KINDS = kinds_named(*(name for names in TOPICS.values() for name in names))


_STAYING = (
    "jackpot opened", "terms changed", "link made", "table set up", "table changed", "table moved", "limits posted",
    "law set", "software approved", "checkpoint key set", "house rules set", "pay rules set", "wagers limited",
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
    before = current.setdefault(subject, {}) if name_of(type(event)) in _STAYING else {}
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
