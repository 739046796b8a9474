"""Four-card poker: the best four of up to six cards; three of a kind beats a flush, a flush a straight."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Final

from fairfelt.rules.cards import STANDARD, Card
from fairfelt.rules.hands.poker.five_card import (
    PokerTables,
    grouped,
    key_of,
    letters_of,
    look_up_best,
    named,
    straight_top,
    tables_of,
)
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    AddedRanking,
    Straightline,
    Tells,
    describe_hand,
    line_of,
    lines_of,
    poker_order,
)

BEST: Final = 4


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
"""How many ranks decide between two hands of a line; one where none is named."""


def four_card_value(ranks: Sequence[int], *, suited: bool) -> int:
    """The value of four cards: their line, then the ranks that decide, largest group first."""
    order, sizes = grouped(ranks)
    if sizes in BY_GROUPS:
        return BY_GROUPS[sizes] << LINE_BITS | key_of(order)
    top = straight_top(order)
    if top is None:
        return (FourCard.FLUSH if suited else FourCard.HIGH_CARD) << LINE_BITS | key_of(order)
    return (FourCard.STRAIGHT_FLUSH if suited else FourCard.STRAIGHT) << LINE_BITS | top


class FourCardRanking(AddedRanking):
    """The best four cards; the ace is high, and low in 4-3-2-A. Suits never break a tie."""

    name = "four-card poker"
    tells = Tells.SUITS
    sizes = (4, 5, 6)
    suited_from = BEST
    faces = len(STANDARD)
    lines = lines_of(FourCard)
    order_in_words = poker_order("4-3-2-A")

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        return max(map(_four, combinations(cards, BEST)))

    def describe(self, value: int) -> str:
        line = FourCard(line_of(value))
        return describe_hand(line, letters_of(value, DECIDING.get(line, 1)))

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        self.verify_size(size)
        return Straightline(look_up_best(out, f"{out}_k", mask), named(out, _tables(size)))


@cache
def _tables(size: int) -> PokerTables:
    return tables_of(four_card_value, BEST, size)


def _four(cards: Sequence[Card]) -> int:
    return four_card_value([card.rank for card in cards], suited=len({card.suit for card in cards}) == 1)


FOUR_CARD = FourCardRanking()
