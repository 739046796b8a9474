"""Showdowns by the longest run or flush: polynomials in the number of cards, by suit or by track."""

from concurrent.futures import Executor

from fairfelt.engine.core.counter import solve_counter
from fairfelt.engine.core.decisions import ShowdownResult
from fairfelt.engine.core.problem import showdown_problem
from fairfelt.rules import Game

from ..showdown import ShowdownSolution
from ..solver import Solver
from .flushes import FlushCounter


def _solve_flushes(game: Game, executor: Executor | None = None) -> ShowdownResult:
    counter = FlushCounter(game)
    return solve_counter(counter, counter.classes, executor)


FLUSHES = Solver(
    "longest flush",
    lambda game: FlushCounter.of(game, 0) is not None,
    _solve_flushes,
    ShowdownSolution,
    lambda game: FlushCounter(game).seconds,
    showdown_problem,
)

__all__ = ["FlushCounter"]
