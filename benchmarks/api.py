"""Rounds a second through the HTTP API, each of seven wagers and durable before it is answered.

The client works beside the server on the same cores. The peer is a bare application of the same framework and server
that takes the same requests and does nothing: what is left of its speed is what rules, ledger and disk leave.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .displays import delays_of, watching
from .keypads import play
from .ledger.contributions import postgresql
from .measure import Row
from .room_server import displays_of, served_room

SECONDS = 8.0
STREAMS = 1_000
MANY = {"FAIRFELT_LIMITS_CONNECTIONS_PER_ADDRESS": "2000"}
"""All displays come from this machine."""
GOALS = {"SQLite": 1_500, "PostgreSQL": 1_500}
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
            with watching(port, displays_of(STREAMS)) as told:
                watched = asyncio.run(play(port, SECONDS, rounds_a_second=WATCHED))
                delays = delays_of(watched.acknowledged, told())
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
