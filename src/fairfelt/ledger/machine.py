"""The seam: what a pure machine is, and the plain values that pass between it and the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

S = TypeVar("S")


class Posting(NamedTuple):
    """One end of a movement of money; thousands are made every second, and tuples are made quickly."""

    account: str
    amount_micros: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: plain JSON data without floats, and postings that sum to zero."""

    kind: str
    body: Mapping[str, Any]
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """Something a device asks for, under a number that the device counts up by one."""

    device: str
    sequence: int
    kind: str
    body: Mapping[str, Any]
    at_micros: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[S]):
    """What becomes of a command. A refusal also carries an event, and its answer says why in a sentence."""

    state: S
    events: tuple[Event, ...]
    answer: Mapping[str, Any]
    refused: bool = False


class Machine(Protocol[S]):
    """Pure and total: it never raises, reads no clock and touches no disk."""

    def initial(self) -> S:
        """The state before any event."""

    def decide(self, state: S, command: Command) -> Decision[S]:
        """What the command leads to; consistent with replaying the events it gives."""

    def replay(self, state: S, event: Event) -> S:
        """The state after an event."""


@runtime_checkable
class Balanced(Protocol):
    """A machine that can say what every account holds, so that the books can be held against it."""

    def balances(self, state: Any) -> Mapping[str, int]:
        """Millionths by account; an account that is not named holds nothing."""


class Bookkeeping:
    """The machine that knows no rules: it lets the books be replayed where the real machine is not at hand."""

    def initial(self) -> None:
        """There is nothing to remember."""

    def decide(self, state: None, command: Command) -> Decision[None]:
        """It refuses everything."""
        event = Event("unknown", {"kind": command.kind})
        return Decision(None, (event,), {"sentence": "this journal is open for reading only"}, refused=True)

    def replay(self, state: None, event: Event) -> None:
        """Only the postings count."""
