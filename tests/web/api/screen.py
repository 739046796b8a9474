"""A display that listens to a stream: the application is called as a server would call it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Queue
from typing import Any

from starlette.types import Message

from tests.web.api.calling import Caller, House

PATIENCE_S = 120


class Screen:
    """What has come in, piece by piece."""

    def __init__(self, house: House, caller: Caller, path: str, method: str = "GET") -> None:
        self._app, self._caller, self._path, self._method = house.client.app, caller, path, method
        self._pieces: Queue[bytes] = Queue()
        self._starts: Queue[tuple[int, dict[str, str]]] = Queue()
        self._asked, self._left = False, asyncio.Event()
        self.running: Future[None] | None = None
        self.is_stalled = False
        """Nothing more is taken: the other end does not read."""

    async def listen(self) -> None:
        """Be connected until the server ends it or we leave."""
        headers = [(name.lower().encode(), value.encode()) for name, value in self._caller.headers.items()]
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "scheme": "http",
            "method": self._method, "path": self._path, "raw_path": self._path.encode(), "query_string": b"",
            "root_path": "", "headers": headers, "client": ("10.0.0.1", 1), "server": ("room", 80), "state": {},
        }  # fmt: skip
        await self._app(scope, self._receive, self._send)

    async def leave(self) -> None:
        """Hang up."""
        self._left.set()

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._starts.put((message["status"], headers))
        elif message.get("body"):
            if self.is_stalled:
                await self._left.wait()
            self._pieces.put(message["body"])

    def start(self) -> tuple[int, dict[str, str]]:
        """Status and headers."""
        return self._starts.get(timeout=PATIENCE_S)

    def piece(self) -> bytes:
        """The next thing sent, whatever it is."""
        return self._pieces.get(timeout=PATIENCE_S)

    def ended(self) -> list[bytes]:
        """Wait for the server to end it; gives what was not looked at."""
        assert self.running
        self.running.result(PATIENCE_S)
        return [self._pieces.get() for _ in range(self._pieces.qsize())]

    def state(self) -> dict[str, Any]:
        """The next state of the link."""
        name, data, *rest = self.piece().decode().split("\n")
        assert rest == ["", ""]
        state: dict[str, Any] = json.loads(data.removeprefix("data: "))
        assert name == f"id: {state['sequence']}"
        return state

    def state_with(self, **expected: object) -> dict[str, Any]:
        """The first state from now on of which this is true."""
        while True:
            state = self.state()
            if all(state[name] == value for name, value in expected.items()):
                return state


@contextmanager
def listening(house: House, caller: Caller, path: str, method: str = "GET") -> Iterator[Screen]:
    """A screen that is connected, and in the end is not."""
    portal = house.client.portal
    assert portal
    screen = Screen(house, caller, path, method)
    screen.running = portal.start_task_soon(screen.listen)
    try:
        yield screen
    finally:
        portal.call(screen.leave)
        screen.running.result(PATIENCE_S)
