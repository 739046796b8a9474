"""Bets of several sizes before each shared card, against a paytable."""

from fairfelt.exact.core.problem import has_one_deck

from ..solver import Solver, full_deck
from .solution import StreetsSolution
from .solver import solve_streets, verify_streets

SOLVER = Solver(
    "streets",
    lambda game: not game.showdown and has_one_deck(game) and not game.course,
    solve_streets,
    StreetsSolution,
    seconds=full_deck(3),
    prepare=verify_streets,
)
