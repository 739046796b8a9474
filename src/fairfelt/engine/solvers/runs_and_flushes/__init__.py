"""Showdowns by the longest run or flush: polynomials in the number of cards, by suit or by track."""

from ..showdown import showdown_solver
from .flushes import FlushCounter
from .shared_flushes import SharedFlushCounter
from .tracks import TrackCounter

SOLVERS = (
    showdown_solver("longest flush", FlushCounter.of),
    showdown_solver("tracks", TrackCounter.of),
    showdown_solver("suits", SharedFlushCounter.of, kept=True, ships=True),
)

__all__ = ["SOLVERS", "FlushCounter", "SharedFlushCounter", "TrackCounter"]
