"""Four-card poker: the best four of up to six cards; three of a kind beats a flush, a flush a straight."""

from __future__ import annotations

from enum import IntEnum
from functools import partial

from fairfelt.rules.hands.poker.five_card import BestCardsRanking, look_up_best, value_by_lines
from fairfelt.rules.hands.ranking import lines_of, poker_order


class FourCard(IntEnum):
    """The lines of four-card poker, from worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


BY_GROUPS = {
    (2, 1, 1): FourCard.PAIR,
    (2, 2): FourCard.TWO_PAIR,
    (3, 1): FourCard.THREE_OF_A_KIND,
    (4,): FourCard.FOUR_OF_A_KIND,
}
DECIDING = {
    FourCard.HIGH_CARD: 4,
    FourCard.PAIR: 3,
    FourCard.TWO_PAIR: 2,
    FourCard.FLUSH: 4,
    FourCard.THREE_OF_A_KIND: 2,
}


class FourCardRanking(BestCardsRanking):
    """The best four cards."""

    name = "four-card poker"
    sizes = (4, 5, 6)
    suited_from = 4
    kinds, worth = FourCard, partial(value_by_lines, FourCard, BY_GROUPS)
    deciding, look = DECIDING, look_up_best
    lines = lines_of(FourCard)
    order_in_words = poker_order("4-3-2-A")


FOUR_CARD = FourCardRanking()
