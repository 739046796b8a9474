"""The room as a state machine without I/O: commands in, events and answers out, every movement balanced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.ledger.machine import Command, Decision, Event, Posting

from .floor import Floor, prize_dict
from .happenings import HAPPENINGS
from .requests import REQUESTS, SENTENCES


class Room:
    """Decides what a command does to the floor. Pure and total: it never raises."""

    def initial(self) -> Floor:
        """An empty room."""
        return Floor()

    def decide(self, state: Floor, command: Command) -> Decision[Floor]:
        """Carry a command out, or refuse it with a sentence; a refusal is an event too."""
        request = REQUESTS.get(command.kind)
        if request is None:
            return _refused(state, command, f"there is no command {command.kind!r}")
        try:
            kind, body = request(state, command.device, command.body)
            after = HAPPENINGS[kind](state, body)
        except KeyError as missing:
            return _refused(state, command, f"{command.kind!r} needs {missing.args[0]!r}, which is not there")
        except (*SENTENCES, TypeError, AttributeError) as why:
            return _refused(state, command, str(why))
        event = Event(kind, body, _postings(state, after))
        return Decision(after, (event,), _answer(after, body))

    def replay(self, state: Floor, event: Event) -> Floor:
        """The floor after an event; its postings must be what the event does."""
        after = HAPPENINGS[event.kind](state, event.body)
        if event.postings and _postings(state, after) != event.postings:
            raise ValueError(f"the postings of a {event.kind!r} are not what it does")
        return after

    def balances(self, state: Floor) -> Mapping[str, int]:
        """Every account, for the ledger to compare with its own."""
        return state.balances()


def _postings(before: Floor, after: Floor) -> tuple[Posting, ...]:
    """What changed on the accounts, in the order of their names."""
    old, new = before.balances(), after.balances()
    changes = {name: new.get(name, 0) - old.get(name, 0) for name in sorted(old.keys() | new.keys())}
    return tuple(Posting(name, amount) for name, amount in changes.items() if amount)


def _refused(state: Floor, command: Command, sentence: str) -> Decision[Floor]:
    body = {"command": command.kind, "reason": sentence}
    return Decision(state, (Event("refused", body),), {"ok": False, "reason": sentence}, refused=True)


def _answer(floor: Floor, body: Mapping[str, Any]) -> dict[str, Any]:
    """What a keypad needs to know: where its table stands, what is live, and the meters."""
    table = floor.tables.get(body.get("table", ""))
    if table is None:
        return {"ok": True}
    name, _ = floor.jackpot_of(table)
    return {
        "ok": True,
        "table": body["table"],
        "round": table.round,
        "phase": table.phase.value,
        "live": list(table.live_labels),
        "meters_micros": floor.meters(name),
        "prizes": [prize_dict(prize) for prize in table.prizes],
        "awards": body.get("awards", []),
        "envy": body.get("envy", []),
    }
