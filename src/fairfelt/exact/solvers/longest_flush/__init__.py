"""Showdowns by the longest flush, nothing shared or wild."""

from ..showdown import ShowdownSolution
from ..solver import Solver
from .solver import fits, solve_longest_flush

SOLVER = Solver("longest flush", fits, solve_longest_flush, ShowdownSolution)
