"""Counting on a graphics card: the heavy parts of the solvers, equal to the last integer to what threads count."""

from .boards import endings_on, push_on
from .suits import solve_boards_on

__all__ = ["endings_on", "push_on", "solve_boards_on"]
