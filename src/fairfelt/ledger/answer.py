"""Commands with their digests, and answers as they are kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from .canonical import canonical, digest, is_struct, parsed
from .errors import Malformed
from .machine import Command, Machine, kind_of

MOST_NAME = 200
MOST_SEQUENCE = (1 << 63) - 1
MOST_KEPT_CHARACTERS = 1024
_new = tuple.__new__
"""Makes a named tuple without the detour through its own constructor."""


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
    _check_device(device)
    _check_kind(kind_of(asked))
    if type(sequence) is not int or not 0 <= sequence <= MOST_SEQUENCE:
        raise Malformed(f"the number of a command is 1, 2, 3 and so on, not {sequence!r:.40}")
    text = canonical(asked)
    comes_again = len(text) <= MOST_KEPT_CHARACTERS and is_struct(asked)
    body, digest_ = (_read_once if comes_again else _read)(machine.read_command, text)
    return _new(CheckedCommand, (device, sequence, body, digest_))


def _read(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """The command of a text, and its digest."""
    return read(text), digest(text)


_read_once = lru_cache(maxsize=4096)(_read)
"""`_read`, cached for texts that recur, as a table's do with every round; their meaning never changes."""


@lru_cache(maxsize=8192)
def _check_device(device: str) -> None:
    """Names come again and again: each is looked at once."""
    _check_name(device, "devices")


@lru_cache(maxsize=1024)
def _check_kind(kind: str) -> None:
    _check_name(kind, "kinds of commands")


def _check_name(text: str, what: str) -> None:
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
        """The answer as plain data."""
        return parsed(self.text)
