"""Leaks of a game: what is exposed, what it costs a year, what prevents it, and what was found before."""
