"""An answer in one piece says what the same answer in two messages says, on every kind of connection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fairfelt.web import listen
from fairfelt.web.http.whole_answers import WholeAnswers, head_of, whole_sender

HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
PATIENCE_S = 30
CALL = b"POST /%b HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n%b\r\nabc"
HEAD = b"HEAD /a HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
CLOSE = b"Connection: close\r\n"
ways: list[str] = []


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Say back what was sent, by the short way where there is one."""
    if scope["type"] != "http":
        return
    body = scope["path"].encode() + (await receive())["body"]
    if whole := whole_sender(scope):
        ways.append("short")
        await whole(head_of(201, HEADERS), body)
        return
    ways.append("long")
    headers = [*HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 201, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def served(protocol: type[HttpToolsProtocol]) -> Iterator[int]:
    """The application on a server of its own, and its port."""
    up = Event()

    class Telling(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            up.set()

    listening = listen("127.0.0.1", 0)
    server = Telling(uvicorn.Config(echo, http=protocol, log_level="critical", lifespan="off"))
    thread = Thread(target=asyncio.run, args=(server.serve([listening]),))
    thread.start()
    assert up.wait(PATIENCE_S)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE_S)


def told(port: int, sent: bytes) -> list[str]:
    """Everything that comes back until the server hangs up, line by line in any order, but for the time of day."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
        line.sendall(sent)
        found = b"".join(iter(lambda: line.recv(65_536), b""))
    return sorted(row for row in found.decode().split("\r\n") if not row.startswith("date: "))


@pytest.mark.parametrize(
    ("sent", "way"),
    [
        (CALL % (b"a", CLOSE), ["short"]),
        (CALL % (b"a", b"") + CALL % (b"b", CLOSE), ["short", "short"]),
        ((CALL % (b"a", b"")).replace(b"1.1", b"1.0"), ["short"]),
        (HEAD, ["long"]),
        (CALL % (b"a", b"Expect: 100-continue\r\n" + CLOSE), ["short"]),
    ],
    ids=["closing", "one after another", "an older protocol", "only the head", "asked to go on first"],
)
def test_one_piece_says_what_two_messages_say(sent: bytes, way: list[str]) -> None:
    with served(HttpToolsProtocol) as port:
        expected = told(port, sent)
    ways.clear()
    with served(WholeAnswers) as port:
        assert told(port, sent) == expected
    assert ways == way
    assert any(row == "HTTP/1.1 201 Created" for row in expected)
