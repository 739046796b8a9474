"""Fold or bet before each shared card, against a paytable."""

from ..solver import Solver
from .solution import LadderSolution
from .solver import fits, solve_ladder

SOLVER = Solver("ladder", fits, solve_ladder, LadderSolution)
