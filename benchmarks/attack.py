"""Keypads while visitors try to stop them: slow connections, readers of PDFs, a header without an end."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .attackers import READERS, SLOW
from .keypads import play
from .measure import Row
from .room_server import served_room

SECONDS = 20.0
ROUNDS_A_SECOND = 100.0
"""Eighty tables, each a round in less than a second: far busier than any pit."""
GOAL_MS = 50


def rows() -> Iterator[Row]:
    """At a pace, alone and under attack."""
    with tempfile.TemporaryDirectory() as folder, served_room(str(Path(folder) / "room.db")) as port:
        asyncio.run(play(port, 1.0))
        alone = asyncio.run(play(port, SECONDS, rounds_a_second=ROUNDS_A_SECOND))
        yield Row("Keypads alone, 99% of requests under", "ms", alone.quantile_ms(0.99), None, "")
        with attacked(port) as came_to:
            attacked_by = asyncio.run(play(port, SECONDS, rounds_a_second=ROUNDS_A_SECOND))
        label = f"  with {SLOW:,} slow connections, {READERS} readers of PDFs, an endless header"
        yield Row(label, "ms", attacked_by.quantile_ms(0.99), None, f"{GOAL_MS} ms")
        yield Row("  half of all requests under", "ms", attacked_by.quantile_ms(0.5), None, "")
        sys.stderr.write(f"attackers: {came_to}; load {os.getloadavg()}\n")


@contextmanager
def attacked(port: int) -> Iterator[dict[str, int]]:
    """Attackers at a server; in the end, what they came to."""
    came_to: dict[str, int] = {}
    command = [sys.executable, "-m", "benchmarks.attackers", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "at it\n"
        yield came_to
        came_to.update(json.loads(process.communicate()[0]))


if __name__ == "__main__":
    for row in rows():
        print(row.what, f"{row.ours:.1f}", row.unit)
