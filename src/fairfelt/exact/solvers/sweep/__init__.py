"""Showdowns of up to six cards: a sweep over the dealer's hands from the worst up."""

from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.solvers.solver import Solver

from .solver import fits, solve_sweep

SOLVER = Solver("sweep", fits, solve_sweep, ShowdownSolution)
