"""A thousand displays in a process of their own: `python -m benchmarks.displays PORT HOW_MANY`.

It says when all are connected, and at the end of its input writes down when each was told what.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from functools import partial

from .room_server import DISPLAYS, LINK, display_key


class Display(asyncio.Protocol):
    """One stream: it only notes the number of each state and when it came."""

    def __init__(self, number: int) -> None:
        self._key = display_key(number % DISPLAYS)
        self.updates: list[tuple[float, int]] = []
        self.first = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        ask = f"GET /api/links/{LINK}/stream HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {self._key}\r\n\r\n"
        transport.write(ask.encode())

    def data_received(self, data: bytes) -> None:
        at = data.rfind(b"id: ")
        if at >= 0:
            self.updates.append((time.monotonic(), int(data[at + 4 : data.index(b"\n", at)])))
            if not self.first.done():
                self.first.set_result(None)


async def watch(port: int, count: int) -> None:
    """Connect all, wait for the end of our input, tell."""
    loop = asyncio.get_running_loop()
    displays = [
        (await loop.create_connection(partial(Display, number), "127.0.0.1", port))[1] for number in range(count)
    ]
    await asyncio.gather(*(display.first for display in displays))
    sys.stdout.write("connected\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    json.dump([display.updates for display in displays], sys.stdout)


if __name__ == "__main__":
    asyncio.run(watch(*map(int, sys.argv[1:])))
