"""Four cards of a deck with a joker, as a hand of three: four of a kind is the best, and there is no full house."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final

from fairfelt.rules.cards import RANKS, Card
from fairfelt.rules.hands.poker.five_card import ACE, grouped, key_of, letters_of, straight_top
from fairfelt.rules.hands.poker.pai_gow import FROM_FOUR, JokerTables, joker_tables, look_up
from fairfelt.rules.hands.ranking import LINE_BITS, AddedRanking, Straightline, Tells, describe_hand, line_of, lines_of

SIZE: Final = 4
ALL_CARDS: Final = 53
KEY_RANKS: Final = 5
KEY_RANKS_OF_PAIR: Final = 4
"""Ranks in the key of five cards, beside a pair or without: keys of fewer cards are filled up to compare with them."""
WHEEL: Final = RANKS.index("4")


class High(IntEnum):
    """The lines of four cards, from worst to best; up to two pair they are those of five cards."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    FOUR_OF_A_KIND = 8


BY_GROUPS: Final = {
    (2, 1, 1): High.PAIR,
    (2, 2): High.TWO_PAIR,
    (3, 1): High.THREE_OF_A_KIND,
    (4,): High.FOUR_OF_A_KIND,
}
STRAIGHTS: Final = frozenset({High.STRAIGHT, High.STRAIGHT_FLUSH, High.ROYAL_FLUSH})
COMPLETED: Final = frozenset[int]({*STRAIGHTS, High.FLUSH})
"""What the joker may complete; to all else it is an ace."""
TOPS: Final = (*range(WHEEL + 1, ACE), WHEEL, ACE)
"""The highest ranks of straights, from the lowest straight to the highest: 4-3-2-A is the second."""
DECIDING: Final = {
    High.HIGH_CARD: 4,
    High.PAIR: 3,
    High.TWO_PAIR: 2,
    High.THREE_OF_A_KIND: 2,
    High.FLUSH: 4,
    High.FOUR_OF_A_KIND: 1,
}
"""How many ranks decide between two hands of a line that is no straight."""


class FourWithJokerRanking(AddedRanking):
    """Exactly four cards. Values compare with those of two cards in front and of one card alone."""

    name = "four cards with a joker"
    sizes = (SIZE,)
    tells = Tells.SUITS
    knows_joker = True
    lines = lines_of(High)
    faces, start = ALL_CARDS, FROM_FOUR

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        natural = [card for card in cards if not card.is_joker]
        suited = len({card.suit for card in natural}) == 1
        return _of_ranks(tuple(card.rank for card in natural), suited=suited)

    def describe(self, value: int) -> str:
        line = High(line_of(value))
        if line in STRAIGHTS:
            return describe_hand(line, RANKS[TOPS[value & 15]])
        length, count = KEY_RANKS_OF_PAIR if line is High.PAIR else KEY_RANKS, DECIDING[line]
        return describe_hand(line, letters_of(value >> 4 * (length - count), count))

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        self.verify_size(size)
        return look_up(out, mask, _tables())


def one_card_value(cards: Sequence[Card]) -> int:
    """One card alone, by its rank; it compares with two cards in front."""
    (card,) = cards
    return _filled((ACE if card.is_joker else card.rank,), KEY_RANKS)


def natural_value(ranks: Sequence[int], *, suited: bool) -> int:
    """Four cards, none of them the joker."""
    order, sizes = grouped(ranks)
    if sizes in BY_GROUPS:
        length = KEY_RANKS_OF_PAIR if BY_GROUPS[sizes] is High.PAIR else KEY_RANKS
        return BY_GROUPS[sizes] << LINE_BITS | _filled(order, length)
    top = straight_top(order)
    if top is None:
        return (High.FLUSH if suited else High.HIGH_CARD) << LINE_BITS | _filled(order, KEY_RANKS)
    flush = High.ROYAL_FLUSH if top == ACE else High.STRAIGHT_FLUSH
    return (flush if suited else High.STRAIGHT) << LINE_BITS | TOPS.index(top)


def value_with_joker(ranks: Sequence[int], *, suited: bool) -> int:
    """Three cards beside the joker."""
    as_an_ace = natural_value((*ranks, ACE), suited=False)
    missing = set(range(ACE + 1)).difference(ranks)
    completing = [natural_value((*ranks, rank), suited=suited) for rank in missing]
    return max([as_an_ace, *(value for value in completing if line_of(value) in COMPLETED)])


@lru_cache(maxsize=1 << 13)
def _of_ranks(ranks: tuple[int, ...], *, suited: bool) -> int:
    return (natural_value if len(ranks) == SIZE else value_with_joker)(ranks, suited=suited)


@cache
def _tables() -> JokerTables:
    return joker_tables(natural_value, value_with_joker, SIZE, SIZE)


def _filled(order: Sequence[int], length: int) -> int:
    return key_of(order) << 4 * (length - len(order))


FOUR_WITH_JOKER = FourWithJokerRanking()
