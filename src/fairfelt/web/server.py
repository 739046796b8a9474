"""Listening at an address until told to stop."""

from __future__ import annotations

import socket

import uvicorn
from starlette.types import ASGIApp

SECONDS_TO_FINISH = 3


def listen(host: str, port: int) -> socket.socket:
    """Take that port, or any free one for 0; an `OSError` if it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)


def url_of(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: ASGIApp, listening: socket.socket) -> None:
    """Serve until interrupted."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    uvicorn.Server(config).run([listening])
