"""What a demonstration prints on its pages, so that anybody can try everything; a real room has no hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from starlette.requests import Request

from fairfelt.room import Role


class PrintedCard(Protocol):
    """Somebody's card, with the PIN written on it."""

    @property
    def card(self) -> str: ...
    @property
    def pin(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def role(self) -> Role: ...


@dataclass(frozen=True, kw_only=True)
class Hints:
    """Cards with their PINs, and keys that a click hands out."""

    cards: Sequence[PrintedCard]
    console_key: str
    device_key: Callable[[str], str]
    """The key of a device, by its name."""
    free_table: str
    """The table that nobody plays."""


NO_HINTS = Hints(cards=(), console_key="", device_key=lambda device: "", free_table="")


def hints_of(request: Request) -> Hints:
    """The hints of the room that this request goes to."""
    hints: Hints = request.app.state.hints
    return hints
