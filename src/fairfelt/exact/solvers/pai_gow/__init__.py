"""Seven cards set in two hands against a house way: pai gow poker."""

from fairfelt.rules import PaiGowPoker

from ..solver import Solver, full_deck
from .solution import PaiGowSolution, solve_pai_gow

SOLVER = Solver(
    "pai gow", lambda game: isinstance(game.course, PaiGowPoker), solve_pai_gow, PaiGowSolution, seconds=full_deck(80)
)
