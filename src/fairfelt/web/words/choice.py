"""What a reader chose in this browser: the language, else the first of the browser's that we have; and the theme."""

from __future__ import annotations

from collections.abc import Collection
from contextvars import ContextVar

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.web.http.request import local_address

from .catalogue import ENGLISH, LANGUAGES, catalogue_of

COOKIE, THEME_COOKIE = "fairfelt-language", "fairfelt-theme"
SYSTEM = "system"
THEMES = (SYSTEM, "light", "dark")
YEAR_S = 365 * 24 * 3600
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_theme: ContextVar[str] = ContextVar("theme", default=SYSTEM)
_address: ContextVar[str] = ContextVar("address", default="")


def current_language() -> str:
    """The language of the request that is being answered."""
    return _language.get()


def current_theme() -> str:
    """The theme of the request that is being answered."""
    return _theme.get()


def current_address() -> str:
    """The page that is being drawn, to come back to."""
    return _address.get()


def wanted_language(cookie: str, accepted: str) -> str:
    """The language of a cookie, or of a browser's list with its weights: "es-MX,es;q=0.9,en;q=0.8"."""
    if cookie in LANGUAGES:
        return cookie
    weighed = []
    for place, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.partition(";q=")
        weighed.append((-_weight(weight), place, tag.strip().lower().partition("-")[0]))
    return next((code for _, _, code in sorted(weighed) if code in LANGUAGES), ENGLISH)


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def with_choices(app: ASGIApp) -> ASGIApp:
    """The same application, where every request knows its language and its theme."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            asked = wanted_language(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))
            _language.set(asked)
            theme = request.cookies.get(THEME_COOKIE, "")
            _theme.set(theme if theme in THEMES else SYSTEM)
            query = f"?{request.url.query}" if request.url.query else ""  # a choice of language leads back to just that
            _address.set(f"{request.url.path}{query}" if request.method == "GET" else "")
        await app(scope, receive, send)

    return answer


def choose_language(request: Request) -> Response:
    """Keep the language in the browser, and go back to the page it was chosen on."""
    return _keep(request, COOKIE, request.path_params["language"], LANGUAGES)


def choose_theme(request: Request) -> Response:
    """Keep the theme in the browser, and go back to the page it was chosen on."""
    return _keep(request, THEME_COOKIE, request.path_params["theme"], THEMES)


def _keep(request: Request, cookie: str, chosen: str, there: Collection[str]) -> Response:
    response = RedirectResponse(local_address(request.query_params.get("next", "")) or "/", 303)
    if chosen == SYSTEM and chosen in there:
        response.delete_cookie(cookie, path="/", samesite="lax", httponly=True)
    elif chosen in there:
        response.set_cookie(cookie, chosen, max_age=YEAR_S, path="/", samesite="lax", httponly=True)
    return response


def words(request: Request) -> Response:
    """The catalogue of a language for the scripts of a page."""
    found = catalogue_of(request.path_params["language"])
    return JSONResponse({"language": found.language, "words": dict(found.words)})


ROUTES = [
    Route("/languages/{language}", choose_language, methods=["GET"]),
    Route("/themes/{theme}", choose_theme, methods=["GET"]),
    Route("/words/{language}.json", words, methods=["GET"]),
]
