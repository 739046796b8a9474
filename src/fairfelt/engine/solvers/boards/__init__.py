"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""

from math import comb

from fairfelt.rules import Cards, Game

from ..solver import Keeping, Solver, count_hands
from .problem import fits
from .solution import BoardsSolution
from .solver import pack_boards, prepare_boards, read_boards, solve_boards


def _seconds(game: Game) -> float:
    """By the boards and the pairs beside them."""
    return 3.2e-9 * count_hands(game, Cards.COMMUNITY) * comb(len(game.deck) - game.deal.count(Cards.COMMUNITY), 2)


SOLVER = Solver(
    "boards",
    fits,
    solve_boards,
    BoardsSolution,
    _seconds,
    prepare_boards,
    Keeping(pack_boards, read_boards),
)
