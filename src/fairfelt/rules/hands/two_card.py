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


class LookUpRanking(Ranking):
    """A ranking of a few cards, twins among them or not, which looks its values up by all of them."""

    faces = CARDS

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by the cards, in any order."""
        (size,) = self.sizes
        table = np.empty((self.faces,) * size, np.int32)
        for hand in combinations_with_replacement(range(self.faces), size):
            value = self.value([Card(number) for number in hand])
            for order in permutations(hand):
                table[order] = value
        return table

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self.verify_size(len(cards))
        return Straightline((f"{out} = {out}_table[{', '.join(cards)}]",), {f"{out}_table": self.table})


class LineRanking(LookUpRanking):
    """Cards by a rule that gives their line; inside a line all hands are equal."""

    tells = Tells.CARDS

    def __init__(self, name: str, lines: Sequence[Line], line: Callable[..., int]) -> None:
        self.name = name
        self.lines = tuple(lines)
        self._line = line

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name


class TwoCardRanking(LineRanking):
    """Two cards by a rule that gives their line from the first and the second."""

    sizes = (2,)

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        return int(self._line(*cards)) << LINE_BITS


class RankingOfThree(LookUpRanking):
    """A ranking of three cards, twins among them or not, which looks its values up."""

    sizes = (3,)
    verify_three = Ranking.verify_size


class ThreeOfAShoe(LineRanking, RankingOfThree):
    """Three cards by a rule that gives their line from all of them."""

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        return int(self._line(cards)) << LINE_BITS


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
