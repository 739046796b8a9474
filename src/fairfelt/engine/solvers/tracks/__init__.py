"""Showdowns by runs on one or two tracks."""

from fairfelt.engine.core.problem import showdown_problem
from fairfelt.rules import Cards

from ..showdown import ShowdownSolution
from ..solver import Solver, count_hands
from .solver import fits, solve_tracks

SOLVER = Solver(
    "tracks", fits, solve_tracks, ShowdownSolution, lambda game: 9e-9 * count_hands(game, Cards.OWN), showdown_problem
)
