"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""

from ..solver import Solver, full_deck
from .problem import board_problem, fits
from .solution import BoardsSolution
from .solver import solve_boards

SOLVER = Solver("boards", fits, solve_boards, BoardsSolution, full_deck(40), board_problem)
