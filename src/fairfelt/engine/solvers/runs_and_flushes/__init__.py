"""Showdowns by the longest run or flush: polynomials in the number of cards, by suit or by track."""

from functools import partial

from ..showdown import showdown_solver
from .flushes import FlushCounter
from .shared_flushes import SharedFlushCounter
from .tracks import TrackCounter

SOLVERS = (
    showdown_solver("longest flush", FlushCounter, lambda game: FlushCounter.of(game, 0) is not None),
    showdown_solver("tracks", TrackCounter, lambda game: TrackCounter.of(game, 0) is not None),
    showdown_solver(
        "suits",
        partial(SharedFlushCounter, exposed=0),
        lambda game: SharedFlushCounter.of(game, 0) is not None,
        kept=True,
        ships=True,
    ),
)

__all__ = ["SOLVERS", "FlushCounter", "SharedFlushCounter", "TrackCounter"]
