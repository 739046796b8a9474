"""Fold or bet before each shared card, against a paytable."""

from ..solver import Solver, full_deck
from .solution import LadderSolution
from .solver import fits, ladder_problem, solve_ladder

SOLVER = Solver("ladder", fits, solve_ladder, LadderSolution, full_deck(5), ladder_problem)
