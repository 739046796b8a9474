"""A server of its own for the twin: the room and its API on a free port, in a thread, stopped and started at will."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from threading import Event, Thread
from typing import TypeVar

import uvicorn
from starlette.types import ASGIApp

from fairfelt.controller import Controller, Settings

T = TypeVar("T")
Application = Callable[[Controller], ASGIApp]
"""Makes the application around a controller."""
HOST = "127.0.0.1"
SECONDS_TO_FINISH = 3
PATIENCE_S = 24 * 3_600
"""With lines that nobody uses for a while: a month has quiet ones, and it hurries."""


class NotServed(Exception):  # noqa: N818  (it reads as what happened)
    """The room could not be opened, and the sentence that says why."""


class _Server(uvicorn.Server):
    """Says when it listens, and on which event loop."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


class Served:
    """The room while it is served; between `stop` and `start` nobody answers at its address."""

    def __init__(self, application: Application, settings: Settings) -> None:
        self._application, self._settings = application, settings
        self._port = 0
        self._server: _Server | None = None
        self._thread: Thread | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{HOST}:{self._port}"

    @property
    def is_up(self) -> bool:
        """Whether it is served now."""
        return self._server is not None

    def start(self) -> None:
        """Open the journal and listen."""
        listening = socket.create_server((HOST, self._port))
        self._port = listening.getsockname()[1]
        self._controller = Controller(self._settings)
        config = uvicorn.Config(
            self._application(self._controller),
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
            timeout_keep_alive=PATIENCE_S,
        )
        self._server = _Server(config)
        self._thread = Thread(target=self._server.run, args=([listening],), name="twin-server", daemon=True)
        self._thread.start()
        self._server.ready.wait()
        if reason := self._controller.reason:
            self.stop()
            raise NotServed(reason)

    def stop(self) -> None:
        """Finish what has queued and close the journal, if it is open."""
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join()
        self._server = self._thread = None

    def do(self, work: Callable[[Controller], Awaitable[T]]) -> T:
        """Do something where the controller lives."""

        async def done() -> T:
            return await work(self._controller)

        assert self._server and self._server.loop, "the room is served"
        return asyncio.run_coroutine_threadsafe(done(), self._server.loop).result()
