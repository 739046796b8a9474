"""Deciding a journal again: what the rules make of every command, held against what the log says they made of it.

A log holds the digest of each command, not its words. A command is put together from its events, and the digest proves
it: then it is decided anew, and events, postings and answer must be those of the log. Of a command that cannot be put
together (a refusal says little of it) the answer alone is worked out again from the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, structs

from fairfelt.ledger.canonical import canonical, digest
from fairfelt.ledger.chain import Entry, Stored, postings_text
from fairfelt.ledger.machine import Command
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.closing import FindSoftware
from fairfelt.room.commands.law import TablesReviewed
from fairfelt.room.event import Refused, RoomEvent
from fairfelt.room.registry import COMMANDS
from fairfelt.room.state.floor import Floor

from .commands.rounds import PlaceBets, PressHand, StartGame
from .machine import Room, answer_of, refusal_of

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
