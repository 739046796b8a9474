"""The handlers between a hub and its rooms."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct

from fairfelt.room import DeviceKind
from fairfelt.room.hub.accounts import PROTOCOL
from fairfelt.room.hub.hub_commands import (
    AcceptRoom,
    ConfirmRoomClaim,
    LimitRoom,
    RecordRemittance,
    ReportRoom,
    other_version,
)
from fairfelt.room.hub.room_commands import JoinHub
from fairfelt.room.hub.word import HubWord, hub_word
from fairfelt.room.state.people import ADJUSTS, CONFIRMS, SETS_UP, Role
from fairfelt.runtime.formats import Tally
from fairfelt.web.api.types.bodies import body_of

from ..access import device, person, two_people
from ..call import Call
from ..endpoint import Endpoint, command, get
from ..problem import bad_request

# What a hub and its rooms say to each other, and what people decide about it.


ROOM = device(DeviceKind.ROOM)
JOINING, REMITTING = two_people(*SETS_UP), person(*ADJUSTS, people=2)
CONFIRMING = replace(person(*CONFIRMS, people=2), one_of=frozenset({Role.EXECUTIVE}))
_REPORTED = body_of(ReportRoom)
_FIELDS = [name for name in _REPORTED.__struct_fields__ if name != "sequence"]


async def report_room(call: Call) -> HubWord:
    """A room tells all it has counted and claimed; gives the hub's meters, what it has taken, and how claims stand."""
    await call.ask(ReportRoom(**{name: getattr(call.body, name) for name in _FIELDS}))
    return _word(call)


class Speaking(Struct, frozen=True):
    """What a room says of itself when it only asks."""

    protocol: Tally = 1
    """The version that it speaks; the first one did not say it."""


async def word_to_room(call: Call) -> HubWord:
    """What this hub says to the room that asks; it changes nothing."""
    if call.query.protocol != PROTOCOL:
        raise bad_request(other_version(call.query.protocol), "protocol")
    return _word(call)


def _word(call: Call) -> HubWord:
    committed = call.room.committed
    return hub_word(committed.state, call.device, committed.head.number)


ENDPOINTS = [
    Endpoint(
        method="POST",
        path="/api/hub/report",
        handler=report_room,
        access=ROOM,
        takes=_REPORTED,
        gives=HubWord,
        asks=ReportRoom,
    ),
    get("hub/word", word_to_room, ROOM, HubWord, query=Speaking),
    command("hub/join", JoinHub, JOINING),
    command("hub/remittances", RecordRemittance, REMITTING),
    command("hub/rooms/{room}/claims", ConfirmRoomClaim, CONFIRMING),
    command("hub/rooms/{room}/limits", LimitRoom, REMITTING),
    command("hub/rooms/{room}/accept", AcceptRoom, REMITTING),
]
