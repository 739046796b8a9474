"""What keypads, displays and a hub's rooms do: rounds and bets, meters and claims of a link, reports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response, StreamingResponse

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import DeviceKind, TableState, table_state
from fairfelt.room.authority import DEALS
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.devices import QuarantineSensors, RestoreSensors, SenseBets
from fairfelt.room.commands.felt import PayFromTray, ReportBets, VoidPayInRound
from fairfelt.room.commands.rounds import Confirm, EndGame, PlaceBets, PressHand, StartGame, TurnKey
from fairfelt.room.commands.voids import FoulHand, VoidRound
from fairfelt.room.hub import hub_commands as hub
from fairfelt.room.hub.accounts import PROTOCOL
from fairfelt.room.hub.hub_events import HubWord, hub_word
from fairfelt.room.hub.room import JoinHub
from fairfelt.room.state.people import CLOSES, CONFIRMS, Role
from fairfelt.room.views import LinkDisplay
from fairfelt.runtime.formats import OptionalDigest, OptionalLine, Tally
from fairfelt.server import Controller, Replica, Status
from fairfelt.server.room_view import MOST_STREAMS
from fairfelt.server.watching.displays import AtKeypad, OnDisplay
from fairfelt.web.api.access import OF_THE_ROOM, PUBLIC, TWO_TO_ADJUST, TWO_TO_SET_UP, Access, device, person
from fairfelt.web.api.endpoint import ApiAnswer, AtTable, Call, Endpoint, RequestBody, command, get, passed, post
from fairfelt.web.http.answers import Problem, bad_request, not_found
from fairfelt.web.http.telemetry import CONTENT_TYPE


class After(msgspec.Struct, forbid_unknown_fields=True):
    """How much of a link is known already."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Hardware(RequestBody):
    """What a bridge knows of a table controller."""

    online: bool
    clock_off_ms: Annotated[int, Meta(ge=-(2**53), le=2**53, description="a whole number of milliseconds")] = 0
    """How far its clock is ahead of the bridge's; below zero where it is behind."""
    firmware: OptionalLine = ""
    """The version of the program in it, as it says itself."""
    sha256: OptionalDigest = ""
    """The digest over the files of that program."""


KEYPAD = device(DeviceKind.KEYPAD)
WITH_CARD = person(*CONFIRMS, at=[DeviceKind.KEYPAD])
PAYING = person(*DEALS, *CONFIRMS, at=[DeviceKind.KEYPAD])
"""The room says for each award whose card it takes; a small one takes the dealer's."""
VOIDING = Access(frozenset({DeviceKind.KEYPAD}), frozenset({*DEALS, *CONFIRMS}), 2, frozenset(CONFIRMS))
"""The person who may confirm such an amount, and a second person: the dealer, or another who confirms."""
SEES_A_TABLE = device(DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def table(call: Call) -> TableState:
    """Where a table stands, and which buttons are live."""
    name, _ = call.named("table", call.floor.tables)
    return table_state(call.floor, name)


async def counted(call: Call) -> AtKeypad:
    """What this keypad has counted, to be compared with the room; gives what the room has counted."""
    return await call.controller.watch.take_keypad(call.controller.ledger, call.device, call.body)


async def hardware(call: Call) -> Response:
    """What a bridge knows of this table controller: whether it is there, how far its clock is off, what it runs."""
    sent: Hardware = call.body
    watch, ledger = call.controller.watch, call.controller.ledger
    await watch.take_hardware(ledger, call.device, sent.online, sent.clock_off_ms)
    if sent.firmware and sent.sha256:
        await watch.take_firmware(ledger, call.device, sent.firmware, sent.sha256)
    return Response(status_code=204)


def _press(part: str, kind: type[RoomCommand], access: Access = KEYPAD) -> Endpoint:
    return command(f"tables/{{table}}/{part}", kind, access, answered=passed, gives=AtTable)


RETRY_S = 10
"""A stream whose display has gone is noticed with the next sign of life."""


async def link(call: Call) -> Response:
    """Meters, claims and the last win of a link; nothing (204) if nothing is newer than `after`."""
    name = call.path["link"]
    shown = call.room.broadcast.now(name)
    if shown is None:
        raise not_found(f"there is no link {name!r}")
    if shown.sequence <= call.query.after:
        return Response(status_code=204)
    return Response(shown.body, media_type="application/json")


async def link_stream(call: Call) -> Response:
    """The same as server-sent events: a whole state each time something changed, at most four a second."""
    name = call.path["link"]
    if call.room.broadcast.now(name) is None:  # drawn anew: what was drawn for others may not be current any more
        raise not_found(f"there is no link {name!r}")
    if not call.room.broadcast.may_watch(call.device):
        sentence = f"{call.device} has {MOST_STREAMS} streams open: close one first"
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, sentence, retry_s=RETRY_S)
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(_frames(call, name), 200, headers, "text/event-stream")


async def shown(call: Call) -> Response:
    """What a sign behind the MQTT bridge shows, to be compared with the room; it changes nothing there."""
    if not isinstance(call.room, Replica):
        await call.controller.watch.take_display(call.controller.ledger, call.device, call.body)
    return Response(status_code=204)


async def _frames(call: Call, link: str) -> AsyncIterator[bytes]:
    """States until the display hangs up, is switched off, or the room closes: then it has to ask again."""
    delivered = partial(call.room.deliver, call.device, link)
    try:
        with suppress(LedgerUnavailable):
            async for frame in call.room.broadcast.watch(link, call.device, delivered):
                if not call.floor.devices[call.device].enabled:
                    return
                yield frame
    finally:
        call.room.lose(call.device)


# What a hub and its rooms say to each other, and what people decide about it.


ROOM = device(DeviceKind.ROOM)
CONFIRMING = replace(person(*CONFIRMS, people=2), one_of=frozenset({Role.EXECUTIVE}))


class Speaking(Struct, frozen=True):
    """What a room says of itself when it only asks."""

    protocol: Tally = 1
    """The version that it speaks; the first one did not say it."""


async def word_to_room(call: Call) -> HubWord:
    """What this hub says to the room that asks; it changes nothing."""
    if call.query.protocol != PROTOCOL:
        raise bad_request(hub.other_version(call.query.protocol), "protocol")
    return _word(call)


def _word(call: Call) -> HubWord:
    committed = call.room.committed
    return hub_word(committed.state, call.device, committed.head.number)


ENDPOINTS = [
    _press("start", StartGame),
    _press("end", EndGame),
    _press("bets", PlaceBets),
    _press("sensed", SenseBets),
    _press("sensors/quarantine", QuarantineSensors),
    _press("sensors/restore", RestoreSensors, person(*CLOSES, at=[DeviceKind.CONSOLE])),
    _press("hand", PressHand),
    _press("key", TurnKey, WITH_CARD),
    _press("confirm", Confirm, PAYING),
    _press("foul", FoulHand, WITH_CARD),
    _press("void", VoidRound, WITH_CARD),
    _press("report", ReportBets),
    _press("pay", PayFromTray, PAYING),
    _press("tray-pays/{number}/void", VoidPayInRound, VOIDING),
    post("tables/{table}/counted", counted, KEYPAD, AtKeypad, AtKeypad),
    post("tables/{table}/hardware", hardware, KEYPAD, Hardware, status=204),
    get("tables/{table}", table, SEES_A_TABLE, TableState),
    command("hub/report", hub.ReportRoom, ROOM, answered=lambda call, answer: _word(call), gives=HubWord),
    get("hub/word", word_to_room, ROOM, HubWord, query=Speaking),
    command("hub/join", JoinHub, TWO_TO_SET_UP),
    command("hub/remittances", hub.RecordRemittance, TWO_TO_ADJUST),
    command("hub/rooms/{room}/claims", hub.ConfirmRoomClaim, CONFIRMING),
    command("hub/rooms/{room}/limits", hub.LimitRoom, TWO_TO_ADJUST),
    command("hub/rooms/{room}/accept", hub.AcceptRoom, TWO_TO_ADJUST),
]
DISPLAY_ENDPOINTS = [
    get("links/{link}", link, OF_THE_ROOM, LinkDisplay, query=After, may_be_empty=True),
    post("links/{link}/shown", shown, device(DeviceKind.SIGN), OnDisplay, may_be_empty=True),
    get("links/{link}/stream", link_stream, OF_THE_ROOM, LinkDisplay, media="text/event-stream"),
]
"""What a server that only shows the room answers too."""


class Health(ApiAnswer, omit_defaults=True):
    """Whether this server is here: one word for anybody, the rest with the key of a device, where there is any."""

    status: Status
    reason: str = ""
    closed: str = ""
    age_ms: int = 0
    """How long ago a replica last held its state against the journal; 0 for every other server."""
    waits_for: str = ""
    """What the journal waits for before anything is acknowledged; empty where this server does not write it."""


async def health(call: Call) -> Health:
    """Whether this server is here and active, also while it stands by or is closed; why, to who has a device's key."""
    room, closed, waits_for = call.room, "", ""
    if not call.device:
        return Health(status=room.status)
    with suppress(LedgerUnavailable):
        closed = room.floor.closed
        waits_for = room.ledger.waits_for if isinstance(room, Controller) else ""
    age_ms = round(1_000 * room.age_s)
    return Health(status=room.status, reason=room.reason, closed=closed, age_ms=age_ms, waits_for=waits_for)


async def ready(call: Call) -> Health:
    """The same where this server serves the room, and 503 where it does not: for what shares requests out."""
    if call.room.status not in (Status.ACTIVE, Status.REPLICA):
        raise LedgerUnavailable(call.room.public_reason)
    return await health(call)


async def metrics(call: Call) -> Response:
    """Counters and latencies for Prometheus; no amount and no name is among them."""
    return Response(call.metrics.text(call.room), headers={"Content-Type": CONTENT_TYPE})


PUBLIC_ENDPOINTS = [
    Endpoint(method="GET", path="/healthz", handler=health, access=PUBLIC, gives=Health),
    Endpoint(method="GET", path="/readyz", handler=ready, access=PUBLIC, gives=Health, problems=(503,)),
    Endpoint(method="GET", path="/metrics", handler=metrics, access=PUBLIC, media="text/plain"),
]
