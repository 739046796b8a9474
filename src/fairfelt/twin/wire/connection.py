"""One device's connection to the server: HTTP kept open on a plain socket, and the ways in which it fails."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from select import select
from typing import Any
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpResponseParser

from .server import NotServed

PATIENCE_S = 60.0
"""Of real time, for an answer."""
TAKEN = (200, 201, 409)
"""Of a request that arrived, and was done or refused."""


class Drop(StrEnum):
    """How a request fails on its way."""

    REQUEST = "request lost"
    ANSWER = "answer lost"
    CUT = "line cut"
    SERVER = "server away"


class Dropped(Exception):  # noqa: N818  (it reads as what happened)
    """No answer came."""

    def __init__(self, drop: Drop) -> None:
        super().__init__(drop.value)
        self.drop = drop


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    body: bytes
    took_s: float

    @property
    def plain(self) -> dict[str, Any]:
        """Read as JSON."""
        told: dict[str, Any] = json.loads(self.body)
        return told


@dataclass
class _Reading:
    """Collects one answer."""

    body: bytes = b""
    complete: bool = False
    stays: bool = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"connection" and value.lower() == b"close":
            self.stays = False

    def on_body(self, part: bytes) -> None:
        self.body += part

    def on_message_complete(self) -> None:
        self.complete = True


@dataclass
class Line:
    """From a device to the server at an address, opened when it is needed."""

    url: str
    key: str
    _socket: socket.socket | None = field(default=None, init=False)

    def ask(
        self, method: str, path: str, body: object = None, *, tokens: Sequence[str] = (), lose: Drop | None = None
    ) -> Reply:
        """Send a request and read its answer; `lose` says on which way it is to be lost."""
        began_s = time.perf_counter()
        sent = self._written(method, path, body, tokens)
        try:
            line = self._opened()
            if lose is Drop.REQUEST:
                line.sendall(sent[: len(sent) - 2])
                raise Dropped(lose)
            line.sendall(sent)
            status, told, stays = _read(line.recv)
        except (OSError, HttpParserError) as error:
            self.close()
            raise Dropped(Drop.SERVER) from error
        except Dropped:
            self.close()
            raise
        if lose is Drop.ANSWER:
            self.close()
            raise Dropped(
                lose if status in TAKEN else Drop.REQUEST
            )  # where nothing was taken, nothing is to be repeated
        if not stays:
            self.close()
        return Reply(status, told, time.perf_counter() - began_s)

    def greet(self) -> None:
        """See that a room is there and active."""
        try:
            told = self.ask("GET", "/healthz").plain
        except (Dropped, ValueError) as error:
            raise NotServed(f"nobody answers at {self.url}: is a room served there?") from error
        if told.get("status") != "active":
            raise NotServed(f"the room at {self.url} is not active: {told.get('reason') or told.get('status')}")

    def close(self) -> None:
        """Hang up."""
        if self._socket:
            self._socket.close()
        self._socket = None

    def _opened(self) -> socket.socket:
        if self._socket and select([self._socket], [], [], 0)[0]:
            self.close()  # nothing was asked: a server that has something to say has hung up
        if self._socket is None:
            parts = urlsplit(self.url)
            host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
            line = socket.create_connection((host, port), PATIENCE_S)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            secured = parts.scheme == "https"
            self._socket = ssl.create_default_context().wrap_socket(line, server_hostname=host) if secured else line
        return self._socket

    def _written(self, method: str, path: str, body: object, tokens: Sequence[str]) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        headers: Mapping[str, str] = {
            "Host": urlsplit(self.url).netloc,
            "Authorization": f"Bearer {self.key}",
            **({"Fairfelt-Session": ",".join(tokens)} if tokens else {}),
            **({"Content-Type": "application/json", "Content-Length": str(len(content))} if content else {}),
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode() + content


def _read(receive: Callable[[int], bytes]) -> tuple[int, bytes, bool]:
    """Status, body, and whether the connection stays open."""
    reading = _Reading()
    parser = HttpResponseParser(reading)
    while not reading.complete:
        part = receive(1 << 16)
        if not part:
            raise ConnectionError("the server hung up")
        parser.feed_data(part)
    return parser.get_status_code(), reading.body, reading.stays
