"""What cards are worth: one file per ranking, each a reference in plain Python and a straight-line kernel."""

from .census import poker_census
from .five_card import Poker
from .flushes import (
    FLUSH_OR_STRAIGHT_FLUSH,
    LONGEST_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    WILD_FLUSH,
    FlushRun,
)
from .poker import POKER, PokerHand, PokerRanking
from .ranking import LINE_BITS, Hand, Line, Ranking, Tells, line_of
from .refine import Refinement
from .runs import SOLITAIRE_RUN, STRAIGHT_RUN, WRAPPING_RUN, Run
from .three_card import THREE_CARD, THREE_CARD_SPADES, ThreeCard, ThreeCardHand, ThreeCardRanking
from .tracks import TrackRanking

__all__ = [
    "FLUSH_OR_STRAIGHT_FLUSH", "LINE_BITS", "LONGEST_FLUSH", "NATURAL_OR_WILD_FLUSH", "NATURAL_OR_WILD_FLUSH_STRICT",
    "POKER", "SOLITAIRE_RUN", "STRAIGHT_RUN", "THREE_CARD", "THREE_CARD_SPADES", "WILD_FLUSH", "WRAPPING_RUN",
    "FlushRun", "Hand", "Line", "Poker", "PokerHand", "PokerRanking", "Ranking", "Refinement", "Run", "Tells",
    "ThreeCard", "ThreeCardHand", "ThreeCardRanking", "TrackRanking", "line_of", "poker_census",
]  # fmt: skip
