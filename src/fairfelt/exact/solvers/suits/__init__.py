"""Showdowns by the longest flush with wild and shared cards."""

from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.solvers.solver import Solver

from .solver import fits, solve_suits

SOLVER = Solver("suits", fits, solve_suits, ShowdownSolution)
