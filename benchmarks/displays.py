"""Displays in a process of their own: `python -m benchmarks.displays PORT`, with links and keys on the first line.

It says when all are connected, and at the end of its input writes down when each was told what.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from urllib.parse import quote

import msgspec

Updates = list[list[tuple[float, int]]]
"""For each display, when it was told and up to which event."""


AGAIN_S = 0.2


class Display(asyncio.Protocol):
    """One stream, begun again when it ends: it only notes the number of each state and when it came."""

    def __init__(self, port: int, link: str, key: str) -> None:
        self._port, self._link, self._key = port, link, key
        self.updates: list[tuple[float, int]] = []
        self.first = asyncio.get_running_loop().create_future()
        self._tasks: list[asyncio.Task[None]] = []

    async def connect(self) -> None:
        """Try until there is a connection."""
        while True:
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)
                return
            except OSError:
                await asyncio.sleep(AGAIN_S)

    def connection_lost(self, exc: Exception | None) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(AGAIN_S, lambda: self._tasks.append(loop.create_task(self.connect())))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        path = f"/api/links/{quote(self._link, safe='')}/stream"
        transport.write(f"GET {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {self._key}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        at = data.rfind(b"id: ")
        if at >= 0:
            self.updates.append((time.monotonic(), int(data[at + 4 : data.index(b"\n", at)])))
            if not self.first.done():
                self.first.set_result(None)


async def watch(port: int) -> None:
    """Connect all, wait for the end of our input, tell."""
    loop = asyncio.get_running_loop()
    displays = [Display(port, link, key) for link, key in json.loads(sys.stdin.readline())]
    for display in displays:
        await display.connect()
    await asyncio.gather(*(display.first for display in displays))
    sys.stdout.write("connected\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    json.dump([display.updates for display in displays], sys.stdout)


def delays_of(acknowledged: Sequence[tuple[int, float]], displays: Updates) -> list[float]:
    """For each update of each display: how long ago the first event that it had not shown was acknowledged."""
    events = sorted(acknowledged)
    numbers = [number for number, _ in events]
    delays = []
    for updates in displays:
        for (_, shown), (now_s, number) in pairwise(updates):
            first = bisect_right(numbers, shown)
            if first < len(events) and numbers[first] <= number:
                delays.append(now_s - events[first][1])
    return delays


@contextmanager
def watching(port: int, displays: Sequence[tuple[str, str]]) -> Iterator[Callable[[], Updates]]:
    """Displays at a server, each with its link and key, and what they were told in the end."""
    command = [sys.executable, "-m", "benchmarks.displays", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdin
        process.stdin.write(json.dumps(displays) + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "connected\n"

        def updates() -> Updates:
            return msgspec.json.decode(process.communicate()[0], type=Updates)

        yield updates


if __name__ == "__main__":
    asyncio.run(watch(int(sys.argv[1])))
