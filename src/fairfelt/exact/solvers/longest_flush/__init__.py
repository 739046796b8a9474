"""Showdowns by the longest flush, nothing shared or wild."""

from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.solvers.solver import Solver

from .solver import fits, solve_longest_flush

SOLVER = Solver("longest flush", fits, solve_longest_flush, ShowdownSolution)
