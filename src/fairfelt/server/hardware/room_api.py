"""A device's side of the room's API: asked over one connection, and asked again until there is an answer."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fairfelt.runtime.http_client import HttpClient, NoAnswer

TIMEOUT_S = 10.0
FIRST_WAIT_S, MOST_WAIT_S = 0.25, 4.0
BUSY = (502, 503, 504)
"""The room is away for now. 429 and 500 are answers: sent again at once, they would be the same."""
_log = logging.getLogger(__name__)


class Unreachable(Exception):  # noqa: N818  (it reads as what happened)
    """The room did not answer, or is not there for now."""


class RoomAnswer(NamedTuple):
    """A status and what came with it."""

    status: int
    body: Mapping[str, Any]


class RoomApi:
    """Asks a room as one device."""

    def __init__(self, url: str, key: str, authority: str = "") -> None:
        headers = {"Authorization": f"Bearer {key}"}
        self._http = HttpClient(url, timeout_s=TIMEOUT_S, headers=headers, authority=authority, proxies=False)
        self._lock = asyncio.Lock()

    async def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> RoomAnswer:
        """One request; Unreachable where nothing is known of what came of it."""
        async with self._lock:
            return await asyncio.to_thread(self._exchange, method, path, body, tokens)

    async def insist(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> RoomAnswer:
        """Ask until there is an answer: a command sent again under its number is done once."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                return await self.ask(method, path, body, tokens)
            except Unreachable as error:
                _log.warning("%s", error)
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, MOST_WAIT_S)

    def _exchange(self, method: str, path: str, body: object, tokens: Sequence[str]) -> RoomAnswer:
        headers = {"Fairfelt-Session": ",".join(tokens)} if tokens else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        try:
            answer = self._http.ask(method, path, content, headers)
            found = json.loads(answer.body) if answer.body else {}
            if not isinstance(found, dict):
                raise ValueError("it answers with no object")
        except (NoAnswer, ValueError) as error:
            raise Unreachable(f"the room does not answer: {error}") from error
        if answer.status in BUSY:
            raise Unreachable(f"the room is not there for now: {found.get('detail', answer.status)}")
        return RoomAnswer(answer.status, found)
