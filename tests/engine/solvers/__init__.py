"""Solvers: what each takes a game apart into, and that every way comes to the same."""
