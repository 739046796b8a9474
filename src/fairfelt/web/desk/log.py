"""The log on a page: newest first, by kind, device, table, person, text and day; the same in every office."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt.ledger import Entry, Ledger
from fairfelt.ledger.canonical import parsed
from fairfelt.room import Floor
from fairfelt.room.commands.rounds import PlaceBets
from fairfelt.room.registry import NAMES, kinds_of, label
from fairfelt.web.desk.desk import Desk
from fairfelt.web.desk.forms import Field, Form
from fairfelt.web.http.answers import number_in

ON_A_PAGE = 50
MOST_LOOKED_AT = 20_000
"""Events looked through for one page; a rare kind is found by going on."""
CHUNK = 1_000
ALL, BETS = "all", label(next(iter(kinds_of(PlaceBets.recorded))))
"""Every event; and those of which most of a log is made."""
_NAMED = ("table", "round", "jackpot", "link", "device", "card", "person", "level", "number")
_SAID = ("command", "reason", "why")
"""Fields of an event that its line shows: with their names, and without."""


Leads = Callable[[Mapping[str, Any]], list[tuple[str, str]]]
"""From what an event says to the pages that show what it did: words and address of each."""


@dataclass(frozen=True)
class Wanted:
    """Filters of the log."""

    kind: str = ""
    device: str = ""
    table: str = ""
    text: str = ""
    person: str = ""
    cards: frozenset[str] = frozenset()
    """The cards of that person."""
    bets: bool = True
    """True if bets that were laid on sensors are among them: most of a log is those."""

    def fits(self, entry: Entry) -> bool:
        """True if an event is one of those."""
        return (
            (not self.kind or label(entry.kind) == self.kind)
            and (self.bets or label(entry.kind) != BETS)
            and (not self.device or entry.device == self.device)
            and (not self.table or parsed(entry.body).get("table") == self.table)
            and (not self.text or self.text.lower() in f"{entry.kind} {entry.body}".lower())
            and (not self.person or self._names(parsed(entry.body)))
        )

    def _names(self, body: Mapping[str, Any]) -> bool:
        """True if that person did it, or it is about them or a card of theirs."""
        named = {body.get("person"), *(actor["person"] for actor in body.get("by", ()))}
        return self.person in named or body.get("card") in self.cards


@dataclass(frozen=True)
class LogPage:
    """A page of the log."""

    entries: tuple[Entry, ...]
    looked_to: int
    """The last number that was looked at, going back; older events are asked for by it."""
    first: int
    """The oldest that may be looked at."""

    @property
    def more(self) -> bool:
        """True if there is anything older."""
        return self.looked_to > self.first


def look(ledger: Ledger[Floor], wanted: Wanted, *, first: int, last: int) -> LogPage:
    """Look back from an event, as far as a page goes; call it off the event loop."""
    found: list[Entry] = []
    at, stop = last + 1, max(first, last - MOST_LOOKED_AT + 1)
    while at > stop:
        begin = max(stop, at - CHUNK)
        for entry in reversed(ledger.entries(after=begin - 1, limit=at - begin)):
            if wanted.fits(entry):
                found.append(entry)
            if len(found) == ON_A_PAGE:
                return LogPage(tuple(found), entry.number, first)
        at = begin
    return LogPage(tuple(found), at, first)


def every_entry(ledger: Ledger[Floor], kinds: Collection[str]) -> Iterator[Entry]:
    """All events of these kinds, a page of the log at a time; call it off the event loop."""
    after = 0
    while entries := ledger.entries(after=after, kinds=kinds):
        yield from entries
        after = entries[-1].number


def in_short(entry: Entry) -> str:
    """Summarize an event in a few words; the page shows all of it below."""
    body = parsed(entry.body)
    values = {name: value for name, value in (body.get("page", {}) | body).items() if isinstance(value, str | int)}
    named = (f"{name} {values[name]}" for name in _NAMED if values.get(name, "") != "")
    return ", ".join((*named, *(label(str(values[name])) for name in _SAID if values.get(name))))


def who(floor: Floor, entry: Entry) -> str:
    """The people who did it, by name, and their device."""
    people = [floor.people[actor["person"]].name for actor in parsed(entry.body).get("by", ())]
    return " · ".join(filter(None, (" and ".join(people), entry.device)))


async def log_page(desk: Desk, *, leads: Leads, verify: str) -> Response:
    """A page of the log; `verify` is where it is asked to be verified."""
    form = Form(dict(desk.request.query_params))
    kind, device, table, text, person = (form.get(name) for name in ("kind", "device", "table", "text", "person"))
    bets = kind == ALL or bool(form.get("number"))
    kind = "" if kind == ALL else kind
    own = frozenset(card for card, at in desk.floor.cards.items() if at.person == person)
    wanted = Wanted(kind, device, table, text, person, own, bets or kind == BETS)
    first, last = await asyncio.to_thread(_bounds, desk, form)
    found = await asyncio.to_thread(look, desk.controller.ledger, wanted, first=first, last=last)
    kinds, floor = sorted(set(NAMES.values())), desk.floor
    fields = (
        Field("kind", "Event", choices=[("", f"all but {BETS}"), (ALL, "all"), *kinds]),
        Field("device", "Device", choices=[EVERY, "server", *sorted(floor.devices)]),
        Field("table", "Table", choices=[EVERY, *floor.tables]),
        Field("person", "Employee", choices=[EVERY, *floor.people]),
        Field("text", "Text", optional=True),
        Field("from", "From", sort="day", optional=True),
        Field("to", "Through", sort="day", optional=True),
        Field("number", "Event number", optional=True),
    )
    kept = {name: form.get(name) for name in form.sent if name != "before"}
    newest = f"{desk.office.log}?{urlencode(kept)}" if form.get("before") else ""
    return desk.draw(
        "desk/log.html", form=form, fields=fields, found=found, in_short=in_short, label=label,
        who=lambda entry: who(desk.floor, entry),
        older=urlencode({**kept, "before": found.looked_to}), newest=newest,
        leads=lambda entry: leads(parsed(entry.body)), verify=verify,
    )  # fmt: skip


def _bounds(desk: Desk, form: Form) -> tuple[int, int]:
    """The numbers between which events are looked for."""
    ledger = desk.controller.ledger
    first, last = 1, ledger.committed.head.number
    if (begin := find_moment(desk, form, "from")) is not None:
        first = ledger.first_since(begin)
    if (end := find_moment(desk, form, "to", days=1)) is not None:
        last = min(last, ledger.first_since(end) - 1)
    if number := number_in(form.get("number")):
        first, last = number, min(number, last)
    if before := number_in(form.get("before")):
        last = min(last, before - 1)
    return first, last


def find_moment(desk: Desk, form: Form, name: str, days: int = 0) -> int | None:
    """The begin of a gaming day, or of one some days later; nothing where none is named."""
    if (named := form.day(name, optional=True)) is None:
        return None
    return desk.days.begin_micros(named + timedelta(days=days))


EVERY = ("", "all")
