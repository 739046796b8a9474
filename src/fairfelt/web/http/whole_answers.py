"""Answers that are whole go out in one piece: keypads ask for thousands a second.

The server's own way takes two messages and looks at every header of every answer. An application that has status,
headers and body at hand finds the short way in the extensions of a request; without it, the long way is always there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from .limits import LimitedProtocol
from .tls import CERTIFICATE, certified_device

WHOLE = "fairfelt.whole_answer"
SendWhole = Callable[[bytes, bytes], Awaitable[None]]
"""Takes the head of an answer as `head_of` writes it, and its body."""


def head_of(status: int, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Status line and headers, but for the length and what the server says of itself."""
    phrase = HTTPStatus(status).phrase
    lines = [f"HTTP/1.1 {status} {phrase}".encode(), *(name + b": " + value for name, value in headers)]
    return b"\r\n".join([*lines, b""])


def whole_sender(scope: Scope) -> SendWhole | None:
    """The short way, where the server of a request has it and its answer has a body."""
    if scope["method"] == "HEAD":
        return None
    found: SendWhole | None = scope.get("extensions", {}).get(WHOLE)
    return found


class WholeAnswers(LimitedProtocol):
    """The server's protocol with the short way in the scope of every request."""

    _device = ""
    """The device that the certificate of the connection is of, where one was shown."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; who it is was settled before."""
        self._device = certified_device(transport)
        super().connection_made(transport)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._extend(cycle)
        super()._start_asgi_task(cycle, app)

    def _extend(self, cycle: RequestResponseCycle) -> None:
        """Put into a request what the server knows besides."""
        scope: Any = cycle.scope
        scope["extensions"] = {WHOLE: partial(_send_whole, cycle)}
        if self._device:
            scope["extensions"][CERTIFICATE] = self._device


_last_said: tuple[list[tuple[bytes, bytes]], bytes] = ([], b"")
"""The headers that the server last said in every answer, and their lines; it makes new ones once a second."""


def _say(headers: list[tuple[bytes, bytes]]) -> bytes:
    """Write down the headers of every answer."""
    global _last_said
    _last_said = headers, b"".join([name + b": " + value + b"\r\n" for name, value in headers])
    return _last_said[1]


async def _send_whole(cycle: RequestResponseCycle, head: bytes, body: bytes) -> None:
    """What the two messages of an answer do, at once."""
    if cycle.flow.write_paused and not cycle.disconnected:
        await cycle.flow.drain()
    send_now(cycle, head, body)


def send_now(cycle: RequestResponseCycle, head: bytes, body: bytes) -> None:
    """The same without waiting for a slow reader: for answers that are small, and one to a connection."""
    if cycle.disconnected:
        return
    if cycle.response_started:
        raise RuntimeError("this request was answered already")
    headers = cycle.default_headers
    said = _last_said[1] if headers is _last_said[0] else _say(headers)
    closing = b"" if cycle.keep_alive else b"connection: close\r\n"
    cycle.response_started, cycle.waiting_for_100_continue = True, False
    cycle.transport.write(b"%b%b%bcontent-length: %d\r\n\r\n%b" % (head, said, closing, len(body), body))
    cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()
