"""Light or dark: what somebody chose in this browser; until then pages follow the system."""

from __future__ import annotations

from contextvars import ContextVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from .request import local_address

COOKIE = "fairfelt-theme"
SYSTEM = "system"
THEMES = (SYSTEM, "light", "dark")
YEAR_S = 365 * 24 * 3600
_theme: ContextVar[str] = ContextVar("theme", default=SYSTEM)


def current_theme() -> str:
    """The theme of the request that is being answered."""
    return _theme.get()


def with_theme(app: ASGIApp) -> ASGIApp:
    """The same application, where every request knows its theme."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            chosen = Request(scope).cookies.get(COOKIE, "")
            _theme.set(chosen if chosen in THEMES else SYSTEM)
        await app(scope, receive, send)

    return answer


def choose(request: Request) -> Response:
    """Keep the theme in the browser, and go back to the page it was chosen on."""
    theme, then = request.path_params["theme"], local_address(request.query_params.get("next", ""))
    response = RedirectResponse(then or "/", 303)
    if theme == SYSTEM:
        response.delete_cookie(COOKIE, path="/", samesite="lax", httponly=True)
    elif theme in THEMES:
        response.set_cookie(COOKIE, theme, max_age=YEAR_S, path="/", samesite="lax", httponly=True)
    return response


ROUTES = [Route("/themes/{theme}", choose, methods=["GET"])]
