"""Five-card poker: the best five of five, six or seven cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from fairfelt.rules.cards import STANDARD, Card
from fairfelt.rules.hands.rank_words import describe_hand, poker_order
from fairfelt.runtime.compute.lazy_numpy import np

from ..additive import AddedRanking
from ..ranking import Line, Straightline, Tells, line_of, lines_of
from .five_card import Poker, five_card_value, letters_of
from .tables import SIZES, look_up, named_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

DECIDING = {
    Poker.HIGH_CARD: 5,
    Poker.PAIR: 4,
    Poker.TWO_PAIR: 3,
    Poker.THREE_OF_A_KIND: 3,
    Poker.FLUSH: 5,
    Poker.FULL_HOUSE: 2,
    Poker.FOUR_OF_A_KIND: 2,
}
"""How many ranks decide between two hands of a line; one where none is named."""


class PokerRanking(AddedRanking):
    """The best five cards; the ace is high, and low in 5-4-3-2-A. Suits never break a tie."""

    name = "poker"
    tells = Tells.SUITS
    suited_from = 5
    faces = len(STANDARD)
    lines = (
        *lines_of(Poker)[: Poker.ROYAL_FLUSH],
        Line("royal flush", kind_of=Poker.STRAIGHT_FLUSH),
    )
    order_in_words = poker_order("5-4-3-2-A")

    def value(self, cards: Sequence[Card]) -> int:
        _verify_size(len(cards))
        return max(map(_five, combinations(cards, 5)))

    def describe(self, value: int) -> str:
        line = Poker(line_of(value))
        return describe_hand(line, letters_of(value, DECIDING.get(line, 1)))

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        _verify_size(size)
        return Straightline(look_up(out, f"{out}_k", mask), named_tables(out, size))

    def batch(self, hands: NDArray[np.uint8]) -> NDArray[np.int32]:
        _verify_size(hands.shape[1])
        return super().batch(np.ascontiguousarray(hands, np.uint8))


def _five(cards: Sequence[Card]) -> int:
    return five_card_value([card.rank for card in cards], suited=len({card.suit for card in cards}) == 1)


def _verify_size(count: int) -> None:
    if count not in SIZES:
        raise ValueError(f"poker ranks the best five of five, six or seven cards, not of {count}")


POKER = PokerRanking()
