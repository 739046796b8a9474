"""The web applications: a room with its pages and API, or displays alone, and how they answer errors."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from pathlib import PurePath
from typing import Any, Literal, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fairfelt.ledger import LedgerUnavailable
from fairfelt.reports.sheet.html import template
from fairfelt.rules import UnknownName
from fairfelt.server import Controller, Replica
from fairfelt.server.room_view import ONLY_SHOWS
from fairfelt.web import api, desk
from fairfelt.web.api.handlers import tables, wins
from fairfelt.web.http.answers import TOLD, Problem, problem_of, with_headers
from fairfelt.web.http.telemetry import Metrics
from fairfelt.web.math_worker import MathWorker
from fairfelt.web.pages import floor, games, manager, play, regulator, studio
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.page import NO_HINTS, STYLEGUIDE, Hints, page
from fairfelt.web.words import catalogue
from fairfelt.web.words.catalogue import with_choices

Handler = Callable[[Request, Exception], Response]


def answer_problem(request: Request, error: Exception) -> Response:
    """An error as a page for people and as problem+json for programs."""
    problem = _not_served(request, error) if isinstance(error, HTTPException) else problem_of(error)
    if not _for_people(request):
        return problem.response()
    meant = error.nearest if isinstance(error, UnknownName) and error.what == "game" else ""
    answer = page(
        "problem.html", status=problem.status, title=problem.body.title, sentence=str(problem), meant=meant,
        waiting=problem.status == HTTPStatus.SERVICE_UNAVAILABLE,
    )  # fmt: skip
    answer.headers.update(problem.headers)
    return answer


def _not_served(request: Request, error: HTTPException) -> Problem:
    """An address that is not here, or not to be used so."""
    status = HTTPStatus(error.status_code)
    said = error.detail if error.detail != status.phrase else ""
    nothing = f"There is nothing at {request.url.path}"
    sentence = said or (nothing if status == HTTPStatus.NOT_FOUND else status.description)
    return Problem(status, sentence, headers=error.headers)


HANDLERS: dict[Any, Handler] = dict.fromkeys((*TOLD, HTTPException, Exception), answer_problem)


def _for_people(request: Request) -> bool:
    """Pages have no ending. Of what has one, a browser may be told on a page, except where it asks for JSON."""
    if request.url.path.startswith(("/api/", "/checkpoint", "/tile/", "/healthz", "/readyz", "/metrics")):
        return False
    ending = PurePath(request.url.path).suffix
    return not ending or (ending != ".json" and "text/html" in request.headers.get("accept", ""))


AGAIN_S = 10.0
_log = logging.getLogger(__name__)
Play = Callable[[Controller], Coroutine[Any, Any, None]]
"""Plays a room, or works beside it, for as long as it is served."""


def application(
    counting: Counting | None = None, controller: Controller | None = None, *, hints: Hints = NO_HINTS,
    play_room: Play | None = None, open_behind: bool = False, studio_counts: studio.StudioCounts | None = None,
    mathematics: MathWorker | Literal["here", "nowhere"] = "here", beside: Iterable[Play] = (),
) -> ASGIApp:  # fmt: skip
    """Pages and documents of every game, counted behind them; with a controller, the room and its API.

    The mathematics are served here, or by a math worker, or not at all: a room has better things to do. What works
    beside the room, such as alerts, begins and ends with it.

    A journal that is opened behind lets /healthz answer meanwhile, and says how far it is.
    """
    room = api.build_routes(api.ENDPOINTS) if controller else [Route("/healthz", health), Route("/readyz", health)]
    answer = mathematics.answer if isinstance(mathematics, MathWorker) else elsewhere
    away = [Route(route.path, answer, methods=list(route.methods or ())) for route in MATHEMATICS]
    tiled = api.build_routes(wins.TILED_ENDPOINTS) if controller else []
    routes = [*room, *tiled, *START, *(MATHEMATICS if mathematics == "here" else away), *ROUTES]
    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=_lifespan)
    app.state.math_worker = mathematics if isinstance(mathematics, MathWorker) else None
    app.state.counting = counting or Counting()
    app.state.practice_sessions, app.state.training_seats = play.PracticeSessions(), dict[str, str]()
    app.state.drafts, app.state.studio_counts = studio.Drafts(), studio_counts or studio.StudioCounts()
    app.state.controller, app.state.metrics, app.state.hints = controller, Metrics(), hints
    app.state.play_room, app.state.open_behind = play_room, open_behind
    app.state.beside = (*beside, *([play_room] if play_room else ()))
    pages = with_choices(with_headers(app))
    return api.with_api(app, pages, room) if controller else pages


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as running:
        running.callback(app.state.counting.close)
        running.callback(app.state.studio_counts.close)
        if app.state.math_worker:
            await running.enter_async_context(app.state.math_worker.running())
        if app.state.controller:
            await running.enter_async_context(
                _room(app.state.controller, app.state.beside, open_behind=app.state.open_behind)
            )
        if app.state.play_room or not app.state.controller:
            app.state.counting.warm()  # a real room has better things to do than to count ahead
        yield


@asynccontextmanager
async def _room(
    controller: Controller, beside: Iterable[Play] = (), *, open_behind: bool = False
) -> AsyncIterator[None]:
    """Run the room while it is served, with its simulated players and background work."""
    if open_behind:
        controller.begin()
    else:
        await controller.start()
    gc.freeze()  # what is there now stays: looking through it again and again costs a tenth of the speed
    working = [asyncio.create_task(_keep_working(work, controller)) for work in beside]
    try:
        yield
    finally:
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await controller.stop()


async def _keep_working(work: Play, controller: Controller) -> None:
    """Log a failure and begin again: nobody would notice that alerts or the line to a hub are gone."""
    while True:
        try:
            await work(controller)
            return
        except Exception:
            _log.exception("work beside the room failed and begins again", extra={"again_in_s": AGAIN_S})
            await asyncio.sleep(AGAIN_S)


def health(request: Request) -> Response:
    return JSONResponse({"status": "ok"})


def icon(request: Request) -> Response:
    return RedirectResponse("/static/mark.svg")


def sheet_style(request: Request) -> Response:
    """The values of the design system and the style of the sheets, which ours builds upon."""
    return Response(template(request.url.path.rpartition("/")[2]), media_type="text/css")


async def elsewhere(request: Request) -> Response:
    """The sentence for what this server does not serve."""
    raise HTTPException(404, NO_MATHEMATICS)


NO_MATHEMATICS = "this server runs a room; games and their mathematics are served elsewhere"
START = games.ROUTES[:1]
"""The first page, which leads to the room as well."""
MATHEMATICS: list[Route] = [*games.ROUTES[1:], *studio.ROUTES, *play.ROUTES]
"""The public pages; some of them take long."""
ROUTES = [
    *floor.ROUTES,
    *desk.ROUTES,
    *manager.ROUTES,
    *regulator.ROUTES,
    STYLEGUIDE,
    *catalogue.ROUTES,
    Route("/favicon.ico", icon),
    Route("/static/tokens.css", sheet_style),
    Route("/static/sheet.css", sheet_style),
    Mount("/static", StaticFiles(packages=[("fairfelt.web", "static")])),
]


PAGES = ("/display/{place}", "/pair", "/unpair")
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def displays(replica: Replica) -> ASGIApp:
    """The displays of a room that another server runs."""
    routes = [
        *api.build_routes([*tables.PUBLIC_ENDPOINTS, *tables.DISPLAY_ENDPOINTS]),
        *(route for route in floor.ROUTES if route.path in PAGES),
        Mount("/static", StaticFiles(packages=[("fairfelt.web", "static")])),
        Route("/{rest:path}", _read_only, methods=METHODS),
    ]
    app = Starlette(routes=routes, exception_handlers=HANDLERS, lifespan=lambda app: _room(cast(Controller, replica)))
    app.state.controller, app.state.metrics, app.state.hints = replica, Metrics(), NO_HINTS
    return with_headers(app)


async def _read_only(request: Request) -> Response:
    """Commands, records and pages of the office are with the active server."""
    return problem_of(LedgerUnavailable(ONLY_SHOWS)).response()
