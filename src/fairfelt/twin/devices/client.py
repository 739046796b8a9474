"""One device's HTTP connection to the server, which is kept open, and the ways in which it fails."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from fairfelt.runtime.http_client import HttpClient, NoAnswer

PATIENCE_S = 60.0
"""The wait for an answer, in real time."""
MOST_BYTES = 1 << 26
"""A page of events may be long."""
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
        plain: dict[str, Any] = json.loads(self.body)
        return plain


@dataclass
class DeviceClient:
    """A device's line to the server at an address."""

    url: str
    key: str

    def request(
        self, method: str, path: str, body: object = None, *, tokens: Sequence[str] = (), lose: Drop | None = None
    ) -> Reply:
        """Send a request and read its answer; `lose` says on which way it is to be lost."""
        if lose is Drop.REQUEST:
            raise Dropped(Drop.REQUEST)
        began_s = time.perf_counter()
        try:
            answer = self._line.ask(method, path, body=body, tokens=tokens)
        except NoAnswer as error:
            self.close()
            raise Dropped(Drop.SERVER) from error
        if lose:  # where nothing was taken, nothing is to be repeated
            self.close()
            raise Dropped(Drop.ANSWER if answer.status in TAKEN else Drop.REQUEST)
        return Reply(answer.status, answer.body, time.perf_counter() - began_s)

    def check_room(self) -> None:
        """See that a room is there and active."""
        try:
            health = self.request("GET", "/healthz").plain
        except (Dropped, ValueError) as error:
            raise RoomUnavailable(f"nobody answers at {self.url}: is a room served there?") from error
        if health.get("status") != "active":
            raise RoomUnavailable(f"the room at {self.url} is not active: {health.get('reason') or health['status']}")

    def close(self) -> None:
        self._line.close()

    @cached_property
    def _line(self) -> HttpClient:
        return HttpClient(self.url, key=self.key, timeout_s=PATIENCE_S, proxies=False, most_bytes=MOST_BYTES)
