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

    def apply(self, floor: Floor) -> Floor:
        """What its event does, where that has the fields of the command and no others (`recorded_as`)."""
        raise NotImplementedError

    def happen(self, floor: Floor) -> Floor:
        """The same before the law is asked again, where that is due."""
        raise NotImplementedError


def recorded_as(tag: str, base: type[RoomEvent] = RoomEvent) -> Callable[[type[C]], type[C]]:
    """Record a command as it was asked for: its event has that tag, the command's fields, and does what it says."""

    def derive(command: type[C]) -> type[C]:
        own = {name: there for name, there in vars(command).items() if name in ("apply", "happen", "answer_fields")}
        name = tag.partition("/")[0].title().replace(" ", "")
        _derive(command, name, base, tag=tag, namespace=own).__doc__ = command.__doc__
        return command

    return derive


def recording(command: type[RoomCommand]) -> Callable[[type[E]], type[E]]:
    """Give an event that says more the fields of the command it records. Fields that it names itself stay."""

    def derive(own: type[E]) -> type[E]:
        made: type[E] = _derive(command, own.__name__, own)
        made.__doc__ = own.__doc__
        return made

    return derive


def _derive(command: type[RoomCommand], name: str, base: type[RoomEvent], **more: Any) -> Any:
    """An event with the fields of a command, as every log has them for good: of their types, without limits."""
    hints, there = get_type_hints(command), {*base.__struct_fields__, "cards"}
    asked = [field for field in structs.fields(command) if field.name not in there]
    fields: list[Any] = [(field.name, hints[field.name], *field_default(field)) for field in asked]
    made: Any = defstruct(name, fields, bases=(base,), module=command.__module__, kw_only=True, **more)
    command.recorded = made
    return made
