"""One journal verified in a process of its own: `python -m benchmarks.ledger.verifying small|room PLACE`."""

from __future__ import annotations

import os
import sys
import time

from fairfelt.ledger import Machine
from fairfelt.ledger.audit import verify
from fairfelt.room import Room

from .contributions import Contributions


def main(whose: str, place: str) -> None:
    """Say how many events there were, how long they took by the clock, and by all cores."""
    machine: Machine[object] = Room() if whose == "room" else Contributions()  # type: ignore[assignment]
    before, start = _cpu_s(), time.perf_counter()
    events = verify(place, machine).head.number
    print(events, time.perf_counter() - start, _cpu_s() - before)


def _cpu_s() -> float:
    """What this process and those it has ended have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main(*sys.argv[1:])
