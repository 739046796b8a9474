"""Seven cards set in three hands against a house way."""

from math import comb

from fairfelt.exact.core.problem import verify_deck_to_set
from fairfelt.rules import Game
from fairfelt.rules.courses.three_hands import ThreeHands

from ..solver import Keeping, Solver
from .solution import (
    ThreeHandsSolution,
    best_seconds,
    pack_three_hands,
    read_three_hands,
    solve_three_hands,
    tables_of_three_hands,
)


def _seconds(game: Game) -> float:
    """All pairs of hands of seven."""
    return 115 * comb(len(game.deck), 7) / comb(53, 7)


SOLVER = Solver(
    "three hands",
    lambda game: isinstance(game.course, ThreeHands),
    solve_three_hands,
    ThreeHandsSolution,
    seconds=_seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_three_hands, read_three_hands, ships=True),
    tables=tables_of_three_hands,
    best_seconds=best_seconds,
)
