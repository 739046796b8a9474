"""The seam: what a pure machine is, and the plain values that pass between it and the journal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from .canonical import canonical, digest, parsed
from .errors import Malformed

S = TypeVar("S")


class Posting(NamedTuple):
    """One end of a movement of money; thousands are made every second, and tuples are made quickly."""

    account: str
    amount_micros: int


def kind_of(body: Any) -> str:
    """What a command or an event is: the tag of a struct, or what plain data says under "kind"."""
    kind = None
    if isinstance(body, Struct):
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
        return parsed(text)

    def read_event(self, text: str) -> None:
        """Nobody asks what it says."""

    def decide(self, state: None, command: Command) -> Decision[None]:
        event = Event({"kind": "unknown", "command": command.kind})
        return Decision(None, (event,), {"sentence": "this journal is open for reading only"}, refused=True)

    def replay(self, state: None, event: Event) -> None:
        """Only the postings count."""


MOST_NAME = 200
MOST_SEQUENCE = (1 << 63) - 1


class CheckedCommand(NamedTuple):
    """A command found fit to be decided, except for its time, with the digest that identifies it."""

    device: str
    sequence: int
    body: Any
    digest: str


def check_command(command: Command, machine: Machine[Any]) -> CheckedCommand:
    """Check a command's form: its machine reads back what would be written down.

    Its time is not part of its digest: sent again later, it is the same command.
    """
    device, sequence, asked = command.device, command.sequence, command.body
    _check_name(device, "devices")
    _check_name(kind_of(asked), "kinds of commands")
    if type(sequence) is not int or not 0 <= sequence <= MOST_SEQUENCE:
        raise Malformed(f"the number of a command is 1, 2, 3 and so on, not {sequence!r:.40}")
    text = canonical(asked)
    return CheckedCommand(device, sequence, machine.read_command(text), digest(text))


@lru_cache(maxsize=8192)
def _check_name(text: str, what: str) -> None:
    """Names come again and again: each is looked at once."""
    if not (isinstance(text, str) and text.isprintable() and 0 < len(text) <= MOST_NAME):
        raise Malformed(f"{what} are named by 1 to {MOST_NAME} printable characters, not {text!r:.40}")


class Answer(Struct, frozen=True, eq=False, gc=False):
    """The answer to a command: the same when it is asked again."""

    text: str
    """Canonical JSON."""
    refused: bool
    number: int
    """The event in the journal that carries it."""
    again: bool = False
    """Whether it was given before, and nothing was done now."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return (self.text, self.refused, self.number) == (other.text, other.refused, other.number)

    def __hash__(self) -> int:
        return hash((self.text, self.refused, self.number))

    @property
    def body(self) -> Any:
        return parsed(self.text)
