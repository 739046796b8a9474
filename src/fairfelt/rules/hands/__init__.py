"""What cards are worth: one file per ranking, each a reference in plain Python and a straight-line kernel."""

from fairfelt.rules.hands.poker.five_card import POKER, Poker, PokerRanking
from fairfelt.rules.hands.poker.pai_gow import (
    FORTUNE,
    FRONT,
    PAI_GOW,
    PAI_GOW_LOW_WHEEL,
    Fortune,
    FortuneRanking,
    FrontRanking,
    PaiGow,
    PaiGowRanking,
)
from fairfelt.rules.hands.ranking import LINE_BITS, AddedRanking, Line, Lines, Ranking, Tells, line_census, line_of
from fairfelt.rules.hands.tracks import (
    FLUSH_OR_STRAIGHT_FLUSH,
    LONGEST_FLUSH,
    LONGEST_STRAIGHT_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    SOLITAIRE_RUN,
    STRAIGHT_RUN,
    WILD_FLUSH,
    WRAPPING_RUN,
    TrackRanking,
)
from fairfelt.rules.hands.two_card import (
    BOUNTY,
    ROYAL_MATCH,
    Match,
    OneCardRanking,
    RankingOfThree,
    Refinement,
    StartingHands,
    ThreeOfAShoe,
    Twenty,
    TwoCardRanking,
)

from .poker.four_card import FOUR_CARD, FourCard, FourCardRanking
from .poker.three_card import THREE_CARD, THREE_CARD_SPADES, ThreeCard, ThreeCardRanking
from .poker.wild_poker import WILD_POKER, WildPoker, WildPokerRanking

__all__ = [
    "BOUNTY", "FLUSH_OR_STRAIGHT_FLUSH", "FORTUNE", "FOUR_CARD", "FRONT", "LINE_BITS", "LONGEST_FLUSH",
    "LONGEST_STRAIGHT_FLUSH", "NATURAL_OR_WILD_FLUSH", "NATURAL_OR_WILD_FLUSH_STRICT", "PAI_GOW", "PAI_GOW_LOW_WHEEL",
    "POKER", "ROYAL_MATCH", "SOLITAIRE_RUN", "STRAIGHT_RUN", "THREE_CARD", "THREE_CARD_SPADES", "WILD_FLUSH",
    "WILD_POKER", "WRAPPING_RUN", "AddedRanking", "Fortune", "FortuneRanking", "FourCard", "FourCardRanking",
    "FrontRanking", "Line", "Lines", "Match", "OneCardRanking", "PaiGow", "PaiGowRanking", "Poker", "PokerRanking",
    "Ranking", "RankingOfThree", "Refinement", "StartingHands", "Tells", "ThreeCard", "ThreeCardRanking",
    "ThreeOfAShoe", "TrackRanking", "Twenty", "TwoCardRanking", "WildPoker", "WildPokerRanking", "line_census",
    "line_of",
]  # fmt: skip
