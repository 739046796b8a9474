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
C = TypeVar("C", bound="RoomCommand")
Decided = RoomEvent | tuple[RoomEvent, ...]
"""What a command becomes: one event, or several of which the last answers it."""


class RoomCommand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that people or devices ask of the room."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=8, description="a list of at most 8 cards")] = ()
    """The cards that were presented for it."""
    recorded: ClassVar[type[RoomEvent]]
    """The event of a command whose event has its fields (`recorded_as`)."""

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

    def apply(self, floor: Floor) -> Floor:
        """What its event does (`recorded_as`); `self` is the event."""
        raise NotImplementedError


def recorded_as(tag: str, base: type[RoomEvent] = RoomEvent, **besides: Any) -> Callable[[type[C]], type[C]]:
    """Record a command under a tag: its event has the command's fields, and does what `apply` says.

    Fields `besides` are the event's alone, or of another type in it: a type each, or a type and the default that holds
    on older logs. `decide` fills them in. A field of the command that its event does not have is None here.
    """

    def derive(command: type[C]) -> type[C]:
        own = {name: there for name, there in vars(command).items() if name in ("apply", "answer_fields")}
        hints, there = get_type_hints(command), {*base.__struct_fields__, "cards", *besides}
        asked = [field for field in structs.fields(command) if field.name not in there]
        # As every log has them for good: of their types, without limits.
        fields: list[Any] = [(field.name, hints[field.name], *field_default(field)) for field in asked]
        fields += [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in besides.items() if kind]
        name = tag.partition("/")[0].title().replace(" ", "")
        made: Any = defstruct(
            name, fields, bases=(base,), namespace=own, module=command.__module__, tag=tag, kw_only=True
        )
        made.__doc__ = command.__doc__
        command.recorded = made
        return command

    return derive
