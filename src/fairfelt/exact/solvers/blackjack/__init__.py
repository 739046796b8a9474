"""Blackjack solved by the cards of each hand and the up card, and counted in whole numbers."""

from fairfelt.rules import Blackjack, Game

from ..solver import Keeping, Solver
from .solution import BlackjackSolution, pack_blackjack, read_blackjack, solve_blackjack


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work."""
    assert isinstance(game.course, Blackjack)
    return 10 * 2.0 ** (game.course.rules.most_hands - 4)


SOLVER = Solver(
    "blackjack",
    lambda game: isinstance(game.course, Blackjack),
    solve_blackjack,
    BlackjackSolution,
    seconds=_seconds,
    prepare=solve_blackjack,
    keeping=Keeping(pack_blackjack, read_blackjack, ships=True),
)
