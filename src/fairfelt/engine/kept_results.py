"""Results of solvers on disk, as plain arrays: advice on a heavy game is there without counting it again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fairfelt.engine.answers.key import answer_key
from fairfelt.rules import Game
from fairfelt.runtime.configuration import keep

from .core import kept_table
from .core.kept_table import are_equal, read_arrays, to_bytes
from .solvers.solver import Solver


def read_result(solver: Solver[Any], game: Game) -> Any | None:
    """What that solver found for that game before; None where nothing is kept, or not whole."""
    name = result_name(solver, game)
    with suppress(ValueError, LookupError):
        arrays = read_arrays(name) if name else None
        return solver.keeping.unpack(game, arrays) if arrays and solver.keeping else None
    return None


def is_kept(solver: Solver[Any], game: Game) -> bool:
    """Whether there is something to read."""
    name = result_name(solver, game)
    return name is not None and kept_table.is_kept(name)


def is_as_kept(solver: Solver[Any], game: Game, result: Any) -> bool | None:
    """Whether what is kept is what was counted; None where nothing is kept."""
    kept = read_result(solver, game)
    if kept is None or not solver.keeping:
        return None
    return are_equal(solver.keeping.pack(kept), solver.keeping.pack(result))


def keep_result(solver: Solver[Any], game: Game, result: Any) -> None:
    """Keep a result that takes long; where there is no room for it, it is counted again."""
    name, content = result_name(solver, game), pack_result(solver, result)
    if name and content:
        keep(name, content)


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
