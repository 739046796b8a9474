"""Two cards each and shared cards in streets, against a dealer: the hold'em games."""

from math import comb

from fairfelt.rules import Cards, Game

from ..solver import Keeping, Solver, count_hands
from .kinds import counts_by_kind
from .problem import board_problem, fits
from .solution import BoardsSolution
from .solver import pack_boards, read_boards, solve_boards


def _seconds(game: Game) -> float:
    """By the boards and the pairs beside them, far quicker where they are counted by kinds of cards."""
    pairs = comb(len(game.deck) - game.deal.count(Cards.COMMUNITY), 2)
    return (3.2e-9 if counts_by_kind(game) else 1.6e-8) * count_hands(game, Cards.COMMUNITY) * pairs


SOLVER = Solver(
    "boards",
    fits,
    solve_boards,
    BoardsSolution,
    _seconds,
    board_problem,
    Keeping(pack_boards, read_boards),
)
