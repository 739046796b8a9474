"""Opening journals of the toy bank in a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fairfelt.ledger import Answer, Command, Entry, Ledger, LedgerError, Opening, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.ledger.transparency import Frontier, Growth
from tests.ledger.bank import Bank, State, Ticking

NAME = "a journal of the tests"


def opened(place: str, **options: Any) -> Ledger[State]:
    """The writer of that journal."""
    options.setdefault("clock", Ticking())
    return Opening(address=place, machine=Bank(), new_id=NAME, **options).activate()


def engine_at(place: str, journal: Journal | None = None, clock: Ticking | None = None) -> Engine[State]:
    """An engine without a thread."""
    journal = journal or Journal(place_of(place))
    journal.open(new_id=NAME)
    return Engine(Bank(), journal, clock or Ticking())


def run(engine: Engine[State], *commands: Command) -> list[Answer | LedgerError]:
    """All of them as one group."""
    return engine.run([check_command(command, engine.machine) for command in commands])


def answers(engine: Engine[State], *commands: Command) -> list[Answer]:
    """All of them as one group, none of them at fault."""
    found = run(engine, *commands)
    assert all(isinstance(answer, Answer) for answer in found)
    return [answer for answer in found if isinstance(answer, Answer)]


def log(place: str) -> Sequence[Entry]:
    """Everything on the log."""
    with snapshot(place) as taken:
        return list(taken.entries())


def grown(leaves: Iterable[bytes], tree: Frontier | None = None) -> Frontier:
    """A tree with more leaves at its end, given by their hashes."""
    growth = Growth(tree or Frontier())
    growth.extend(list(leaves))
    return growth.frontier
