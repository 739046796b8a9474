"""Solves a game with the first solver that fits and can, by what its rankings can tell apart and never by its name."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np

from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.core import kept_table
from fairfelt.engine.core.endings import possible_pays
from fairfelt.engine.core.kept_table import are_equal, read_arrays, to_bytes
from fairfelt.engine.core.problem import Unsolved, showdown_problem
from fairfelt.engine.solution import Solution
from fairfelt.engine.solvers.solver import Solver
from fairfelt.rules import Game, fingerprint
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.configuration import keep

from .courses import cross, exchange, parlay, switch
from .courses import solution as course
from .courses.blackjack import solution as blackjack
from .courses.pai_gow import solution as pai_gow
from .solvers import first_cards, ladder, runs_and_flushes
from .solvers.boards import solver as boards
from .solvers.general import solution as general
from .solvers.sweep import counter as sweep

SOLVERS: Final[tuple[Solver[Any], ...]] = (
    pai_gow.SOLVER, blackjack.SOLVER, switch.SOLVER, parlay.SOLVER, cross.SOLVER,
    exchange.SOLVER, course.SOLVER,
    first_cards.SOLVER, boards.SOLVER, *runs_and_flushes.SOLVERS, sweep.SOLVER,
    sweep.SHOWN_SOLVER, ladder.SOLVER, general.SOLVER,
)  # fmt: skip
"""All solvers of the engine in the order in which they are asked: `solve` takes the first that fits."""

# Results of solvers on disk, as plain arrays: advice on a heavy game is there without counting it again.


def read_result(solver: Solver[Any], game: Game) -> Any | None:
    """What that solver found for that game before; None where nothing is kept, or not whole."""
    name = result_name(solver, game)
    with suppress(ValueError, LookupError):
        arrays = read_arrays(name) if name else None
        return solver.keeping.unpack(game, arrays) if arrays and solver.keeping else None
    return None


def is_kept(solver: Solver[Any], game: Game) -> bool:
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


KEPT, MOST_BYTES = 8, 256 << 20
"""The number of results that stay in memory, and the most they may hold beside the last one."""
KEEP_ENDINGS = ("longest flush", "tracks", "suits", "sweep", "general")
"""Solvers whose endings keep what the hands were also where they were folded."""
SOON_S = 0.5
REMEMBERED = 128
"""Games whose key is not worked out again: asking for what was solved takes no time."""
Key = tuple[str, tuple[Ranking | None, ...], tuple[Fraction, ...]]
_results: OrderedDict[Key, tuple[Solver[Any], Any]] = OrderedDict()
_keeping = Lock()


def solve(game: Game, *, executor: Executor | None = None) -> Solution:
    """Solve a game exactly. What was solved before is remembered, whatever has changed in its side bets."""
    core = core_game(game)
    return _remember(game, _key(core), _results.get(_key(core)) or _solved(core, executor))


def is_at_hand(game: Game) -> bool:
    """Whether `advisor` answers in about a second: from memory or disk, or because there is little to count."""
    core = core_game(game)
    if _key(core) in _results:
        return True
    solver = solver_of(core)
    return solver.seconds(core) < SOON_S or is_kept(solver, core)


def advisor(game: Game, *, executor: Executor | None = None) -> Solution:
    """The same from what is kept on disk, if anything is: for advice and other pays, not to prove anything."""
    core = core_game(game)
    return _remember(game, _key(core), _results.get(_key(core)) or _read_or_solved(core, executor))


def result_of(game: Game) -> Any:
    """What the solver found, as `Keeping.pack` takes it."""
    core = core_game(game)
    return (_results.get(_key(core)) or _read_or_solved(core, None))[1]


def _read_or_solved(core: Game, executor: Executor | None) -> tuple[Solver[Any], Any]:
    solver = solver_of(core)
    result = read_result(solver, core)
    if result is None:
        result = solver.solve(core, executor)
        keep_result(solver, core, result)
    return solver, result


def _remember(game: Game, key: Key, found: tuple[Solver[Any], Any]) -> Solution:
    """Keep the last few, and read the result for that game."""
    solver, result = found
    with _keeping:
        _results[key] = solver, result
        _results.move_to_end(key)
        while len(_results) > KEPT or (len(_results) > 1 and sum(map(_size, _results.values())) > MOST_BYTES):
            _results.popitem(last=False)
    return solver.solution(game, result)


def _size(value: Any, depth: int = 4) -> int:
    """Bytes of the arrays in the fields of a value, and in the fields of these."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, Game) or not depth:
        return 0
    parts = value if isinstance(value, tuple) else getattr(value, "__dict__", {}).values()
    return sum(_size(part, depth - 1) for part in parts)


def _solved(game: Game, executor: Executor | None) -> tuple[Solver[Any], Any]:
    solver = solver_of(game)
    return solver, solver.solve(game, executor)


def solver_of(game: Game) -> Solver[Any]:
    """The first solver that fits a game and can; the last one says why it cannot be counted at all."""
    reason = Unsolved(f"{game.title}: a course that deals no cards and decides nothing has no exact solver")
    for solver in SOLVERS:
        if not solver.fits(game):
            continue
        try:
            solver.prepare(game)
        except Unsolved as found:
            reason = found
        else:
            return solver
    raise reason


def keeps_every_ending(game: Game) -> bool:
    """Whether the endings of a solved game say all that a player who knows every card goes by, also where folded."""
    asks = any(choice.holding for street in game.streets for choice in street.choices)
    return not asks and solver_of(game).name in KEEP_ENDINGS


def forget() -> None:
    """Forget what was solved, to measure or to free memory."""
    _results.clear()
    showdown_problem.cache_clear()


@lru_cache(REMEMBERED)
def core_game(game: Game) -> Game:
    """What decides how to play: the game without bets on hands of their own."""
    wagers = tuple(wager for wager in game.wagers if wager.is_base or wager.ranking is None)
    return replace(game, wagers=wagers, rulings=(), others=())


@lru_cache(REMEMBERED)
def _key(core: Game) -> Key:
    """The fingerprint with the rankings and pays themselves: two of them may go by the same words."""
    rankings = [core.showdown.ranking if core.showdown else None, *(wager.ranking for wager in core.wagers)]
    pays = (pay.net for wager in core.wagers for pay in possible_pays(core, wager))
    return fingerprint(core), tuple(rankings), tuple(pays)
