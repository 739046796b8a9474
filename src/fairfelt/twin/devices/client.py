"""One device's HTTP connection to the server, which is kept open, and the ways in which it fails."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from select import select
from typing import Any
from urllib.parse import urlsplit

PATIENCE_S = 60.0
"""The wait for an answer, in real time."""
TAKEN = (200, 201, 409)
"""Statuses of a request that arrived, and was done or refused."""


class Drop(StrEnum):
    """A failure of a request on its way."""

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
    """An answer of the server."""

    status: int
    body: bytes
    took_s: float

    @property
    def plain(self) -> dict[str, Any]:
        """Read as JSON."""
        plain: dict[str, Any] = json.loads(self.body)
        return plain


@dataclass
class HttpClient:
    """A connection from a device to the server at an address, opened when needed."""

    url: str
    key: str
    _connection: HTTPConnection | None = field(default=None, init=False)

    def request(
        self, method: str, path: str, body: object = None, *, tokens: Sequence[str] = (), lose: Drop | None = None
    ) -> Reply:
        """Send a request and read its answer; `lose` says on which way it is to be lost."""
        began_s = time.perf_counter()
        try:
            status, answer = self._exchange(method, path, body, tokens, lose)
        except (OSError, HTTPException) as error:
            self.close()
            raise Dropped(Drop.SERVER) from error
        if lose:  # where nothing was taken, nothing is to be repeated
            self.close()
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
        if self._connection:
            self._connection.close()
        self._connection = None

    def _exchange(
        self, method: str, path: str, body: object, tokens: Sequence[str], lose: Drop | None
    ) -> tuple[int, bytes]:
        """Status and body; of a lost request the server gets the first line only."""
        connection = self._connected()
        if lose is Drop.REQUEST:
            connection.send(f"{method} {path} HTTP/1.1\r\n".encode())
            return 0, b""
        headers = {"Authorization": f"Bearer {self.key}"}
        if tokens:
            headers["Fairfelt-Session"] = ",".join(tokens)
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def _connected(self) -> HTTPConnection:
        """The connection, opened anew where the server has hung up: it says nothing that it was not asked for."""
        if self._connection and self._connection.sock and select([self._connection.sock], [], [], 0)[0]:
            self.close()
        if self._connection is None:
            parts = urlsplit(self.url)
            kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
            self._connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE_S)
        return self._connection
