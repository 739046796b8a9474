"""Events made by hand."""

from __future__ import annotations

from typing import Any, TypeVar

from fairfelt.room.event import RoomEvent

E = TypeVar("E", bound=RoomEvent)


def build_event(kind: type[E], **fields: Any) -> E:
    """An event, also one that has its fields from its command, of which type checkers know nothing."""
    return kind(**fields)
