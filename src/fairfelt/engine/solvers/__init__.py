"""One package per shape of game. Each defines a `SOLVER`, listed here once; `solve` takes the first that fits."""

from typing import Any, Final

from fairfelt.engine.courses import blackjack, cross, parlay, switch
from fairfelt.engine.courses import solution as course

from . import boards, first_cards, general, ladder, pai_gow, runs_and_flushes, sweep
from .solver import Solver
from .sweep import shown_cards

SOLVERS: Final[tuple[Solver[Any], ...]] = (
    pai_gow.SOLVER, blackjack.SOLVER, switch.SOLVER, parlay.SOLVER, cross.SOLVER, course.SOLVER,
    first_cards.SOLVER, boards.SOLVER, *runs_and_flushes.SOLVERS, sweep.SOLVER,
    shown_cards.SOLVER, ladder.SOLVER, general.SOLVER,
)  # fmt: skip

__all__ = ["SOLVERS", "Solver"]
