"""How many cores this process may use, which is less than the machine has in a container or a pinned service."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """The cores that the operating system lets this process run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
