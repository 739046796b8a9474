"""Seven cards set in two hands against a house way: pai gow poker."""

from math import comb

from fairfelt.engine.core.problem import verify_deck_to_set
from fairfelt.rules import Game, PaiGowPoker

from ..solver import Keeping, Solver
from .solution import PaiGowSolution, best_seconds, pack_pai_gow, read_pai_gow, solve_pai_gow, tables_of_pai_gow


def _seconds(game: Game) -> float:
    """All pairs of hands of seven; more where the dealer's hand is seen first."""
    assert isinstance(game.course, PaiGowPoker)
    return (50 if game.course.face_up else 16) * comb(len(game.deck), 7) / comb(53, 7)


SOLVER = Solver(
    "pai gow",
    lambda game: isinstance(game.course, PaiGowPoker),
    solve_pai_gow,
    PaiGowSolution,
    seconds=_seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_pai_gow, read_pai_gow, ships=True),
    tables=tables_of_pai_gow,
    best_seconds=best_seconds,
)
