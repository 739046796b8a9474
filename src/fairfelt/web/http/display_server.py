"""The application of a replica: pages and streams of displays, and a sentence for everything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fairfelt.server import Replica
from fairfelt.server.replica import ONLY_SHOWS
from fairfelt.web.api.handlers import display_feed, service
from fairfelt.web.api.problem import unavailable
from fairfelt.web.pages.hints import NO_HINTS

from .. import api
from ..pages import floor
from .headers import with_headers
from .metrics import Metrics
from .problems import HANDLERS

PAGES = ("/display/{link}", "/pair", "/unpair")
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def displays(replica: Replica) -> ASGIApp:
    """What a display asks for, of a room that another server runs."""
    routes = [
        *api.build_routes([*service.ENDPOINTS, *display_feed.ENDPOINTS]),
        *(route for route in floor.ROUTES if route.path in PAGES),
        Mount("/static", StaticFiles(packages=[("fairfelt.web", "static")])),
        Route("/{rest:path}", _elsewhere, methods=METHODS),
    ]
    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=_lifespan)
    app.state.controller, app.state.metrics, app.state.hints = replica, Metrics(), NO_HINTS
    return with_headers(app)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    await app.state.controller.start()
    try:
        yield
    finally:
        await app.state.controller.stop()


async def _elsewhere(request: Request) -> Response:
    """Commands, records and pages of the office are with the active server."""
    return unavailable(ONLY_SHOWS).response()
