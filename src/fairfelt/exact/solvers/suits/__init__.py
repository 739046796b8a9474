"""Showdowns by the longest flush with wild and shared cards."""

from ..showdown import ShowdownSolution
from ..solver import Solver, full_deck
from .solver import fits, solve_suits, suits_problem

SOLVER = Solver("suits", fits, solve_suits, ShowdownSolution, full_deck(32), suits_problem)
