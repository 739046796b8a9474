"""Listening at an address until told to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fairfelt.analysis.advisers.give_back import keep_together

from .limits import ConnectionLimits, within
from .tls import Tls

SECONDS_TO_FINISH = 3
UNACKNOWLEDGED_MS = 10_000
"""A connection whose other end acknowledges nothing for so long is closed: a display that lost its line is noticed."""


def listen(host: str, port: int) -> socket.socket:
    """Take that port, or any free one for 0; an `OSError` if it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listening = socket.create_server((host, port), family=family)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
    return listening


def url_of(listening: socket.socket, *, secured: bool = False) -> str:
    """What to type into a browser."""
    host, port, *_ = listening.getsockname()
    return f"http{'s' if secured else ''}://{f'[{host}]' if ':' in host else host}:{port}"


class _Server(uvicorn.Server):
    """Tells somebody when it is asked to stop, before it waits for those who are still connected."""

    def __init__(self, config: uvicorn.Config, on_exit: Callable[[], None], tls: Tls | None = None) -> None:
        super().__init__(config)
        self._on_exit, self._tls = on_exit, tls

    async def main_loop(self) -> None:
        renewing = asyncio.create_task(self._tls.watch()) if self._tls else None
        try:
            await super().main_loop()
        finally:
            if renewing:
                renewing.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_exit()
        super().handle_exit(sig, frame)


def run(
    app: ASGIApp, listening: socket.socket, on_exit: Callable[[], None] = lambda: None, *, tls: Tls | None = None,
    proxies: Sequence[str] = (), limits: ConnectionLimits | None = None,
) -> None:  # fmt: skip
    """Serve until interrupted; `on_exit` is told at once, so that streams without an end can end.

    What proxies say of who asks, and how, is believed if they are named.
    """
    keep_together()
    _Server(configured(app, tls=tls, proxies=proxies, limits=limits), on_exit, tls).run([listening])


def configured(
    app: ASGIApp, *, tls: Tls | None = None, proxies: Sequence[str] = (), limits: ConnectionLimits | None = None
) -> uvicorn.Config:  # fmt: skip
    """An application as it is served."""
    served: Any = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app  # type: ignore[arg-type]
    config = uvicorn.Config(
        served,
        http=within(limits or ConnectionLimits(exempt=tuple(proxies))),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    config.load()
    config.ssl = tls.context if tls else None
    return config
