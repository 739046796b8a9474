"""Courses of play with all cards face up at a decision: war, baccarat."""

from fairfelt.rules import Game

from ..solver import Solver
from .solution import CourseSolution
from .solver import solve_course

MOST_KINDS = 13


def _seconds(game: Game) -> float:
    """States of a shoe grow with the kinds of cards and the cards that come."""
    assert game.course
    kinds = len({game.course.alike(card) for card in game.deck.faces})
    return 6e-6 * float(kinds) ** min(game.course.most_cards(1) - 1, 8) if kinds > MOST_KINDS else 1.0


SOLVER = Solver("course", lambda game: game.course is not None, solve_course, CourseSolution, seconds=_seconds)
