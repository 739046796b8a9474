"""Bets of several sizes before each shared card, against a paytable."""

from fairfelt.exact.core.problem import has_one_deck

from ..solver import Solver
from .solution import StreetsSolution
from .solver import solve_streets

SOLVER = Solver("streets", lambda game: not game.showdown and has_one_deck(game), solve_streets, StreetsSolution)
