"""Courses of play: every card that can come, and every sight where cards lie face down at a decision."""

from fairfelt.rules import Game

from ..solver import Solver
from .price import price_of, verify_price
from .solution import CourseSolution
from .solver import solve_course

LEAST_S = 1.0


def _seconds(game: Game) -> float:
    """By the places that its rounds pass."""
    return max(LEAST_S, price_of(game).seconds)


SOLVER = Solver(
    "course",
    lambda game: game.course is not None,
    solve_course,
    CourseSolution,
    seconds=_seconds,
    prepare=verify_price,
)
