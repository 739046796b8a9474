"""Two hands with the same hole cards over the arms of a cross, with a bet before each part of it is shown."""

from math import comb

from fairfelt.rules import Cross, Game

from ..solver import Keeping, Solver
from .solution import CrossSolution
from .solver import pack_cross, read_cross, solve_cross, verify_cross


def _seconds(game: Game) -> float:
    """All arms and middle cards with every two hole cards, twice."""
    left = len(game.deck) - 2
    return 120 * comb(left, 2) ** 2 * left / (comb(50, 2) ** 2 * 50)


SOLVER = Solver(
    "cross",
    lambda game: isinstance(game.course, Cross),
    solve_cross,
    CrossSolution,
    seconds=_seconds,
    prepare=verify_cross,
    keeping=Keeping(pack_cross, read_cross, ships=True),
)
