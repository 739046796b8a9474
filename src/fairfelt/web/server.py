"""Listening at an address until told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

SECONDS_TO_FINISH = 3


class _Announcing(uvicorn.Server):
    """Says so when it listens."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


def listen(host: str, port: int) -> socket.socket:
    """Take that port, or any free one for 0; an `OSError` if it cannot be had."""
    family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server((host, port), family=family)


def url_of(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: ASGIApp, listening: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve until interrupted; `announce` is given the address once it answers."""
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=SECONDS_TO_FINISH
    )
    _Announcing(config, lambda: announce(url_of(listening))).run([listening])
