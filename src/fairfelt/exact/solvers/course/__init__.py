"""Courses of play with all cards face up at a decision: war, baccarat."""

from ..solver import Solver, full_deck
from .solution import CourseSolution
from .solver import solve_course

SOLVER = Solver("course", lambda game: game.course is not None, solve_course, CourseSolution, seconds=full_deck(3))
