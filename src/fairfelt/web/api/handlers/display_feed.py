"""Meters and claims of a link for those who only look: asked for, or streamed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial

from starlette.responses import Response, StreamingResponse

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import DeviceKind
from fairfelt.room.views.display import LinkDisplay
from fairfelt.server import Replica
from fairfelt.server.broadcast import MOST_STREAMS
from fairfelt.server.watching import Shown
from fairfelt.web.api.types.bodies import After, OnDisplay

from ..access import OF_THE_ROOM, device
from ..call import Call
from ..endpoint import Endpoint, get
from ..problem import not_found, too_many

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
        raise too_many(f"{call.device} has {MOST_STREAMS} streams open: close one first", RETRY_S)
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(_frames(call, name), 200, headers, "text/event-stream")


async def shown(call: Call) -> Response:
    """What a sign behind the MQTT bridge shows, to be compared with the room; it changes nothing there."""
    if not isinstance(call.room, Replica):
        sent: OnDisplay = call.body
        stands = Shown(sent.after, sent.meters_micros, sent.win)
        await call.controller.watch.take_display(call.controller.ledger, call.device, stands)
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


ENDPOINTS = [
    get("links/{link}", link, OF_THE_ROOM, LinkDisplay, query=After, may_be_empty=True),
    Endpoint(
        method="POST",
        path="/api/links/{link}/shown",
        handler=shown,
        access=device(DeviceKind.SIGN),
        takes=OnDisplay,
        may_be_empty=True,
    ),
    get("links/{link}/stream", link_stream, OF_THE_ROOM, LinkDisplay, media="text/event-stream"),
]
