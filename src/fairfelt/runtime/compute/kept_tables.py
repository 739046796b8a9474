"""Tables that take a while to build, kept on disk and never trusted unseen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.configuration import cache_folder, seal, unseal

from .compile import write_whole


def load_or_build(key: str, size_bytes: int, build: Callable[[], NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The table of that key, built if it is not there or not whole."""
    path = cache_folder() / f"fairfelt_table_{key[:40]}"
    table = _read(path, size_bytes)
    if table is None:
        table = build()
        assert len(table) == size_bytes, "a table is as large as was said"
        with suppress(OSError):  # a full disk is no reason to stop
            write_whole(path, seal(path.name, table.tobytes()))
    return table


def _read(path: Path, size_bytes: int) -> NDArray[np.uint8] | None:
    """The table in a file; None if there is none, or if it is not what this user has written."""
    with suppress(OSError):
        table = unseal(path.name, path.read_bytes())
        if table and len(table) == size_bytes:
            return np.frombuffer(table, np.uint8).copy()
    return None
