"""The room as a state machine without I/O: commands in, events and answers out, every movement balanced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_type_hints

from msgspec import Struct, structs
from msgspec.json import Decoder, Encoder, encode

from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.errors import Malformed
from fairfelt.ledger.machine import Command, Decision, Event, Posting, kind_of
from fairfelt.room.authority import identify
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.commands.law import TablesReviewed
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.event import Actor, Refusal, Refused, ReviewedEvent, RoomEvent
from fairfelt.room.law.ask_law import ask, may_say_other, review
from fairfelt.room.registry import read_command, read_event
from fairfelt.room.state.floor import Floor
from fairfelt.room.views import table_state
from fairfelt.runtime.formats import FieldError

# The floor as JSON and back: what a snapshot of the room holds.


VERSION = "fairfelt-floor-1"
"""Changes when the floor keeps its shape and a part of it gets another meaning."""


def is_record(kind: type) -> bool:
    """Whether a type has fields of its own."""
    return is_dataclass(kind) or issubclass(kind, Struct)


def _shapes(kind: object, found: dict[str, dict[str, str]]) -> None:
    """Collect the fields of every record inside a type, by its name."""
    for inner in get_args(kind):
        _shapes(inner, found)
    if isinstance(kind, type) and is_record(kind) and kind.__qualname__ not in found:
        hints = get_type_hints(kind)
        found[kind.__qualname__] = {name: str(hints[name]) for name in sorted(hints)}
        for hint in hints.values():
            _shapes(hint, found)


@cache
def form_of_floor() -> str:
    """The version and a digest of the shape: a snapshot of another shape is never taken for one of today's."""
    found: dict[str, dict[str, str]] = {}
    _shapes(Floor, found)
    return f"{VERSION}:{sha256(encode(found, order='sorted')).hexdigest()[:16]}"


# Of what a floor holds, msgspec does not know fractions: they are written as text.
_encode = Encoder(enc_hook=str).encode
_decode = Decoder(Floor, dec_hook=lambda kind, text: kind(text)).decode


class Room:
    """Decides what a command does to the floor. Pure and total: it never raises."""

    def initial(self) -> Floor:
        return Floor()

    def read_command(self, text: str) -> RoomCommand:
        try:
            return read_command(text)
        except FieldError as error:
            raise Malformed(str(error), error.field) from None

    def read_event(self, text: str) -> RoomEvent:
        """An event from its JSON, of whatever version."""
        return read_event(text)

    def decide(self, state: Floor, command: Command) -> Decision[Floor]:
        """Carry a command out, or refuse it with a sentence; a refusal is an event too."""
        asked: RoomCommand = command.body
        try:
            who = identify(state, command.device, asked.cards, command.at_micros)
        except Refusal as refusal:
            return _refuse(state, asked, refusal)
        try:
            decided = asked.decide(state, who)
            after, events = _applied(state, decided if isinstance(decided, tuple) else (decided,), who.by)
        except Refusal as refusal:
            return _refuse(state, asked, refusal, who.by)
        answered = events[-1].body
        if not isinstance(answered, ReviewedEvent) and may_say_other(state, after) and (verdicts := review(after)):
            after, reviewed = _applied(after, (TablesReviewed(verdicts=verdicts),), ())
            events += reviewed
        return Decision(after, events, answer_of(after, answered))

    def replay(self, state: Floor, event: Event) -> Floor:
        """The floor after an event; its postings must be what the event does."""
        after: Floor = event.body.apply(state)
        if event.postings and _postings(state, after) != event.postings:
            raise ValueError(f"the postings of a {event.kind!r} are not what it does")
        return after

    @property
    def form(self) -> str:
        return form_of_floor()

    def save(self, state: Floor) -> str:
        """The floor as text, for a snapshot; names stay in their order, so the same log gives the same text."""
        return _encode(state).decode()

    def restore(self, text: str) -> Floor:
        return _decode(text)

    def balances(self, state: Floor) -> Mapping[str, int]:
        """Every account, for the ledger to compare with its own."""
        return state.balances()


def _postings(before: Floor, after: Floor) -> tuple[Posting, ...]:
    """What changed on the accounts, in the order of their names."""
    changes = list[Posting]()
    for name, jackpot in after.jackpots.items() if after.jackpots is not before.jackpots else ():
        was = before.jackpots.get(name)
        if jackpot is not was:
            old: Mapping[str, int] = was.book.balances if was else {}
            moved = ((account, micros - old.get(account, 0)) for account, micros in jackpot.book.balances.items())
            changes += [Posting(f"{name}/{account}", change) for account, change in moved if change]
    return tuple(sorted(changes))


def _refuse(state: Floor, asked: RoomCommand, why: Refusal, by: tuple[Actor, ...] = ()) -> Decision[Floor]:
    fields = {"code": why.code.value, "reason": why.sentence, "field": why.field}
    refused = Refused(command=kind_of(asked), **fields, decided_by=why.decided_by, by=by)
    after, events = _applied(state, (refused, *why.besides), by)
    return Decision(after, events, refusal_of(refused), refused=True)


def refusal_of(event: Refused) -> dict[str, Any]:
    """The fields of a refusal that a device receives."""
    fields = {"code": event.code, "reason": event.reason, "field": event.field}
    return {"ok": False, **fields, "decided_by": event.decided_by.value if event.decided_by else ""}


def _applied(floor: Floor, decided: Sequence[RoomEvent], by: tuple[Actor, ...]) -> tuple[Floor, tuple[Event, ...]]:
    """The floor after events, and the events with who did them, what the law says to them and what they moved."""
    events = list[Event]()
    for event in decided:
        before = floor
        signed = structs.replace(event, by=by) if by and not event.public else event
        if isinstance(signed, ReviewedEvent) and not signed.verdicts:
            signed = ask(before, signed)
        signed = read_event(canonical(signed))  # as the log has it, names in order: a replay leads to the same floor
        floor = signed.apply(before)
        events.append(Event(signed, _postings(before, floor)))
    return floor, tuple(events)


def answer_of(floor: Floor, event: RoomEvent) -> Any:
    """What a device needs to know: at a table, where it stands and what was paid."""
    table = getattr(event, "table", "")
    if table not in floor.tables:
        return {"ok": True} | {name: getattr(event, name) for name in event.answer_fields}
    if isinstance(event, AwardsConfirmed):
        return table_state(floor, table, event.awards, event.envy)
    if isinstance(event, TrayPaid):
        return table_state(floor, table, envy=event.envy)
    return table_state(floor, table)
