"""Events as values: each says what it does to the floor. Replaying the log gives the floor again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any, TypeVar, Union

from msgspec import Struct
from msgspec.json import Decoder

from fairfelt.room.hub import hub_events, room_events
from fairfelt.runtime.formats import decode

from . import (
    accounts,
    alarms,
    closing,
    counts,
    devices,
    duties,
    event,
    funds,
    law,
    papers,
    people,
    retirement,
    rounds,
    set_up,
    voids,
)
from .event import Actor, Refused, ReviewedEvent, RoomEvent

S = TypeVar("S", bound=Struct)


def tagged_types(kind: type[S], *modules: ModuleType) -> tuple[type[S], ...]:
    """The types with a tag that modules define, in their order."""
    return tuple(
        found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, kind) and found.__module__ == module.__name__
        if "/" in str(found.__struct_config__.tag)  # a type without one is only shared by others
    )


EVENTS: tuple[type[RoomEvent], ...] = tagged_types(
    RoomEvent,
    set_up, devices, people, rounds, voids, accounts, closing, counts, law, funds, duties, retirement, papers,
    alarms, hub_events, room_events, event,
)  # fmt: skip
"""Every event there ever was, with every version of it: what is on a log stays readable."""
EVENT_UNION: Any = Union[EVENTS]  # noqa: UP007  (it is made of a tuple)
_VERSION = re.compile(r"/[0-9]+\Z")
_decode = Decoder(EVENT_UNION).decode


def read_event(text: str | bytes) -> RoomEvent:
    """An event from its JSON, in today's version; FieldError says what is wrong with it."""
    found: RoomEvent = decode(text, EVENT_UNION, _decode)
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
    names = set(map(name_of, events))
    return tuple(tag for tag, name in NAMES.items() if name in names)


__all__ = [
    "EVENTS", "EVENT_UNION", "NAMES", "PUBLIC_KINDS", "Actor", "Refused", "ReviewedEvent", "RoomEvent", "kinds_of",
    "label", "name_of", "read_event", "tagged_types",
]  # fmt: skip
