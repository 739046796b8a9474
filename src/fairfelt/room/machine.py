"""The room as a state machine without I/O: commands in, events and answers out; and a journal decided again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, structs
from msgspec.json import Decoder, Encoder, encode

from fairfelt.ledger.canonical import canonical, digest
from fairfelt.ledger.chain import Entry, Stored, postings_text
from fairfelt.ledger.errors import Malformed
from fairfelt.ledger.machine import Command, Decision, Event, Posting, kind_of
from fairfelt.room.authority import identify
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.closing import FindSoftware
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.commands.law import TablesReviewed
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.commands.rounds import PlaceBets, PressHand, StartGame
from fairfelt.room.event import Actor, Refusal, Refused, ReviewedEvent, RoomEvent
from fairfelt.room.law.ask_law import ask, may_say_other, review
from fairfelt.room.registry import COMMANDS, read_command, read_event
from fairfelt.room.state.floor import Floor
from fairfelt.room.views import table_state
from fairfelt.runtime.formats import FieldError

# The floor as JSON and back: what a snapshot of the room holds.


VERSION = "fairfelt-floor-1"
"""Changes when the floor keeps its shape and a part of it gets another meaning."""


def _shapes(kind: object, found: dict[str, dict[str, str]]) -> None:
    """Collect the fields of every record inside a type, by its name."""
    for inner in get_args(kind):
        _shapes(inner, found)
    is_record = isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Struct))
    if isinstance(kind, type) and is_record and kind.__qualname__ not in found:
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
        after = _after(state, event.body)
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


def _after(floor: Floor, event: RoomEvent) -> Floor:
    """The floor after an event, with what the law said then."""
    after = event.apply(floor)
    return after.with_verdicts(event.verdicts) if isinstance(event, ReviewedEvent) else after


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
        floor = _after(before, signed)
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


# Deciding a journal again: what the rules make of every command, held against what the log says they made of it.
#
# A log holds the digest of each command, not its words. A command is put together from its events, and the digest
# proves it: then it is decided anew, and events, postings and answer must be those of the log. Of a command that cannot
# be put together (a refusal says little of it) the answer alone is worked out again from the events.


Fields = Mapping[str, Any]
Events = Sequence[tuple[Entry, RoomEvent]]


@dataclass
class SoftwareTally:
    """What one software has decided."""

    commands: int = 0
    decided_again: int = 0
    answered_again: int = 0
    """Commands of which only the answer could be recomputed."""
    differing: int = 0
    first: int = 0
    """The first event that differs; 0 for none."""


@dataclass
class DecisionAudit:
    """Looks at every command of a replay, by the software that the log says was running."""

    by_software: dict[str, SoftwareTally] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    software: str = ""
    """What ran at the event that was last looked at."""
    _events: list[tuple[Entry, RoomEvent]] = field(default_factory=list)
    _before: Floor | None = None

    def look(self, before: Floor, entry: Entry, event: RoomEvent, after: Floor) -> None:
        """One event; the last one of a command completes it."""
        if not self._events:
            self._before = before
        self._events.append((entry, event))
        self.software = after.found
        if isinstance(event, FindSoftware.recorded):
            self.versions[event.digest] = event.version
        if entry.answer is not None:
            assert self._before is not None
            self._judge(self._before, self._events, entry.answer, after)
            self._events = []

    def _judge(self, before: Floor, events: Events, answer: Stored, after: Floor) -> None:
        tally = self.by_software.setdefault(after.found, SoftwareTally())
        tally.commands += 1
        # The room itself adds a review after a command that changed what the law may say.
        asked = [pair for pair in events if not isinstance(pair[1], TablesReviewed)] or events
        (last, body), command = asked[-1], _rebuilt(before, asked, answer.digest)
        if command is not None:
            tally.decided_again += 1
            same = _decided_alike(before, command, events, answer)
        else:
            repeated = _answer_again(after, body, answer)
            tally.answered_again += repeated is not None
            same = repeated in (None, answer.text)
        if not same:
            tally.differing += 1
            tally.first = tally.first or last.number


def _decided_alike(before: Floor, command: RoomCommand, events: Events, answer: Stored) -> bool:
    """Whether a command, decided again, becomes the same events and the same answer."""
    last = events[-1][0]
    asked = Command(last.device or "", last.device_sequence or 0, command, last.at_micros)
    decision = Room().decide(before, asked)
    made = [(event.body, postings_text(event.postings)) for event in decision.events]
    logged = [(event, entry.posted) for entry, event in events]
    return (made, decision.refused, canonical(decision.answer)) == (logged, answer.refused, answer.text)


def _answer_again(after: Floor, event: RoomEvent, answer: Stored) -> str | None:
    """The answer by the last event of a command; None where it says too little."""
    if not answer.refused:
        return canonical(answer_of(after, event))
    return canonical(refusal_of(event)) if isinstance(event, Refused) else None


def _rebuilt(before: Floor, events: Events, wanted: str) -> RoomCommand | None:
    """The command that became these events: the one whose digest is on the log."""
    recorded: dict[str, Any] = {}
    for _, event in events:
        recorded |= msgspec.to_builtins(event)
    recorded["cards"] = [actor.card for actor in events[-1][1].by]
    for kind in _asked_for(tuple(type(event) for _, event in events)):
        made = next((event for _, event in events if type(event) in _becomes(kind)), events[-1][1])
        for more in _MORE_FIELDS[kind](before, made) if kind in _MORE_FIELDS else ({},):
            for fields in _filled(kind, {**recorded, **more}):
                try:
                    command = msgspec.convert(fields, kind)
                    found = digest(canonical(command))
                except ValueError:
                    continue
                if found == wanted:
                    return command
    return None


@cache
def _asked_for(made: tuple[type[RoomEvent], ...]) -> tuple[type[RoomCommand], ...]:
    """The commands that may become events of these kinds; those that say so of themselves first."""
    kinds = (kind for kind in COMMANDS if _becomes(kind) & {*made, RoomEvent})
    return tuple(sorted(kinds, key=lambda kind: RoomEvent in _becomes(kind)))


@cache
def _becomes(kind: type[RoomCommand]) -> frozenset[type]:
    """The events it may become; `RoomEvent` among them where it does not say which."""

    def parts(hint: Any) -> Iterator[type]:
        if isinstance(hint, type):
            yield hint
        for part in get_args(hint):
            yield from parts(part)

    said = {*parts(get_type_hints(kind.decide)["return"])}
    return frozenset({*said, kind.recorded} - {RoomEvent} if hasattr(kind, "recorded") else said)


def _filled(kind: type[RoomCommand], recorded: Fields) -> Iterator[Fields]:
    """Fields a command may have had, from its events' fields of the same names; both values of unknown flags."""
    names, required, flags = _names(kind)
    if required <= recorded.keys() | flags:
        open_ = sorted(flags - recorded.keys())
        known = {name: recorded[name] for name in names if name in recorded}
        for answers in product((False, True), repeat=len(open_)):
            yield {**known, "kind": kind.__struct_config__.tag, **dict(zip(open_, answers, strict=True))}


@cache
def _names(kind: type[RoomCommand]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The fields of a command, those that it must have, and those that are yes or no."""
    found = structs.fields(kind)
    required = (each.name for each in found if each.default is NODEFAULT and each.default_factory is NODEFAULT)
    flags = (each.name for each in found if each.type is bool)
    return frozenset(each.name for each in found), frozenset(required), frozenset(flags)


def _bets(before: Floor, event: Any) -> Iterator[Fields]:
    """Bets as a keypad sends them."""
    bets = event.lit if hasattr(event, "lit") else event.bets
    yield {"bets": [{"seat": seat, "amount_micros": micros} for seat, micros in bets]}
    yield {"bets": None}


def _hand(before: Floor, event: Any) -> Iterator[Fields]:
    """The hand that was pressed: the one claim more, or less, than before."""
    for claim in {*before.tables[event.table].claims} ^ {*event.claims}:
        yield {"seat": claim.seat, "hand": claim.hand, "folded": claim.folded}
        yield {"seat": None, "hand": claim.hand, "folded": claim.folded}


_MORE_FIELDS: Mapping[type[RoomCommand], Callable[[Floor, Any], Iterator[Fields]]] = {
    PlaceBets: _bets, StartGame: _bets, PressHand: _hand,
}  # fmt: skip
"""Commands whose events say the same in other words."""
