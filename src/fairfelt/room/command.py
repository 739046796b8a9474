"""A command: a value with a tag that is checked against the floor and becomes events, or is refused."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from fairfelt.room.authority import Requester
from fairfelt.room.event import RoomEvent
from fairfelt.room.state.floor import Floor
from fairfelt.runtime.formats import Name, shared_fields

E = TypeVar("E", bound=RoomEvent)
Decided = RoomEvent | tuple[RoomEvent, ...]
"""What a command becomes: one event, or several of which the last answers it."""


class RoomCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that people or devices ask of the room."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=8, description="a list of at most 8 cards")] = ()
    """The cards that were presented for it."""

    def decide(self, floor: Floor, who: Requester) -> Decided:
        """What it becomes on this floor; Refusal says why it does not."""
        raise NotImplementedError

    def record(self, event: type[E], **more: Any) -> E:
        """An event with every field that this command has as well, and these besides or instead."""
        return event(**(shared_fields(self, event) | more))
