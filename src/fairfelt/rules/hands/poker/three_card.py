"""Three-card poker: a straight beats a flush, and three of a kind beats both."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from fairfelt.rules.cards import RANKS, SUITS, Card, card
from fairfelt.rules.hands.poker.five_card import ACE, grouped, key_of, letters_of, straight_top
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    Line,
    Ranking,
    Straightline,
    Tells,
    describe_hand,
    line_of,
    lines_of,
    poker_order,
)
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPADES = SUITS.index("s")

RANK_WEIGHTS = (0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556)
"""Any three of them, repeated or not, have a sum of their own."""
SUIT_WEIGHTS = (0, 1, 4, 13)
"""Any three of them, repeated or not, have a sum of their own."""
RANK_BITS = 13


class ThreeCard(IntEnum):
    """The lines of three-card poker, from worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL = 6
    ROYAL_SPADES = 7


LINES = (
    *lines_of(ThreeCard)[: ThreeCard.ROYAL],
    Line("AKQ suited", kind_of=ThreeCard.STRAIGHT_FLUSH),
    Line("AKQ of spades", kind_of=ThreeCard.ROYAL),
)

DECIDING = {ThreeCard.HIGH_CARD: 3, ThreeCard.PAIR: 2, ThreeCard.FLUSH: 3}
"""How many ranks decide between two hands of a line; one where none is named."""


ROYALS = {ThreeCard.ROYAL: "mini royal", ThreeCard.ROYAL_SPADES: "mini royal in spades"}


class ThreeCardRanking(Ranking):
    """Three cards; the ace is high, and low in 3-2-A. Suits never break a tie. Twins of one suit make a flush."""

    sizes = (3,)
    suited_from = 3
    order_in_words = poker_order("3-2-A")

    def __init__(self, name: str, *, spades: bool) -> None:
        self.name, self.spades = name, spades
        self.lines = LINES if spades else LINES[: ThreeCard.ROYAL_SPADES]
        self.tells = Tells.CARDS if spades else Tells.SUITS

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        order, sizes = grouped(card.rank for card in cards)
        if sizes == (3,):
            return _value(ThreeCard.THREE_OF_A_KIND, order)
        suits = {card.suit for card in cards}
        if sizes == (2, 1):
            paired = _value(ThreeCard.PAIR, order)
            return paired if len(suits) > 1 else _value(ThreeCard.FLUSH, sorted((c.rank for c in cards), reverse=True))
        top = straight_top(order)
        if top is None:
            return _value(ThreeCard.FLUSH if len(suits) == 1 else ThreeCard.HIGH_CARD, order)
        return _value(self._straight(top, suits), (top,))

    def _straight(self, top: int, suits: set[int]) -> ThreeCard:
        if len(suits) > 1:
            return ThreeCard.STRAIGHT
        if top < ACE:
            return ThreeCard.STRAIGHT_FLUSH
        return ThreeCard.ROYAL_SPADES if self.spades and suits == {SPADES} else ThreeCard.ROYAL

    def describe(self, value: int) -> str:
        line = ThreeCard(line_of(value))
        return ROYALS.get(line) or describe_hand(line, letters_of(value, DECIDING.get(line, 1)))

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by suits (mixed, one suit, all spades) and sum of rank weights."""
        table = np.zeros((3, 3 * max(RANK_WEIGHTS) + 1), np.int32)
        for ranks in combinations_with_replacement(range(len(RANKS)), 3):
            place = sum(RANK_WEIGHTS[rank] for rank in ranks)
            for row, suits in enumerate(((0, 1, 2), (0, 0, 0), (SPADES, SPADES, SPADES))):
                table[row, place] = self.value([card(*pair) for pair in zip(ranks, suits, strict=True)])
        return table

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self.verify_size(len(cards))
        weights, rows, table, key = (f"{out}_{what}" for what in ("weights", "rows", "table", "k"))
        return Straightline(
            (
                f"{key} = " + " + ".join(f"{weights}[{card}]" for card in cards),
                f"{out} = {table}[{rows}[{key} >> {RANK_BITS}], {key} & {(1 << RANK_BITS) - 1}]",
            ),
            {weights: _card_weights(), rows: _suit_rows(), table: self.table},
        )


def _card_weights() -> NDArray[np.uint32]:
    """Rank weights in the low bits, suit weights above them: a hand's is the sum of its cards'."""
    return np.array([suit << RANK_BITS | rank for suit in SUIT_WEIGHTS for rank in RANK_WEIGHTS], np.uint32)


def _suit_rows() -> NDArray[np.uint8]:
    """The row of the table for each sum of suit weights."""
    rows = np.zeros(3 * SUIT_WEIGHTS[SPADES] + 1, np.uint8)
    rows[[3 * weight for weight in SUIT_WEIGHTS]] = 1
    rows[3 * SUIT_WEIGHTS[SPADES]] = 2
    return rows


def _value(category: ThreeCard, order: Sequence[int]) -> int:
    return category << LINE_BITS | key_of(order)


THREE_CARD = ThreeCardRanking("three-card poker", spades=False)
THREE_CARD_SPADES = ThreeCardRanking("three-card poker with AKQ of spades", spades=True)
