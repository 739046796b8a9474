"""One device's connection to the server: HTTP kept open on a plain socket, and the ways in which it fails."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from select import select
from typing import Any
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpResponseParser

PATIENCE_S = 60.0
"""How long to wait for an answer, in real time."""
TAKEN = (200, 201, 409)
"""Statuses of a request that arrived, and was done or refused."""


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


class RoomUnavailable(Exception):  # noqa: N818  (it reads as what happened)
    """No room could be opened or reached, and the sentence that says why."""


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    body: bytes
    took_s: float

    @property
    def plain(self) -> dict[str, Any]:
        """Read as JSON."""
        plain: dict[str, Any] = json.loads(self.body)
        return plain


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
class HttpClient:
    """A connection from a device to the server at an address, opened when needed."""

    url: str
    key: str
    _socket: socket.socket | None = field(default=None, init=False)

    def request(
        self, method: str, path: str, body: object = None, *, tokens: Sequence[str] = (), lose: Drop | None = None
    ) -> Reply:
        """Send a request and read its answer; `lose` says on which way it is to be lost."""
        began_s = time.perf_counter()
        try:
            status, answer, stays = self._exchange(self._encode(method, path, body, tokens), lose)
        except (OSError, HttpParserError) as error:
            self.close()
            raise Dropped(Drop.SERVER) from error
        if lose or not stays:
            self.close()
        if lose:  # where nothing was taken, nothing is to be repeated
            raise Dropped(Drop.ANSWER if status in TAKEN else Drop.REQUEST)
        return Reply(status, answer, time.perf_counter() - began_s)

    def check_room(self) -> None:
        """See that a room is there and active."""
        try:
            health = self.request("GET", "/healthz").plain
        except (Dropped, ValueError) as error:
            raise RoomUnavailable(f"nobody answers at {self.url}: is a room served there?") from error
        if health.get("status") != "active":
            raise RoomUnavailable(f"the room at {self.url} is not active: {health.get('reason') or health['status']}")

    def close(self) -> None:
        """Hang up."""
        if self._socket:
            self._socket.close()
        self._socket = None

    def _exchange(self, request: bytes, lose: Drop | None) -> tuple[int, bytes, bool]:
        """Status, body, and whether the connection stays open; of a lost request the server never has all."""
        connection = self._connect()
        if lose is Drop.REQUEST:
            connection.sendall(request[:-2])
            return 0, b"", False
        connection.sendall(request)
        reading = _Reading()
        parser = HttpResponseParser(reading)
        while not reading.complete:
            part = connection.recv(1 << 16)
            if not part:
                raise ConnectionError("the server hung up")
            parser.feed_data(part)
        return parser.get_status_code(), reading.body, reading.stays

    def _connect(self) -> socket.socket:
        if self._socket and select([self._socket], [], [], 0)[0]:
            self.close()  # nothing was asked: a server that has something to say has hung up
        if self._socket is None:
            parts = urlsplit(self.url)
            host, secured = parts.hostname or "", parts.scheme == "https"
            plain = socket.create_connection((host, parts.port or (443 if secured else 80)), PATIENCE_S)
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secured else plain
        return self._socket

    def _encode(self, method: str, path: str, body: object, tokens: Sequence[str]) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self.url).netloc}", f"Authorization: Bearer {self.key}"]
        if tokens:
            lines.append(f"Fairfelt-Session: {','.join(tokens)}")
        if content:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        return "\r\n".join([*lines, "", ""]).encode() + content
