"""Showdowns by runs on one or two tracks."""

from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.solvers.solver import Solver

from .solver import fits, solve_tracks

SOLVER = Solver("tracks", fits, solve_tracks, ShowdownSolution)
