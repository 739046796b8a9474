"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""

from math import comb

from fairfelt.rules import Cards

from ..solver import Keeping, Solver, count_hands
from .problem import board_problem, fits
from .solution import BoardsSolution
from .solver import pack_boards, read_boards, solve_boards

SOLVER = Solver(
    "boards",
    fits,
    solve_boards,
    BoardsSolution,
    lambda game: (
        1.6e-8 * count_hands(game, Cards.COMMUNITY) * comb(len(game.deck) - game.deal.count(Cards.COMMUNITY), 2)
    ),
    board_problem,
    Keeping(pack_boards, read_boards),
)
