"""Showdowns by the longest flush, nothing shared or wild."""

from fairfelt.exact.core.problem import showdown_problem
from fairfelt.rules import Cards

from ..showdown import ShowdownSolution
from ..solver import Solver, count_hands
from .solver import fits, solve_longest_flush

SOLVER = Solver(
    "longest flush",
    fits,
    solve_longest_flush,
    ShowdownSolution,
    lambda game: 9e-8 * count_hands(game, Cards.OWN),
    showdown_problem,
)
