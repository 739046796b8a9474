"""What cards are worth: one file per ranking, each a reference in plain Python and a straight-line kernel."""

from .additive import AddedRanking, line_census
from .flushes import (
    FLUSH_OR_STRAIGHT_FLUSH,
    LONGEST_FLUSH,
    LONGEST_STRAIGHT_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    WILD_FLUSH,
)
from .poker.best_five import POKER, PokerRanking
from .poker.five_card import Poker
from .poker.fortune import FORTUNE, Fortune, FortuneRanking
from .poker.four_card import FOUR_CARD, FourCard, FourCardRanking
from .poker.pai_gow import FRONT, PAI_GOW, PAI_GOW_LOW_WHEEL, FrontRanking, PaiGow, PaiGowRanking
from .poker.three_card import THREE_CARD, THREE_CARD_SPADES, ThreeCard, ThreeCardRanking
from .poker.wild_poker import WILD_POKER, WildPoker, WildPokerRanking
from .ranking import LINE_BITS, Line, Ranking, Tells, line_of
from .refinement import Refinement, StartingHands
from .runs import SOLITAIRE_RUN, STRAIGHT_RUN, WRAPPING_RUN
from .track_ranking import TrackRanking
from .two_card import BOUNTY, ROYAL_MATCH, Match, RankingOfThree, ThreeOfAShoe, Twenty, TwoCardRanking

__all__ = [
    "BOUNTY", "FLUSH_OR_STRAIGHT_FLUSH", "FORTUNE", "FOUR_CARD", "FRONT", "LINE_BITS", "LONGEST_FLUSH",
    "LONGEST_STRAIGHT_FLUSH", "NATURAL_OR_WILD_FLUSH", "NATURAL_OR_WILD_FLUSH_STRICT", "PAI_GOW", "PAI_GOW_LOW_WHEEL",
    "POKER", "ROYAL_MATCH", "SOLITAIRE_RUN", "STRAIGHT_RUN", "THREE_CARD", "THREE_CARD_SPADES", "WILD_FLUSH",
    "WILD_POKER", "WRAPPING_RUN", "AddedRanking", "Fortune", "FortuneRanking", "FourCard",
    "FourCardRanking", "FrontRanking", "Line", "Match", "PaiGow", "PaiGowRanking", "Poker",
    "PokerRanking", "Ranking", "RankingOfThree", "Refinement", "StartingHands", "Tells",
    "ThreeCard", "ThreeCardRanking", "ThreeOfAShoe", "TrackRanking", "Twenty", "TwoCardRanking",
    "WildPoker", "WildPokerRanking", "line_census", "line_of",
]  # fmt: skip
