"""Pai gow poker: a joker that is an ace or completes a straight or a flush; five cards behind, two in front."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from fairfelt.rules.cards import RANKS, Card

from ..additive import AddedRanking
from ..rank_words import poker_order, rank_word, rank_words
from ..ranking import LINE_BITS, Line, Straightline, Tells, line_of, lines_of
from ..two_card import RankingOfTwo
from .best_five import POKER
from .five_card import ACE, Poker, five_card_value, key_of, letters_of
from .joker_tables import BEST, FROM, JOKER, JokerTables, joker_tables, look_up
from .tables import SIZES

ALL_CARDS: Final = 53
WHEEL: Final = RANKS.index("5")
STRAIGHTS: Final = frozenset[int]({Poker.STRAIGHT, Poker.STRAIGHT_FLUSH})
COMPLETED: Final = STRAIGHTS | {Poker.FLUSH, Poker.ROYAL_FLUSH}
"""What the joker may complete; to all else it is an ace."""


class PaiGow(IntEnum):
    """The lines of five cards, from worst to best; up to the royal flush they are those of poker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10


class PaiGowRanking(AddedRanking):
    """The best five cards; 5-4-3-2-A is the second-highest straight, or by another house rule the lowest."""

    tells = Tells.SUITS
    suited_from = BEST - 1
    """With the joker four cards make a flush."""
    knows_joker = True
    lines = lines_of(PaiGow)
    faces, start = ALL_CARDS, FROM

    def __init__(self, *, wheel_is_second: bool) -> None:
        self.name = "pai gow poker" + ("" if wheel_is_second else ", 5-4-3-2-A the lowest straight")
        ordinary = range(WHEEL + 1, ACE)
        self.tops = (*ordinary, WHEEL, ACE) if wheel_is_second else (WHEEL, *ordinary, ACE)
        """The highest ranks of straights, from the lowest straight to the highest."""
        second = "5-4-3-2-A is the second-highest straight." if wheel_is_second else ""
        self.order_in_words = (
            *poker_order("5-4-3-2-A"),
            "The joker completes a straight or a flush and is otherwise an ace; in a flush it is the highest rank that "
            f"is missing. {second}".rstrip(),
        )

    def __repr__(self) -> str:
        return self.name

    def value(self, cards: Sequence[Card]) -> int:
        _verify_size(len(cards))
        return max(map(self._five, combinations(sorted(cards, key=_rank), BEST)))

    def lines_of_fives(self, cards: Sequence[Card]) -> set[PaiGow]:
        """All lines that five of the cards make."""
        return {PaiGow(line_of(self._five(five))) for five in combinations(sorted(cards, key=_rank), BEST)}

    def describe(self, value: int) -> str:
        line, key = PaiGow(line_of(value)), value & (1 << LINE_BITS) - 1
        if line is PaiGow.FIVE_ACES:
            return "five aces"
        if line in STRAIGHTS:
            return POKER.describe(line << LINE_BITS | self.tops[key])
        return POKER.describe(value)

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        _verify_size(size)
        return look_up(out, mask, self.tables(size))

    @cache  # noqa: B019  (there are two such rankings, and they stay)
    def tables(self, size: int) -> JokerTables:
        """Lookup tables of kernels for hands of `size` cards."""
        return joker_tables(self.natural_value, self.value_with_joker, size)

    def natural_value(self, ranks: Sequence[int], *, suited: bool) -> int:
        """Five cards, none of them the joker."""
        value = five_card_value(ranks, suited=suited)
        line, top = line_of(value), value & 15
        return line << LINE_BITS | self.tops.index(top) if line in STRAIGHTS else value

    def value_with_joker(self, ranks: Sequence[int], *, suited: bool) -> int:
        """Four cards beside the joker."""
        if set(ranks) == {ACE}:
            return PaiGow.FIVE_ACES << LINE_BITS
        as_an_ace = self.natural_value((*ranks, ACE), suited=False)
        missing = set(range(ACE + 1)).difference(ranks)
        completing = [self.natural_value((*ranks, rank), suited=suited) for rank in missing]
        return max([as_an_ace, *(value for value in completing if line_of(value) in COMPLETED)])

    def _five(self, cards: Sequence[Card]) -> int:
        # Plain numbers, for this is where all the time of a table goes.
        natural = [card for card in map(int, cards) if card < JOKER]
        suit = natural[0] // 13
        suited = all(card // 13 == suit for card in natural)
        return self._of_ranks(tuple([card % 13 for card in natural]), suited=suited)

    @lru_cache(maxsize=1 << 15)  # noqa: B019
    def _of_ranks(self, ranks: tuple[int, ...], *, suited: bool) -> int:
        return (self.natural_value if len(ranks) == BEST else self.value_with_joker)(ranks, suited=suited)


class FrontRanking(RankingOfTwo):
    """Two cards: a pair or high cards. Values compare with those of five cards, as if nothing stood beside them."""

    name = "two cards in front"
    tells = Tells.RANKS
    knows_joker = True
    lines = (Line("high card"), Line("pair"))
    faces = ALL_CARDS

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_two(len(cards))
        high, low = sorted((_rank(card) for card in cards), reverse=True)
        if high == low:
            return PaiGow.PAIR << LINE_BITS | key_of((high, 0, 0, 0))
        return PaiGow.HIGH_CARD << LINE_BITS | key_of((high, low, 0, 0, 0))

    def describe(self, value: int) -> str:
        if line_of(value) == PaiGow.PAIR:
            return f"pair of {rank_words(letters_of(value >> 12, 1))}"
        return "-".join(map(rank_word, letters_of(value >> 12, 2)))


def _rank(card: Card) -> int:
    """The joker alone is an ace."""
    return ACE if card.is_joker else card.rank


def _verify_size(count: int) -> None:
    if count not in SIZES:
        raise ValueError(f"pai gow poker ranks the best five of five, six or seven cards, not of {count}")


PAI_GOW = PaiGowRanking(wheel_is_second=True)
PAI_GOW_LOW_WHEEL = PaiGowRanking(wheel_is_second=False)
FRONT = FrontRanking()
