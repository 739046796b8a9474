"""A win on two cards that may be carried to the hand of blackjack they begin: carried where that hand is worth it."""

from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.carried import CarriedWin

from ..solver import Keeping, Solver
from .result import pack_carried, read_carried, solve_carried
from .solution import CarriedSolution


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work."""
    assert isinstance(game.course, CarriedWin)
    return 10 * 2.0 ** (game.course.rules.most_hands - 4)


SOLVER = Solver(
    "a win carried to blackjack",
    lambda game: isinstance(game.course, CarriedWin),
    solve_carried,
    CarriedSolution,
    seconds=_seconds,
    prepare=solve_carried,
    keeping=Keeping(pack_carried, read_carried, ships=True),
)
