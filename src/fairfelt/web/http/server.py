"""Listening at an address until told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from .whole_answers import WholeAnswers

SECONDS_TO_FINISH = 3


def listen(host: str, port: int) -> socket.socket:
    """Take that port, or any free one for 0; an `OSError` if it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)


def url_of(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Tells somebody when it is asked to stop, before it waits for those who are still connected."""

    def __init__(self, config: uvicorn.Config, on_exit: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_exit = on_exit

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_exit()
        super().handle_exit(sig, frame)


def run(app: ASGIApp, listening: socket.socket, on_exit: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted; `on_exit` is told at once, so that streams without an end can end."""
    config = uvicorn.Config(
        app,
        http=WholeAnswers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    _Server(config, on_exit).run([listening])
