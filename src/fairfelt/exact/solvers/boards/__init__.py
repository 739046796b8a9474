"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""

from ..solver import Solver
from .problem import fits
from .solution import BoardsSolution
from .solver import solve_boards

SOLVER = Solver("boards", fits, solve_boards, BoardsSolution)
