"""Every command and every event by its tag, and reading them from JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any, TypeVar, Union

from msgspec import Struct
from msgspec.json import Decoder

from fairfelt.room import event
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands import (
    accounts,
    alarms,
    closing,
    devices,
    duties,
    felt,
    law,
    paperwork,
    people,
    retirement,
    round_events,
    rounds,
    set_up,
    voids,
)
from fairfelt.room.event import RoomEvent
from fairfelt.room.hub import hub_commands, hub_events, room
from fairfelt.runtime.formats import decode

S = TypeVar("S", bound=Struct)
MODULES = (
    set_up, devices, people, round_events, rounds, voids, accounts, felt, closing, law, paperwork,
    duties, retirement, alarms, hub_events, hub_commands, room, event,
)  # fmt: skip


def tagged_types(kind: type[S], *modules: ModuleType) -> tuple[type[S], ...]:
    """The types with a tag that modules define, in their order."""
    return tuple(
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, kind) and found.__module__ == module.__name__
        if "/" in str(found.__struct_config__.tag)  # a type without one is only shared by others
    )


COMMANDS: tuple[type[RoomCommand], ...] = tagged_types(RoomCommand, *MODULES)
"""Everything the room can be asked for."""
COMMAND_UNION: Any = Union[COMMANDS]  # noqa: UP007  (it is made of a tuple)
_OF_COMMANDS = (command.recorded for command in COMMANDS if hasattr(command, "recorded"))
EVENTS: tuple[type[RoomEvent], ...] = tuple(dict.fromkeys((*tagged_types(RoomEvent, *MODULES), *_OF_COMMANDS)))
"""Every event there ever was, with every version of it: what is on a log stays readable."""
EVENT_UNION: Any = Union[EVENTS]  # noqa: UP007  (it is made of a tuple)
_VERSION = re.compile(r"/[0-9]+\Z")
_decode_command, _decode_event = Decoder(COMMAND_UNION).decode, Decoder(EVENT_UNION).decode


def read_command(text: str | bytes) -> RoomCommand:
    """A command from its JSON; FieldError says what is wrong with it."""
    found: RoomCommand = decode(text, COMMAND_UNION, _decode_command)
    return found


def read_event(text: str | bytes) -> RoomEvent:
    """An event from its JSON, in today's version; FieldError says what is wrong with it."""
    found: RoomEvent = decode(text, EVENT_UNION, _decode_event)
    return found.current()


def label(kind: str) -> str:
    """A tag in words: without its version."""
    return _VERSION.sub("", kind)


def name_of(event: type[RoomEvent]) -> str:
    """The name of an event, without its version."""
    return label(str(event.__struct_config__.tag))


NAMES: Mapping[str, str] = {str(event.__struct_config__.tag): name_of(event) for event in EVENTS}
"""The name behind every tag."""


PUBLIC_KINDS = frozenset(str(event.__struct_config__.tag) for event in EVENTS if event.public)
"""Tags of events that name no person and whose proofs are public."""


def kinds_of(*events: type[RoomEvent]) -> tuple[str, ...]:
    """The tags of events in all their versions, by which a journal finds them."""
    return kinds_named(*map(name_of, events))


def kinds_named(*names: str) -> tuple[str, ...]:
    """The same by the names of events."""
    assert {*names} <= {*NAMES.values()}, "there are such events"
    return tuple(tag for tag, name in NAMES.items() if name in names)
