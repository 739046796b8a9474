"""Two hands of blackjack that may exchange their second cards: every four cards and up card, kept and exchanged."""

from fairfelt.rules import BlackjackSwitch, Game

from ..solver import Solver
from .result import solve_switch
from .solution import SwitchSolution


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work."""
    assert isinstance(game.course, BlackjackSwitch)
    return 75 * 2.0 ** (game.course.rules.most_hands - 4)


SOLVER = Solver(
    "two hands with an exchange",
    lambda game: isinstance(game.course, BlackjackSwitch),
    solve_switch,
    SwitchSolution,
    seconds=_seconds,
    prepare=solve_switch,
)
