"""Bets of several sizes before each shared card, against a paytable."""

from fairfelt.exact.core.problem import has_one_deck
from fairfelt.rules import Cards

from ..solver import Solver, count_hands
from .solution import StreetsSolution
from .solver import solve_streets, verify_streets

SOLVER = Solver(
    "streets",
    lambda game: not game.showdown and has_one_deck(game) and not game.course,
    solve_streets,
    StreetsSolution,
    seconds=lambda game: 2e-7 * count_hands(game, Cards.OWN, Cards.COMMUNITY),
    prepare=verify_streets,
)
