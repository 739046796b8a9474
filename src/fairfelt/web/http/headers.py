"""Headers of every answer."""

from __future__ import annotations

import re
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """Shorten a redirect within this server to its path."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    here = scope["scheme"].encode() + b"://" + host
    return (row[0], row[1].removeprefix(here) or b"/") if host else row


def disposition(name: str, kind: str = "inline") -> str:
    """The header that names a download (RFC 6266): plain letters for old browsers, the true name beside them."""
    plain = _UNFIT.sub("_", name)
    told = f'{kind}; filename="{plain}"'
    return told if plain == name else f"{told}; filename*=UTF-8''{quote(name, safe='')}"
