"""Games that are one bet on the first cards of a shoe."""

from ..solver import Solver
from .solver import FirstCardsSolution, solve_first_cards, verify_first_cards

SOLVER = Solver(
    "first cards",
    lambda game: not game.streets and not game.showdown and not game.course,
    solve_first_cards,
    FirstCardsSolution,
    seconds=lambda game: 0.02,
    prepare=verify_first_cards,
)
