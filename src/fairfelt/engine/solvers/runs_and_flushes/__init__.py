"""Showdowns by the longest run or flush: polynomials in the number of cards, by suit or by track."""

from __future__ import annotations

from concurrent.futures import Executor

from fairfelt.engine.core.counter import solve_counter
from fairfelt.engine.core.decisions import ShowdownResult, pack_showdown
from fairfelt.rules import Game

from ..showdown import ShowdownSolution
from ..solver import Keeping, Solver
from .flushes import FlushCounter
from .shared_flushes import SharedFlushCounter, read_shared_flushes
from .tracks import TrackCounter


def _solver(
    name: str,
    kind: type[FlushCounter | SharedFlushCounter | TrackCounter],
    keeping: Keeping[ShowdownResult] | None = None,
) -> Solver[ShowdownResult]:
    """Plain play by a counter that exposes nothing."""

    def solve(game: Game, executor: Executor | None = None) -> ShowdownResult:
        counter = kind(game, 0)
        return solve_counter(counter, counter.classes, executor)

    return Solver(
        name,
        lambda game: kind.of(game, 0) is not None,
        solve,
        ShowdownSolution,
        lambda game: kind(game, 0).seconds,
        lambda game: kind(game, 0).problem,
        keeping,
    )


SOLVERS = (
    _solver("longest flush", FlushCounter),
    _solver("tracks", TrackCounter),
    _solver("suits", SharedFlushCounter, Keeping(pack_showdown, read_shared_flushes, ships=True)),
)

__all__ = ["SOLVERS", "FlushCounter", "SharedFlushCounter", "TrackCounter"]
