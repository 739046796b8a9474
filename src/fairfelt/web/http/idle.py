"""How long a connection may wait between two requests, without a timer for each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf


class IdleTimer:
    """One timer for a whole connection: it looks now and then whether the wait has been too long.

    A keypad asks dozens of times before one runs out. To start and stop a timer of the event loop for each request
    takes a good part of the time that its answer takes.
    """

    __slots__ = ("_due_s", "_look_at", "_loop", "_on_due", "_patience_s")

    def __init__(self, loop: asyncio.AbstractEventLoop, patience_s: float, on_due: Callable[[], None]) -> None:
        self._loop, self._patience_s, self._on_due = loop, patience_s, on_due
        self._due_s = inf
        self._look_at: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """The connection waits from now on."""
        self._due_s = self._loop.time() + self._patience_s
        if self._look_at is None:
            self._look_at = self._loop.call_later(self._patience_s, self._look)

    def cancel(self) -> None:
        """A request came."""
        self._due_s = inf

    def close(self) -> None:
        """The connection is gone."""
        self._due_s = inf
        if self._look_at is not None:
            self._look_at.cancel()
            self._look_at = None

    def _look(self) -> None:
        self._look_at = None
        left_s = self._due_s - self._loop.time()
        if left_s <= 0:
            self._on_due()
        elif left_s < inf:
            self._look_at = self._loop.call_later(left_s, self._look)
