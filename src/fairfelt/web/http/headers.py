"""Headers of every answer, and the reader's theme."""

from __future__ import annotations

import re
from contextvars import ContextVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .request import local_address

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-cache",
}


_UNFIT = re.compile(r'[^ -~]|["\\\\/]')
SECURITY_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""As they go out."""
SECURED = (b"strict-transport-security", b"max-age=31536000")
"""Added where the request came over TLS, to this server or to a proxy that it trusts."""


def with_headers(app: ASGIApp) -> ASGIApp:
    """The same application with those headers wherever it has not set its own."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [_without_host(scope, row) if row[0] == b"location" else row for row in message["headers"]]
                there = {name for name, _ in given}
                added = [row for row in SECURITY_HEADERS if row[0] not in there]
                message["headers"] = [*given, *added, *([SECURED] if scope["scheme"] == "https" else ())]
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def _without_host(scope: Scope, row: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Where a redirect leads, as a path of this server if it is one."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    here = scope["scheme"].encode() + b"://" + host
    return (row[0], row[1].removeprefix(here) or b"/") if host else row


def disposition(name: str, kind: str = "inline") -> str:
    """How a download is named, in any script (RFC 6266): plain letters for old browsers, the true name beside them."""
    plain = _UNFIT.sub("_", name)
    told = f'{kind}; filename="{plain}"'
    return told if plain == name else f"{told}; filename*=UTF-8''{quote(name, safe='')}"


THEME_COOKIE = "fairfelt-theme"
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
            chosen = Request(scope).cookies.get(THEME_COOKIE, "")
            _theme.set(chosen if chosen in THEMES else SYSTEM)
        await app(scope, receive, send)

    return answer


def choose_theme(request: Request) -> Response:
    """Keep the theme in the browser, and go back to the page it was chosen on."""
    theme, then = request.path_params["theme"], local_address(request.query_params.get("next", ""))
    response = RedirectResponse(then or "/", 303)
    if theme == SYSTEM:
        response.delete_cookie(THEME_COOKIE, path="/", samesite="lax", httponly=True)
    elif theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR_S, path="/", samesite="lax", httponly=True)
    return response


THEME_ROUTES = [Route("/themes/{theme}", choose_theme, methods=["GET"])]
