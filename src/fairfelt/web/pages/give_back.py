"""Memory that is free inside this process, given back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back_memory() -> None:
    """After something large, for the C library keeps what was freed; nothing is done where it is another library."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
