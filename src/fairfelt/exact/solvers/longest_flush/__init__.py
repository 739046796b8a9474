"""Showdowns by the longest flush, nothing shared or wild."""

from fairfelt.exact.core.problem import showdown_problem

from ..showdown import ShowdownSolution
from ..solver import Solver, full_deck
from .solver import fits, solve_longest_flush

SOLVER = Solver("longest flush", fits, solve_longest_flush, ShowdownSolution, full_deck(8), showdown_problem)
