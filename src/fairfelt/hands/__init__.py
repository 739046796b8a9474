"""What cards are worth: one file per ranking, each a reference in plain Python and a straight-line kernel."""

from .flushes import (
    FLUSH_OR_STRAIGHT_FLUSH,
    LONGEST_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    WILD_FLUSH,
    FlushRun,
)
from .ranking import LINE_BITS, Hand, Line, Ranking, Tells, line_of
from .runs import SOLITAIRE_RUN, STRAIGHT_RUN, WRAPPING_RUN, Run
from .tracks import TrackRanking

__all__ = [
    "FLUSH_OR_STRAIGHT_FLUSH", "LINE_BITS", "LONGEST_FLUSH", "NATURAL_OR_WILD_FLUSH", "NATURAL_OR_WILD_FLUSH_STRICT",
    "SOLITAIRE_RUN", "STRAIGHT_RUN", "WILD_FLUSH", "WRAPPING_RUN", "FlushRun", "Hand", "Line", "Ranking", "Run",
    "Tells", "TrackRanking", "line_of",
]  # fmt: skip
