"""The room as a state machine without I/O: commands in, events and answers out, every movement balanced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.jackpot import Jackpot
from fairfelt.ledger.machine import Command, Decision, Event, Posting
from fairfelt.room.state.floor import Floor
from fairfelt.room.views.keypad import table_state

from .commands import COMMANDS
from .events import EVENTS
from .refusal import Code, Refusal

SAID: Mapping[str, tuple[str, ...]] = {
    "win page printed": ("number", "copy"),
    "pin entered": ("right", "locks"),
    "software found": ("approved",),
}
"""What of an event away from the tables goes into its answer."""


class Room:
    """Decides what a command does to the floor. Pure and total: it never raises."""

    def initial(self) -> Floor:
        """An empty room."""
        return Floor()

    def decide(self, state: Floor, command: Command) -> Decision[Floor]:
        """Carry a command out, or refuse it with a sentence; a refusal is an event too."""
        command_function = COMMANDS.get(command.kind)
        if command_function is None:
            return _refused(state, command, Refusal(Code.UNKNOWN_COMMAND, f"there is no command {command.kind!r}"))
        try:
            kind, body = command_function(state, command.device, command.body)
        except Refusal as refusal:
            return _refused(state, command, refusal)
        after = EVENTS[kind](state, body)
        event = Event(kind, body, _postings(state, after))
        return Decision(after, (event,), _answer(after, kind, body))

    def replay(self, state: Floor, event: Event) -> Floor:
        """The floor after an event; its postings must be what the event does."""
        after = EVENTS[event.kind](state, event.body)
        if event.postings and _postings(state, after) != event.postings:
            raise ValueError(f"the postings of a {event.kind!r} are not what it does")
        return after

    def balances(self, state: Floor) -> Mapping[str, int]:
        """Every account, for the ledger to compare with its own."""
        return state.balances()


def _postings(before: Floor, after: Floor) -> tuple[Posting, ...]:
    """What changed on the accounts, in the order of their names; only jackpots that are others are looked at."""
    if after.jackpots is before.jackpots:
        return ()
    changes = [
        (f"{name}/{account}", change)
        for name, jackpot in after.jackpots.items()
        if jackpot is not before.jackpots.get(name)
        for account, change in _changes(before.jackpots.get(name), jackpot)
    ]
    return tuple([Posting(account, change) for account, change in sorted(changes)])


def _changes(before: Jackpot | None, after: Jackpot) -> list[tuple[str, int]]:
    """By how much each account of a jackpot changed; no account ever leaves its book."""
    old, new = before.book.balances if before else {}, after.book.balances
    return [(account, held - old.get(account, 0)) for account, held in new.items() if held != old.get(account, 0)]


def _refused(state: Floor, command: Command, refusal: Refusal) -> Decision[Floor]:
    said = {"code": refusal.code.value, "reason": refusal.sentence, "field": refusal.field}
    event = Event("refused", {"command": command.kind, **said})
    return Decision(state, (event,), {"ok": False, **said}, refused=True)


def _answer(floor: Floor, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """What a device needs to know: at a table, where it stands and what was paid."""
    if body.get("table", "") not in floor.tables:
        return {"ok": True, **{name: body[name] for name in SAID.get(kind, ())}}
    paid = {name: body[name] for name in ("awards", "envy") if name in body}
    return {**table_state(floor, body["table"]), **paid}
