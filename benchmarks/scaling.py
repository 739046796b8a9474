"""Two servers, a replica and one PostgreSQL: how long a takeover takes, how late a replica is, how much is written."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from fairfelt.ledger import Follower
from fairfelt.room import Room

from .api import STREAMS
from .displays import delays_of, watching
from .keypads import play
from .ledger.contributions import postgresql
from .measure import Row
from .room_server import displays_of, serving, set_up, wait_for

SECONDS = 8.0
PACE = 200.0
"""Rounds a second: as many as 12,000 tables play that deal one a minute."""


def rows() -> Iterator[Row]:
    """Nothing where PostgreSQL is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        for place in postgresql(Path(folder) / "data", 1):
            asyncio.run(set_up(place))
            yield from _measured(place)


def _measured(place: str) -> Iterator[Row]:
    with serving(place, "active") as (active, port), serving(place, "standby") as (_, other):
        with (
            serving(place, "replica", "--read-only") as (_, replica),
            watching(replica, displays_of(STREAMS)) as told,
        ):
            before = _bytes(place)
            watched = asyncio.run(play(port, SECONDS, rounds_a_second=PACE))
            delays = sorted(delays_of(watched.acknowledged, told()))
        yield Row("Rounds of 7 wagers on PostgreSQL", "rounds/s", watched.rate, PACE, f"{PACE:g}")
        yield Row("  on disk for each", "kB", (_bytes(place) - before) / watched.rounds / 1e3, None, "")
        yield Row(f"  {STREAMS:,} displays at a replica, half of all updates behind by", "s",
                  delays[len(delays) // 2], None, "1 s")  # fmt: skip
        yield Row("  slowest of them", "s", delays[-1], None, "1 s")
        fastest = asyncio.run(play(port, SECONDS))
        yield Row("  as fast as they are answered, standby beside it", "rounds/s", fastest.rate, None, "")
        active.kill()
        began_s = time.perf_counter()
        wait_for(other, "active")
        yield Row("Takeover after SIGKILL", "s", time.perf_counter() - began_s, 5.0, "seconds")
    began_s = time.perf_counter()
    events, seconds = Follower(place, Room()).poll().head.number, time.perf_counter() - began_s
    yield Row(f"Reading a journal of {events:,} events", "events/s", events / seconds, None, "")


def _bytes(place: str) -> int:
    """What the tables and their indices take."""
    with psycopg.connect(place) as connection:
        connection.execute("CHECKPOINT")
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row
    return int(row[0])
