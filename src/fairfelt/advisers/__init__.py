"""Advisers: solved games that a coach asks. They are solved in processes that end, and lie in files, not in memory."""

from .advisers import find_adviser, find_solution, is_prepared, prepare_adviser, stop_solving

__all__ = ["find_adviser", "find_solution", "is_prepared", "prepare_adviser", "stop_solving"]
