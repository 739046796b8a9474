"""Advisers: what a coach asks. Most games value one hand by itself; the others are solved in processes that end, and
their solutions lie in files, not in memory."""

from .advisers import (
    find_adviser,
    find_solution,
    is_prepared,
    is_solved,
    prepare_adviser,
    prepare_solution,
    stop_solving,
)

__all__ = [
    "find_adviser",
    "find_solution",
    "is_prepared",
    "is_solved",
    "prepare_adviser",
    "prepare_solution",
    "stop_solving",
]
