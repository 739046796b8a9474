"""The overview's stream: all links at once, for any console. It carries nothing that a display does not show."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fairfelt.controller import Controller, Shown
from fairfelt.ledger import LedgerUnavailable
from fairfelt.web.api.device_cookies import from_our_pages
from fairfelt.web.desk.desk import console_of
from fairfelt.web.pages.floor.open_floor import on_floor

from .overview import live_state


@on_floor
async def stream(request: Request, controller: Controller) -> Response:
    """Whole states as server-sent events. It takes no session: a page that only listens must not keep one alive."""
    device = console_of(request, controller)
    if not device or not controller.floor.devices[device].enabled or not from_our_pages(request):
        return Response(status_code=HTTPStatus.FORBIDDEN)
    if not controller.floor.links:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_frames(controller, device), 200, headers, "text/event-stream")


async def _frames(controller: Controller, device: str) -> AsyncIterator[bytes]:
    """A state whenever something was committed, for that wakes whoever watches any link; and as a sign of life."""
    watched = next(iter(controller.floor.links))
    with suppress(LedgerUnavailable):
        async for _ in controller.broadcast.watch(watched):
            if not controller.floor.devices[device].enabled:
                return
            yield _frame(controller)


def _frame(controller: Controller) -> bytes:
    sequence = controller.head.number
    return Shown(sequence, msgspec.json.encode(live_state(controller.floor, sequence))).frame
