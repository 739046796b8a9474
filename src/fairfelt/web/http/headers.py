"""What every answer tells the browser: load nothing from elsewhere, guess no types, tell nobody where you came from."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


SECURITY_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""As they go out."""


def with_headers(app: ASGIApp) -> ASGIApp:
    """The same application with those headers wherever it has not set its own."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(row for row in SECURITY_HEADERS if row[0] not in there)]
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer
