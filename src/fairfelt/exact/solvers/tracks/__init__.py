"""Showdowns by runs on one or two tracks."""

from ..showdown import ShowdownSolution
from ..solver import Solver
from .solver import fits, solve_tracks

SOLVER = Solver("tracks", fits, solve_tracks, ShowdownSolution)
