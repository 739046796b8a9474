"""What may be sent to the API besides the commands of the room, and what a command's body is made of."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, defstruct, structs

from fairfelt.room.command import RoomCommand
from fairfelt.runtime.formats import SECRET, Count, OptionalDigest, OptionalLine, Tally
from fairfelt.server.cards import FEWEST_DIGITS, MOST_DIGITS

PIN_PATTERN = f"^[0-9]{{{FEWEST_DIGITS},{MOST_DIGITS}}}$"
Typed = Annotated[str, Meta(max_length=64, description="text of at most 64 characters", extra=SECRET)]
"""A card or a PIN, or the one in the place of the other."""
NewDigits = Annotated[
    str, Meta(max_length=64, description="text of digits", extra=SECRET, extra_json_schema={"pattern": PIN_PATTERN})
]
"""Told in the document; the keeper of PINs checks them, and says better what is wrong with one."""


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


class SignIn(Sent):
    """A card put in and the PIN typed."""

    card: Typed
    pin: Typed


class Pin(Sent):
    """A PIN to be kept."""

    pin: NewDigits


class FirstPin(Sent):
    """The one-time code of a card, and the PIN that its holder chooses."""

    code: Typed
    pin: NewDigits


class Hardware(Sent):
    """What a bridge knows of a table controller."""

    online: bool
    clock_off_ms: Annotated[int, Meta(ge=-(2**53), le=2**53, description="a whole number of milliseconds")] = 0
    """How far its clock is ahead of the bridge's; below zero where it is behind."""
    firmware: OptionalLine = ""
    """The version of the program in it, as it says itself."""
    sha256: OptionalDigest = ""
    """The digest over the files of that program."""


class After(msgspec.Struct, forbid_unknown_fields=True):
    """How much of a link is known already."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Page(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a long list."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1, description="a whole number from 0 on")] = 0
    limit: Annotated[int, Meta(ge=1, le=1_000, description="a whole number from 1 to 1,000")] = 100


class Growth(msgspec.Struct, forbid_unknown_fields=True):
    """Two sizes of the log, the smaller one first."""

    old: Tally
    new: Tally


class Leaf(msgspec.Struct, forbid_unknown_fields=True):
    """An event, and how many events the log had when the root was signed."""

    number: Tally
    size: Tally


class OldKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key that signed before, by its id: eight hexadecimal digits."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{8}$", description="eight hexadecimal digits")]


class Cosigned(Sent):
    """A checkpoint of this room with the cosignature of a witness under it."""

    checkpoint: Annotated[str, Meta(max_length=1 << 14, description="a checkpoint as a signed note")]
    witness: Annotated[str, Meta(max_length=400, description="the witness's verifier key: NAME+ID+KEY")]


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """In which form a page is wanted."""

    form: Literal["html", "pdf"] = "html"


class Slice(Page, forbid_unknown_fields=True):
    """A part of the log, perhaps of one kind of event only."""

    kind: OptionalLine = ""


class Feed(Page, forbid_unknown_fields=True):
    """A part of the log, and how long to wait for news."""

    wait_s: Annotated[int, Meta(ge=0, le=60, description="seconds to wait for news, from 0 to 60")] = 0


class Days(msgspec.Struct, forbid_unknown_fields=True):
    """From one day to another; the room's own day where nothing is said."""

    first: date | None = None
    last: date | None = None


class DaysOnPaper(Days, forbid_unknown_fields=True):
    """The same, and in which form."""

    form: Literal["html", "pdf"] = "html"


class LevelOnPaper(msgspec.Struct, forbid_unknown_fields=True):
    """Which level of a jackpot, and in which form the paper is wanted."""

    level: OptionalLine = ""
    form: Literal["html", "pdf"] = "html"
