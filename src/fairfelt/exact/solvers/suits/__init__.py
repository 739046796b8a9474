"""Showdowns by the longest flush with wild and shared cards."""

from ..showdown import ShowdownSolution
from ..solver import Solver
from .solver import fits, solve_suits

SOLVER = Solver("suits", fits, solve_suits, ShowdownSolution)
