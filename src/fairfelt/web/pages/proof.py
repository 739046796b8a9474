"""The page on which anybody checks that an award stands on a room's log; all of it happens in the browser."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.ledger import LedgerUnavailable
from fairfelt.server import RoomView

from .page import page


async def proof(request: Request) -> Response:
    """With the key of this server's room, where it runs one: a reader compares it with what is posted elsewhere."""
    room: RoomView | None = request.app.state.controller
    key = ""
    if room:
        with suppress(LedgerUnavailable):
            key = room.floor.checkpoint_key
    return page("proof.html", key=key)


ROUTES = [Route("/proof", proof)]
