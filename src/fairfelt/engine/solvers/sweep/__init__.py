"""Showdowns of up to seven cards: a sweep over the dealer's hands from the worst up."""

from ..showdown import showdown_solver
from .counter import SweepCounter, fits

SOLVER = showdown_solver("sweep", SweepCounter, fits, kept=True)
