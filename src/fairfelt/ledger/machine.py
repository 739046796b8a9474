"""The seam: what a pure machine is, and the plain values that pass between it and the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from .canonical import is_struct, parsed
from .errors import Malformed

S = TypeVar("S")


class Posting(NamedTuple):
    """One end of a movement of money; thousands are made every second, and tuples are made quickly."""

    account: str
    amount_micros: int


def kind_of(body: Any) -> str:
    """What a command or an event is: the tag of a struct, or what plain data says under "kind"."""
    kind = None
    if is_struct(body):
        kind = body.__struct_config__.tag
    elif isinstance(body, Mapping):
        kind = body.get("kind")
    if type(kind) is not str:
        raise Malformed('what is said has no kind: plain data has a text under "kind", and a struct has a tag')
    return kind


class Event(Struct, frozen=True, gc=False):
    """Something that happened: a tagged struct, or plain data with a kind; and postings that sum to zero."""

    body: Any
    postings: tuple[Posting, ...] = ()

    @property
    def kind(self) -> str:
        """What happened."""
        return kind_of(self.body)


class Command(Struct, frozen=True, gc=False):
    """Something a device asks for, under a number that the device counts up by one."""

    device: str
    sequence: int
    body: Any
    at_micros: int
    """The journal's time when it is decided; the sender need not know it."""

    @property
    def kind(self) -> str:
        """What is asked for."""
        return kind_of(self.body)


class Decision(Struct, Generic[S], frozen=True, gc=False):
    """What becomes of a command. A refusal also carries an event, and its answer says why in a sentence."""

    state: S
    events: tuple[Event, ...]
    answer: Any
    """A struct, or plain data."""
    refused: bool = False


class Machine(Protocol[S]):
    """Pure and total: it never raises, reads no clock and touches no disk."""

    def initial(self) -> S:
        """The state before any event."""

    def read_command(self, text: str) -> Any:
        """What is asked for, from its canonical JSON; Malformed says why it is nothing this machine knows."""

    def read_event(self, text: str) -> Any:
        """What happened, from its canonical JSON as it was ever written."""

    def decide(self, state: S, command: Command) -> Decision[S]:
        """What the command leads to; consistent with replaying the events it gives."""

    def replay(self, state: S, event: Event) -> S:
        """The state after an event."""


@runtime_checkable
class Balanced(Protocol):
    """A machine that can say what every account holds, so that the books can be held against it."""

    def balances(self, state: Any) -> Mapping[str, int]:
        """Millionths by account; an account that is not named holds nothing."""


@runtime_checkable
class Restorable(Protocol):
    """A machine whose state can be written down, so that a start need not replay everything."""

    @property
    def form(self) -> str:
        """Names the way states are written; another name whenever that changes, for what was written stays."""

    def save(self, state: Any) -> str:
        """The state as canonical JSON; equal states have equal texts."""

    def restore(self, text: str) -> Any:
        """The state of such a text."""


class Bookkeeping:
    """The machine that knows no rules: it lets the books be replayed where the real machine is not at hand."""

    def initial(self) -> None:
        """There is nothing to remember."""

    def read_command(self, text: str) -> Any:
        """Plain data."""
        return parsed(text)

    def read_event(self, text: str) -> None:
        """Nobody asks what it says."""

    def decide(self, state: None, command: Command) -> Decision[None]:
        """Refuse everything."""
        event = Event({"kind": "unknown", "command": command.kind})
        return Decision(None, (event,), {"sentence": "this journal is open for reading only"}, refused=True)

    def replay(self, state: None, event: Event) -> None:
        """Only the postings count."""
