"""Rankings of two cards, and of three that are looked up by all three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from fairfelt.rules.cards import RANKS, Card
from fairfelt.rules.hands.ranking import LINE_BITS, Line, Ranking, Straightline, Tells, line_of
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


CARDS = 52
ACE, KING, QUEEN, NINE = (RANKS.index(letter) for letter in "AKQ9")
TEN_RANKS = frozenset(RANKS.index(letter) for letter in "TJQK")


class Match(IntEnum):
    """Lines of two cards of one suit, and the best of them on both sides."""

    NONE = 0
    EASY = 1
    SUITED_BLACKJACK = 2
    ROYAL = 3
    BOTH_ROYAL = 4


class Twenty(IntEnum):
    """Lines of two cards that make twenty, and what goes with the best of them."""

    NONE = 0
    BLACKJACK = 1
    UNSUITED = 2
    UNSUITED_KINGS = 3
    SUITED = 4
    TWINS = 5
    TWIN_KINGS = 6
    KINGS_OF_SPADES = 7
    KINGS_AND_BLACKJACK = 8


class RankingOfTwo(Ranking):
    """A ranking of two cards, which looks its values up by both."""

    faces = CARDS

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by first card and second."""
        cards = [Card(number) for number in range(self.faces)]
        return np.array([[self.value((first, second)) for second in cards] for first in cards], np.int32)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self.verify_two(len(cards))
        first, second = cards
        return Straightline((f"{out} = {out}_table[{first}, {second}]",), {f"{out}_table": self.table})

    def verify_two(self, count: int) -> None:
        """Refuse any other number of cards."""
        if count != 2:
            raise ValueError(f"“{self.name}” ranks two cards, not {count}")


class TwoCardRanking(RankingOfTwo):
    """Two cards by a rule that gives their line; inside a line all hands are equal."""

    tells = Tells.CARDS

    def __init__(self, name: str, lines: Sequence[Line], line: Callable[[Card, Card], int]) -> None:
        self.name = name
        self.lines = tuple(lines)
        self._line = line

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_two(len(cards))
        return int(self._line(*cards)) << LINE_BITS

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name


def _match(first: Card, second: Card) -> Match:
    if first.suit != second.suit:
        return Match.NONE
    ranks = {first.rank, second.rank}
    if ranks == {KING, QUEEN}:
        return Match.ROYAL
    return Match.SUITED_BLACKJACK if _blackjack(ranks) else Match.EASY


def _twenty(first: Card, second: Card) -> Twenty:
    ranks = {first.rank, second.rank}
    if _blackjack(ranks):
        return Twenty.BLACKJACK
    if not (ranks <= TEN_RANKS or ranks == {ACE, NINE}):
        return Twenty.NONE
    if first == second:
        kings = Twenty.KINGS_OF_SPADES if first.suit == 3 else Twenty.TWIN_KINGS
        return kings if first.rank == KING else Twenty.TWINS
    if first.suit == second.suit:
        return Twenty.SUITED
    return Twenty.UNSUITED_KINGS if ranks == {KING} else Twenty.UNSUITED


def _blackjack(ranks: set[int]) -> bool:
    return ACE in ranks and bool(ranks & TEN_RANKS)


ROYAL_MATCH = TwoCardRanking(
    "two cards of one suit",
    (
        Line("no match"),
        Line("easy match"),
        Line("suited blackjack", kind_of=Match.EASY),
        Line("royal match"),
        Line("royal match of player and dealer", kind_of=Match.ROYAL),
    ),
    _match,
)

BOUNTY = TwoCardRanking(
    "two cards that make twenty",
    (
        Line("no twenty"),
        Line("blackjack"),
        Line("unsuited twenty"),
        Line("unsuited kings"),
        Line("suited twenty"),
        Line("suited queens, jacks or tens"),
        Line("suited kings"),
        Line("kings of spades"),
        Line("kings of spades and a dealer's blackjack"),
    ),
    _twenty,
)


SIZE = 3


class RankingOfThree(Ranking):
    """A ranking of three cards, twins among them or not, which looks its values up."""

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by the three cards."""
        table = np.empty((CARDS, CARDS, CARDS), np.int32)
        for hand in combinations_with_replacement(range(CARDS), SIZE):
            value = self.value([Card(number) for number in hand])
            for order in permutations(hand):
                table[order] = value
        return table

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self.verify_three(len(cards))
        return Straightline((f"{out} = {out}_table[{', '.join(cards)}]",), {f"{out}_table": self.table})

    def verify_three(self, count: int) -> None:
        """Refuse any other number of cards."""
        if count != SIZE:
            raise ValueError(f"“{self.name}” ranks three cards, not {count}")


class ThreeOfAShoe(RankingOfThree):
    """Three cards by a rule that gives their line; inside a line all hands are equal."""

    tells = Tells.CARDS

    def __init__(self, name: str, lines: Sequence[Line], line: Callable[[Sequence[Card]], int]) -> None:
        self.name = name
        self.lines = tuple(lines)
        self._line = line

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_three(len(cards))
        return int(self._line(cards)) << LINE_BITS

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name
