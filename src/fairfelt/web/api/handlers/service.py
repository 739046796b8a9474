"""What anybody may ask: is the server here, how is it doing, and what does the API look like."""

from __future__ import annotations

from contextlib import suppress

from starlette.responses import Response

from fairfelt.ledger import LedgerUnavailable
from fairfelt.server import Controller, Status
from fairfelt.web.api.types import ApiAnswer
from fairfelt.web.http.telemetry import CONTENT_TYPE

from ..access import PUBLIC
from ..call import Call
from ..endpoint import Endpoint


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


async def metrics(call: Call) -> Response:
    """Counters and latencies for Prometheus; no amount and no name is among them."""
    return Response(call.metrics.text(call.room), headers={"Content-Type": CONTENT_TYPE})


ENDPOINTS = [
    Endpoint(method="GET", path="/healthz", handler=health, access=PUBLIC, gives=Health),
    Endpoint(method="GET", path="/metrics", handler=metrics, access=PUBLIC, media="text/plain"),
]
