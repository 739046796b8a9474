"""Shapes that the API takes and gives in many places; all others stand beside their endpoints.

Amounts are whole millionths of the unit, moments millionths of a second since 1970, days are those of the room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeVar, get_type_hints

import msgspec
from msgspec import Meta, defstruct, structs

from fairfelt.ledger import Answer
from fairfelt.room import TableState
from fairfelt.room.command import RoomCommand
from fairfelt.runtime.formats import Count


class Sent(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything sent is closed: a field we do not know is a mistake."""


class Numbered(Sent):
    """A command. Sent again with the same number it changes nothing and gets the same answer."""

    sequence: Count
    """Counted up by one by the device, from 1 on."""


def _default(field: structs.FieldInfo) -> tuple[Any, ...]:
    """What a field is where it is not sent, as `defstruct` takes it; nothing where it must be sent."""
    if field.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    return () if field.required else (field.default,)


@cache
def body_of(command: type[RoomCommand], in_path: Collection[str] = ()) -> type[Numbered]:
    """What is sent for a command: its fields, but for those that the address and the cards of those who ask give."""
    hints = get_type_hints(command, include_extras=True)
    fields: list[Any] = [
        (field.name, hints[field.name], *_default(field))
        for field in structs.fields(command)
        if field.name not in (*in_path, "cards")
    ]
    made: Any = defstruct(command.__name__, fields, bases=(Numbered,), module=__name__, kw_only=True)
    made.__doc__ = command.__doc__
    found: type[Numbered] = made
    return found


class Page(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a long list."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1, description="a whole number from 0 on")] = 0
    limit: Annotated[int, Meta(ge=1, le=1_000, description="a whole number from 1 to 1,000")] = 100


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """In which form a page is wanted."""

    form: Literal["html", "pdf"] = "html"


class ApiAnswer(msgspec.Struct, kw_only=True):
    """Everything told is complete: no field is left out."""

    @classmethod
    def of(cls, value: object, **more: Any) -> Self:
        """From a value that has fields of the same names, and more that it does not have or calls otherwise."""
        return cls(**{name: getattr(value, name) for name in cls.__struct_fields__ if name not in more}, **more)


A = TypeVar("A", bound=ApiAnswer)


def with_fields_of(source: type, *names: str) -> Callable[[type[A]], type[A]]:
    """Give an answer these fields of a value as well, or all that it has, each of the type that it has there.

    A value with secrets names what is told; what is added to it later is told nobody.
    """

    def derive(own: type[A]) -> type[A]:
        hints = get_type_hints(source, include_extras=True)
        fields = [(name, hints[name]) for name in names or hints if name not in own.__struct_fields__]
        made: Any = msgspec.defstruct(own.__name__, fields, bases=(own,), module=own.__module__, kw_only=True)
        made.__doc__ = own.__doc__
        derived: type[A] = made
        return derived

    return derive


class Done(ApiAnswer):
    """A command was carried out, and that is on disk."""

    number: int
    """The event in the journal."""
    again: bool
    """It had been carried out before; nothing was done now."""


class AtTable(Done):
    """A command at a table was carried out."""

    state: TableState


class Passed(Done):
    """The same with the room's own answer, passed on as it was written."""

    state: msgspec.Raw


def done(answer: Answer) -> Done:
    """An answer of which only its number matters."""
    return Done(number=answer.number, again=answer.again)


def passed(answer: Answer) -> Passed:
    """An answer from a table."""
    return Passed(number=answer.number, again=answer.again, state=msgspec.Raw(answer.text.encode()))
