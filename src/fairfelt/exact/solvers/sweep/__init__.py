"""Showdowns of up to six cards: a sweep over the dealer's hands from the worst up."""

from ..showdown import ShowdownSolution
from ..solver import Solver
from .solver import fits, solve_sweep

SOLVER = Solver("sweep", fits, solve_sweep, ShowdownSolution)
