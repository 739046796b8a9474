"""The reader's language: chosen in this browser, or the first of the browser's languages that we have."""

from __future__ import annotations

from contextvars import ContextVar

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.web.http.request import local_address

from .catalogue import ENGLISH, LANGUAGES, catalogue_of

COOKIE = "fairfelt-language"
YEAR_S = 365 * 24 * 3600
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_address: ContextVar[str] = ContextVar("address", default="")


def current_language() -> str:
    """The language of the request that is being answered."""
    return _language.get()


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


def with_language(app: ASGIApp) -> ASGIApp:
    """The same application, where every request knows its language."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            asked = wanted_language(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))
            _language.set(asked)
            query = f"?{request.url.query}" if request.url.query else ""  # a choice of language leads back to just that
            _address.set(f"{request.url.path}{query}" if request.method == "GET" else "")
        await app(scope, receive, send)

    return answer


def choose(request: Request) -> Response:
    """Keep the language in the browser, and go back to the page it was chosen on."""
    language, then = request.path_params["language"], local_address(request.query_params.get("next", ""))
    response = RedirectResponse(then or "/", 303)
    if language in LANGUAGES:
        response.set_cookie(COOKIE, language, max_age=YEAR_S, path="/", samesite="lax", httponly=True)
    return response


def words(request: Request) -> Response:
    """The catalogue of a language for the scripts of a page."""
    found = catalogue_of(request.path_params["language"])
    return JSONResponse({"language": found.language, "words": dict(found.words)})


ROUTES = [
    Route("/languages/{language}", choose, methods=["GET"]),
    Route("/words/{language}.json", words, methods=["GET"]),
]
