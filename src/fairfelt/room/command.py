"""A command: a value with a tag that is checked against the floor and becomes events, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from msgspec import Meta, Struct, defstruct, structs

from fairfelt.room.authority import Requester
from fairfelt.room.event import RoomEvent
from fairfelt.room.state.floor import Floor
from fairfelt.runtime.formats import Name, field_default, shared_fields

E = TypeVar("E", bound=RoomEvent)
Decided = RoomEvent | tuple[RoomEvent, ...]
"""What a command becomes: one event, or several of which the last answers it."""


class RoomCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that people or devices ask of the room."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=8, description="a list of at most 8 cards")] = ()
    """The cards that were presented for it."""
    recorded: ClassVar[type[RoomEvent]]
    """What a command becomes that is recorded as it was asked for (`recording`)."""

    def check(self, floor: Floor, who: Requester) -> None:
        """Refusal says what is against recording it as it was asked for."""
        raise NotImplementedError

    def decide(self, floor: Floor, who: Requester) -> Decided:
        """What it becomes on this floor; Refusal says why it does not."""
        self.check(floor, who)
        return self.record(self.recorded)

    def record(self, event: type[E], **more: Any) -> E:
        """An event with every field that this command has as well, and these besides or instead."""
        return event(**(shared_fields(self, event) | more))


def recording(command: type[RoomCommand]) -> Callable[[type[E]], type[E]]:
    """Give an event the fields of the command it records, as the log has them: of their types, without limits.

    Fields that the event names itself stay as they are there. What the command's become is in every log for good.
    """

    def derive(own: type[E]) -> type[E]:
        hints, there = get_type_hints(command), {*own.__struct_fields__, "cards"}
        asked = [field for field in structs.fields(command) if field.name not in there]
        fields: list[Any] = [(field.name, hints[field.name], *field_default(field)) for field in asked]
        made: Any = defstruct(own.__name__, fields, bases=(own,), module=own.__module__, kw_only=True)
        made.__doc__ = own.__doc__
        derived: type[E] = made
        command.recorded = derived
        return derived

    return derive
