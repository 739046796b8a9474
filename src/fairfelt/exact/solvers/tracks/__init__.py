"""Showdowns by runs on one or two tracks."""

from fairfelt.exact.core.problem import showdown_problem

from ..showdown import ShowdownSolution
from ..solver import Solver, full_deck
from .solver import fits, solve_tracks

SOLVER = Solver("tracks", fits, solve_tracks, ShowdownSolution, full_deck(10), showdown_problem)
