"""Memory that is free inside this process, given back to the system; nothing is done where the C library is another."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_ARENA_MAX = -8
ARENAS = 2
"""Places that threads take memory from: each keeps what was freed in it, and the usual number is eight a core."""


def give_back_memory() -> None:
    """After something large: the C library keeps what was freed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def keep_together() -> None:
    """Before there are threads: have all of them take memory from a few places."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)
