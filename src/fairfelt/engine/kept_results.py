"""Results of solvers on disk, as plain arrays: advice on a heavy game is there without counting it again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.answers.shipped import read_shipped
from fairfelt.rules import Game
from fairfelt.runtime.compute.compile import write_whole
from fairfelt.runtime.configuration import cache_folder, seal, unseal

from .core.kept_table import from_bytes, to_bytes
from .solvers.solver import Solver


def read_result(solver: Solver[Any], game: Game) -> Any | None:
    """What that solver found for that game before; None where nothing is kept, or not whole."""
    file = _file(solver, game)
    if not (file and solver.keeping):
        return None
    with suppress(OSError, ValueError, LookupError):
        shipped = read_shipped(file.name) if solver.keeping.ships else None
        content = shipped or unseal(file.name, file.read_bytes())
        arrays = from_bytes(content) if content else None
        return None if arrays is None else solver.keeping.unpack(game, arrays)
    return None


def is_kept(solver: Solver[Any], game: Game) -> bool:
    """Whether there is something to read."""
    file = _file(solver, game)
    if not (file and solver.keeping):
        return False
    return file.exists() or (solver.keeping.ships and read_shipped(file.name) is not None)


def is_as_kept(solver: Solver[Any], game: Game, result: Any) -> bool | None:
    """Whether what is kept is what was counted; None where nothing is kept."""
    kept = read_result(solver, game)
    if kept is None or not solver.keeping:
        return None
    old, new = solver.keeping.pack(kept), solver.keeping.pack(result)
    return old.keys() == new.keys() and all(np.array_equal(old[name], new[name]) for name in old)


def keep_result(solver: Solver[Any], game: Game, result: Any) -> None:
    """Keep a result that takes long; where there is no room for it, it is counted again."""
    file, content = _file(solver, game), pack_result(solver, result)
    if file and content:
        with suppress(OSError):
            write_whole(file, seal(file.name, content))


def pack_result(solver: Solver[Any], result: Any) -> bytes | None:
    """A result as it is kept; None where it is not."""
    arrays = dict(solver.keeping.pack(result)) if solver.keeping else {}
    if not arrays or any(array.dtype == object for array in arrays.values()):
        return None  # whole numbers beyond 64 bits have no plain form
    return to_bytes(arrays, compressed=True)


def result_name(solver: Solver[Any], game: Game) -> str | None:
    """What a result is kept under; None where none is kept."""
    key = answer_key(game, "result", solver.name) if solver.keeping else None
    return f"fairfelt_result_{key[:40]}" if key else None


def _file(solver: Solver[Any], game: Game) -> Path | None:
    name = result_name(solver, game)
    return cache_folder() / name if name else None
