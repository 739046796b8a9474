"""Two hands of blackjack that may exchange their second cards: every four cards and up card, kept and exchanged."""

from math import comb

from fairfelt.exact.solvers.blackjack.shoe import shoe_of
from fairfelt.rules import BlackjackSwitch, Game
from fairfelt.rules.courses.blackjack.rules import TEN

from ..solver import Keeping, Solver
from .result import pack_switch, read_switch, solve_switch
from .solution import SwitchSolution


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work, which is done for each up card and each hand beside another."""
    assert isinstance(game.course, BlackjackSwitch)
    kinds = sum(held > 0 for held in shoe_of(game.deck))
    return 75 * 2.0 ** (game.course.rules.most_hands - 4) * kinds / TEN * comb(kinds + 1, 2) / comb(TEN + 1, 2)


SOLVER = Solver(
    "two hands with an exchange",
    lambda game: isinstance(game.course, BlackjackSwitch),
    solve_switch,
    SwitchSolution,
    seconds=_seconds,
    prepare=solve_switch,
    keeping=Keeping(pack_switch, read_switch, ships=True),
)
