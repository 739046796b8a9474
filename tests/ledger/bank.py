"""A toy machine for the ledger's tests: accounts, transfers, refusals; and what can be wrong with a machine."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from fairfelt.ledger import Command, Decision, Event, Posting
from fairfelt.ledger.canonical import canonical, parsed

State = Mapping[str, int]
MINT = "mint"


class Bank:
    """Money is made by the mint, moves between accounts, and is never owed by anybody else."""

    def initial(self) -> State:
        return {}

    def read_command(self, text: str) -> Any:
        return parsed(text)

    read_event = read_command

    def decide(self, state: State, command: Command) -> Decision[State]:
        body = command.body
        match command.kind:
            case "move":
                return self._move(state, [body])
            case "moves":
                return self._move(state, list(body["moves"]))
            case "look":
                return Decision(state, (), {"balance": state.get(body["account"], 0)})
            case "fail":
                raise ZeroDivisionError("a bug")
            case "unbalanced":
                return Decision(state, (Event({"kind": "moved"}, (Posting("a", 1),)),), {})
            case "lying":
                return Decision({**state, "a": 99}, (Event({"kind": "moved"}),), {})
        event = Event({"kind": "refused", "asked": command.kind, "at_micros": command.at_micros})
        return Decision(state, (event,), {"sentence": f"a bank knows no {command.kind}"}, refused=True)

    def _move(self, before: State, moves: list[Mapping[str, Any]]) -> Decision[State]:
        state, events = before, list[Event]()
        for move in moves:
            giver, taker, amount = move["from"], move["to"], move["micros"]
            if giver != MINT and state.get(giver, 0) < amount:
                short = Event({"kind": "short", "account": giver})
                sentence = f"{giver} has {state.get(giver, 0)}, less than {amount}"
                return Decision(before, (short,), {"sentence": sentence}, refused=True)
            events.append(Event({"kind": "moved", "note": "né €"}, (Posting(giver, -amount), Posting(taker, amount))))
            state = self.replay(state, events[-1])
        return Decision(state, tuple(events), {"balances": dict(state)})

    def replay(self, state: State, event: Event) -> State:
        after = dict(state)
        for posting in event.postings:
            after[posting.account] = after.get(posting.account, 0) + posting.amount_micros
        return after

    form = "bank/1"

    def save(self, state: State) -> str:
        return canonical(state)

    def restore(self, text: str) -> State:
        held: State = parsed(text)
        return held

    def balances(self, state: State) -> Mapping[str, int]:
        return state


class Ticking:
    """A clock that moves by one millisecond whenever it is read."""

    def __init__(self, start_micros: int = 1_700_000_000_000_000) -> None:
        self.now_micros = start_micros

    def __call__(self) -> int:
        self.now_micros += 1_000
        return self.now_micros


def move(device: str, sequence: int, micros: int = 5, giver: str = MINT, taker: str = "a") -> Command:
    """A command to move money."""
    return Command(device, sequence, {"kind": "move", "from": giver, "to": taker, "micros": micros}, at_micros=0)


def moves(device: str, many: int, first: int = 1) -> list[Command]:
    """Several of them, numbered as a device would."""
    return [move(device, sequence, sequence) for sequence, _ in zip(count(first), range(many), strict=False)]
