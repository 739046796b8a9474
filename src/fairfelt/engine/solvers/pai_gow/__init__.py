"""Seven cards set in two or three hands against a house way: pai gow poker."""

from fairfelt.engine.core.problem import verify_deck_to_set

from ..solver import Keeping, Solver
from .set_hands import Course
from .solution import (
    PaiGowSolution,
    best_seconds,
    pack_pai_gow,
    read_pai_gow,
    seconds,
    solve_pai_gow,
    tables_of_pai_gow,
)

SOLVER = Solver(
    "pai gow",
    lambda game: isinstance(game.course, Course),
    solve_pai_gow,
    PaiGowSolution,
    seconds=seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_pai_gow, read_pai_gow, ships=True),
    tables=tables_of_pai_gow,
    best_seconds=best_seconds,
)
