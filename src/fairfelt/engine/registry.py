"""All solvers of the engine in the order in which they are asked: `solve` takes the first that fits."""

from typing import Any, Final

from .courses import cross, parlay, switch
from .courses import solution as course
from .courses.blackjack import solution as blackjack
from .courses.pai_gow import solution as pai_gow
from .solvers import first_cards, runs_and_flushes
from .solvers.boards import solver as boards
from .solvers.general import solution as general
from .solvers.solver import Solver
from .solvers.sweep import counter as sweep

SOLVERS: Final[tuple[Solver[Any], ...]] = (
    pai_gow.SOLVER, blackjack.SOLVER, switch.SOLVER, parlay.SOLVER, cross.SOLVER, course.SOLVER,
    first_cards.SOLVER, boards.SOLVER, *runs_and_flushes.SOLVERS, sweep.SOLVER,
    sweep.SHOWN_SOLVER, general.SOLVER,
)  # fmt: skip
