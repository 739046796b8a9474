"""The application: which address leads where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fairfelt.reports.html import template

from . import documents, pages
from .counting import Counting
from .headers import with_headers
from .problems import HANDLERS


def application(counting: Counting | None = None) -> ASGIApp:
    """Pages and documents of every game, counted behind them."""
    app = Starlette(routes=ROUTES, exception_handlers=HANDLERS, lifespan=_lifespan)
    app.state.counting = counting or Counting()
    return with_headers(app)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.counting.warm()
    yield
    app.state.counting.close()


def health(request: Request) -> Response:
    """Whether we are here."""
    return JSONResponse({"status": "ok"})


def icon(request: Request) -> Response:
    """Where browsers look when a sheet of its own names none."""
    return RedirectResponse("/static/mark.svg")


def sheet_style(request: Request) -> Response:
    """The style of the sheets, which ours builds upon."""
    return Response(template("sheet.css"), media_type="text/css")


ROUTES = [
    Route("/", pages.start),
    Route("/games.{form}", documents.catalogue_document),
    Route("/games/{slug}", pages.rules),
    Route("/games/{slug}/par", pages.par),
    Route("/games/{slug}/strategy", pages.strategy),
    Route("/games/{slug}/par.{form}", documents.par_document),
    Route("/games/{slug}/rules.{form}", documents.rules_document),
    Route("/games/{slug}/strategy.{form}", documents.strategy_document),
    Route("/verify", pages.verification),
    Route("/verify.{form}", documents.verification_document),
    Route("/healthz", health),
    Route("/favicon.ico", icon),
    Route("/static/sheet.css", sheet_style),
    Mount("/static", StaticFiles(packages=[("fairfelt.web", "static")])),
]
