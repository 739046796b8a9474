"""Broadcast to displays: the newest state of each link, paced so that a thousand of them cost little.

A display is shown complete states, never changes: one that missed a state has lost nothing, and one that was cut off is
right again with the next.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import msgspec

from fairfelt.room.views import LinkDisplay

PACE_S = 0.25
"""The shortest interval between updates of a display; well inside the second that players may wait."""
HEARTBEAT_S = 5.0
MOST_STREAMS = 8
"""Maximum number of streams of one device: a display has one, and another while it reconnects."""


class Shown(NamedTuple):
    """The state of a link after an event, ready to be sent."""

    sequence: int
    body: bytes
    """The state as JSON."""

    @property
    def frame(self) -> bytes:
        """The state as a server-sent event."""
        return b"id: %d\ndata: %b\n\n" % (self.sequence, self.body)


Draw = Callable[[str], LinkDisplay | None]
"""The current view of a link's displays; None if there is no such link."""


class Broadcast:
    """The newest state of every link that is watched."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._wake = asyncio.Event()
        self._frames: dict[str, Shown] = {}
        """Drawn once for all who watch, until there is news."""
        self._news_at_s: float | None = None
        self._closed = False
        self.watching = 0
        self._by_device: Counter[str] = Counter()
        self.lag_s = 0.0
        """Time from the oldest unsent commit to its sending."""

    def commit(self) -> None:
        """Something was committed; may be called from any thread, and as often as that happens."""
        if self._news_at_s is None and self._loop is not None:
            self._news_at_s = time.monotonic()
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Release all watchers; may be called from any thread and from a signal handler."""
        self._closed = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: self._wake.set())

    async def run(self) -> None:
        """Wake all watchers, at the pace, when there is something new."""
        self._loop = asyncio.get_running_loop()
        while True:
            await self._changed.wait()
            self._changed.clear()
            since, self._news_at_s = self._news_at_s, None
            self._frames.clear()
            wake, self._wake = self._wake, asyncio.Event()
            wake.set()
            if since is not None:
                self.lag_s = time.monotonic() - since
            await asyncio.sleep(PACE_S)

    def now(self, link: str) -> Shown | None:
        """The state of a link this moment."""
        drawn = self._draw(link)
        return None if drawn is None else Shown(drawn.sequence, msgspec.json.encode(drawn))

    def may_watch(self, device: str) -> bool:
        """Whether a device may have one stream more."""
        return self._by_device[device] < MOST_STREAMS

    async def watch(
        self, link: str, device: str = "", delivered: Callable[[int], None] = lambda sequence: None
    ) -> AsyncIterator[bytes]:
        """The states of a link as they come, and a sign of life when nothing does.

        `delivered` is called with the last event in what was sent, each time the connection has taken all of it.
        """
        self.watching += 1
        self._by_device[device] += 1
        seen = -1
        try:
            while not self._closed and (shown := self._frame(link)) is not None:
                wake = self._wake
                if shown.sequence > seen:
                    yield shown.frame
                seen = shown.sequence
                delivered(seen)
                async for beat in self._beats(wake):
                    yield beat
                    delivered(seen)
        finally:
            self.watching -= 1
            self._by_device[device] -= 1
            if not self._by_device[device]:
                del self._by_device[device]

    def _frame(self, link: str) -> Shown | None:
        if link not in self._frames:
            shown = self.now(link)
            if shown is None:
                return None
            self._frames[link] = shown
        return self._frames[link]

    async def _beats(self, wake: asyncio.Event) -> AsyncIterator[bytes]:
        """A comment now and then, until there is news."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await wake.wait()
                return
            except TimeoutError:
                yield b": still here\n\n"
