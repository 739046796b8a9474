"""Any deal, streets and showdown: every information set up to an exchange of suits, every card that can follow."""

from ..solver import Solver
from .solution import GeneralSolution
from .solver import fits, general_problem, solve_general

SOLVER = Solver(
    "general",
    fits,
    solve_general,
    GeneralSolution,
    seconds=lambda game: general_problem(game).cost.core_seconds,
    prepare=lambda game: general_problem(game).verify(),
)
