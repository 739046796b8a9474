"""The floor as a page needs it, or a page that says why there is none now and asks again by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.ledger import LedgerUnavailable
from fairfelt.server import RoomView

from ..page import page

V = TypeVar("V", bound=RoomView)
NO_ROOM = "this server runs no room: fairfelt serve --demo shows one, and --database opens your own"


def on_floor(
    draw: Callable[[Request, V], Awaitable[Response]], *, without: int = HTTPStatus.NOT_FOUND
) -> Callable[[Request], Awaitable[Response]]:
    """A page that is drawn only while there is a floor to look at; `without` a room it answers with that status."""

    async def drawn(request: Request) -> Response:
        room: V | None = request.app.state.controller
        if room is None:
            return page("floor/unavailable.html", status=without, sentence=NO_ROOM, again=False, waiting=False)
        try:
            return await draw(request, room)
        except LedgerUnavailable as error:
            return page("floor/unavailable.html", status=503, sentence=str(error), again=True, waiting=False)

    return drawn
