"""Fold or bet before each shared card, against a paytable."""

from fairfelt.rules import Cards

from ..solver import Solver, count_hands
from .solution import LadderSolution
from .solver import fits, ladder_problem, solve_ladder

SOLVER = Solver(
    "ladder",
    fits,
    solve_ladder,
    LadderSolution,
    lambda game: 2e-9 * count_hands(game, Cards.OWN, Cards.COMMUNITY),
    ladder_problem,
)
