"""Rounds a second through the HTTP API, each of seven wagers and durable before it is answered.

The client works beside the server on the same cores. The peer is a bare application of the same framework and server
that takes the same requests and does nothing: what is left of its speed is what rules, ledger and disk leave.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .keypads import Played, play
from .ledger.contributions import postgresql
from .measure import Row
from .room_server import served_room

SECONDS = 8.0
STREAMS = 1_000
Updates = list[list[tuple[float, int]]]
"""For each display, when it was told and up to which event."""
MANY = {"FAIRFELT_LIMITS_CONNECTIONS_PER_ADDRESS": "2000"}
"""All displays come from this machine."""
GOALS = {"SQLite": 2_500, "PostgreSQL": 2_000}
"""Rounds a second."""
WATCHED = 500
"""Rounds a second while displays watch."""


def rows() -> Iterator[Row]:
    """As fast as can be, at half of that, and with a thousand displays."""
    with _bare() as port:
        peer = asyncio.run(play(port, SECONDS)).rate
    with tempfile.TemporaryDirectory() as folder:
        with served_room(str(Path(folder) / "room.db"), **MANY) as port:
            yield from _played(port, "SQLite", peer)
            with watching(port) as displays:
                watched = asyncio.run(play(port, SECONDS, rounds_a_second=WATCHED))
                delays = delays_of(watched, displays())
        yield Row(f"  rounds with {STREAMS:,} displays", "rounds/s", watched.rate, None, "")
        yield Row("  slowest display behind by", "s", max(delays), None, "1 s")
        yield Row("  half of all updates behind by", "s", sorted(delays)[len(delays) // 2], None, "")
        for place in postgresql(Path(folder) / "server", 1):
            with served_room(place, **MANY) as port:
                yield from _played(port, "PostgreSQL", peer)


def _played(port: int, database: str, peer: float) -> Iterator[Row]:
    asyncio.run(play(port, 1.0))
    fastest = asyncio.run(play(port, SECONDS))
    what, goal = f"Rounds of 7 wagers, durable, {database}", f"{GOALS[database]:,} rounds a second"
    yield Row(what, "rounds/s", fastest.rate, peer, goal)
    half = asyncio.run(play(port, SECONDS, rounds_a_second=fastest.rate / 2))
    yield Row("  at half that load, half of all under", "ms", half.quantile_ms(0.5), None, "")
    yield Row("  at half that load, 99% under", "ms", half.quantile_ms(0.99), None, "15 ms")


def delays_of(played: Played, displays: Updates) -> list[float]:
    """For each update of each display: how long ago the first event that it had not shown was acknowledged."""
    events = sorted(played.acknowledged)
    numbers = [number for number, _ in events]
    delays = []
    for updates in displays:
        for (_, shown), (now_s, number) in pairwise(updates):
            first = bisect_right(numbers, shown)
            if first < len(events) and numbers[first] <= number:
                delays.append(now_s - events[first][1])
    return delays


@contextmanager
def watching(port: int) -> Iterator[Callable[[], Updates]]:
    """Displays at a server, and what they were told in the end."""
    command = [sys.executable, "-m", "benchmarks.displays", str(port), str(STREAMS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "connected\n"

        def updates() -> Updates:
            return msgspec.json.decode(process.communicate()[0], type=Updates)

        yield updates


@contextmanager
def _bare() -> Iterator[int]:
    """The peer, in a process of its own."""
    command = [sys.executable, "-c", "from benchmarks.api import serve_bare; serve_bare()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield int(process.stdout.readline())
        process.terminate()


def serve_bare() -> None:
    """Answer everything at once with the same few bytes."""
    from fairfelt.web import listen, run

    async def answer(request: Request) -> Response:
        await request.body()
        return Response(b'{"number":1,"next_sequence":1}', media_type="application/json")

    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    run(Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])]), listening)
