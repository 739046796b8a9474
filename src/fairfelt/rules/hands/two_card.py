"""Rankings that are looked up by two cards or three, and rankings that are cut out of others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from types import MappingProxyType
from typing import TYPE_CHECKING

from fairfelt.rules.cards import RANKS, Card, parse_cards
from fairfelt.rules.hands.poker.five_card import key_of, letters_of
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    Line,
    Lines,
    Ranking,
    Straightline,
    Tells,
    line_of,
    lines_of,
    rank_word,
    rank_words,
)
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


CARDS = 52
ACE, KING, QUEEN, NINE = (RANKS.index(letter) for letter in "AKQ9")
TEN_RANKS = frozenset(RANKS.index(letter) for letter in "TJQK")


class Match(Lines):
    """Lines of two cards of one suit, and the best of them on both sides."""

    NONE = "no match"
    EASY = "easy match"
    SUITED_BLACKJACK = "suited blackjack", "easy match"
    ROYAL = "royal match"
    BOTH_ROYAL = "royal match of player and dealer", "royal match"


class Twenty(Lines):
    """Lines of two cards that make twenty, and what goes with the best of them."""

    NONE = "no twenty"
    BLACKJACK = "blackjack"
    UNSUITED = "unsuited twenty"
    UNSUITED_KINGS = "unsuited kings"
    SUITED = "suited twenty"
    TWINS = "suited queens, jacks or tens"
    TWIN_KINGS = "suited kings"
    KINGS_OF_SPADES = "kings of spades"
    KINGS_AND_BLACKJACK = "kings of spades and a dealer's blackjack"


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

    def __init__(self, name: str, lines: Sequence[Line] | type[Lines], line: Callable[..., int]) -> None:
        self.name = name
        self.lines = lines_of(lines) if isinstance(lines, type) else tuple(lines)
        self._line = line

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name


class TwoCardRanking(LineRanking):
    """Two cards by a rule that gives their line from the first and the second."""

    sizes = (2,)

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        return int(self._line(*cards)) << LINE_BITS


class OneCardRanking(LineRanking):
    """One card by a rule that gives its line; inside a line the higher rank wins, and an ace is low."""

    sizes = (1,)
    order_in_words = ("The higher card wins. Aces are low.",)

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        (card,) = cards
        return int(self._line(card)) << LINE_BITS | (card.rank + 1) % len(RANKS)


class RankingOfThree(LookUpRanking):
    """A ranking of three cards, twins among them or not, which looks its values up."""

    sizes = (3,)


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


ROYAL_MATCH = TwoCardRanking("two cards of one suit", Match, _match)
BOUNTY = TwoCardRanking("two cards that make twenty", Twenty, _twenty)


class Refinement(Ranking):
    """Another ranking whose lines are cut at floors: each the least hand of a new line, given as cards.

    A new line takes the hands from its floor up to the next floor, or to the end of the line it is cut out of;
    where a paytable does not list it, it pays as that line. Every floor a hand reaches moves it up one line:

          value  =  old value  +  (floors reached << 20)
    """

    def __init__(self, of: Ranking, name: str, floors: Mapping[str, str]) -> None:
        names = {of.value(parse_cards(cards)): line for line, cards in floors.items()}
        if len(names) < len(floors):
            raise ValueError(f"two lines of {name!r} begin with the same hand; each needs a least hand of its own")
        self.least_hands = MappingProxyType(dict(floors))
        self.of, self.name, self.tells, self.knows_joker = of, name, of.tells, of.knows_joker
        self.suited_from, self.order_in_words = of.suited_from, of.order_in_words
        self.floors = tuple(sorted(names))
        cut = tuple(self._cut(names))
        self.lines = tuple(line for line, _ in cut)
        self._old_lines = tuple(old for _, old in cut)

    def _cut(self, names: Mapping[int, str]) -> Iterator[tuple[Line, int]]:
        """The new lines in order, each with the number of the old line it belongs to."""
        for number, line in enumerate(self.of.lines):
            yield Line(line.name, None if line.kind_of is None else self._moved(line.kind_of)), number
            for floor in self.floors:
                if line_of(floor) == number:
                    yield Line(names[floor], kind_of=self._moved(number)), number

    def _moved(self, number: int) -> int:
        """The new number of an old line."""
        return number + bisect_left(self.floors, number << LINE_BITS)

    def value(self, cards: Sequence[Card]) -> int:
        value = self.of.value(cards)
        return value + (bisect_right(self.floors, value) << LINE_BITS)

    def describe(self, value: int) -> str:
        key = value & (1 << LINE_BITS) - 1
        return self.of.describe(self._old_lines[line_of(value)] << LINE_BITS | key)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        old = f"{out}_of"
        inner = self.of.emit(old, cards)
        reached = "".join(f" + ({old} >= {floor}) * {1 << LINE_BITS}" for floor in self.floors)
        return Straightline((*inner.statements, f"{out} = {old}{reached}"), inner.tables)


OTHER = Line("other cards")


class StartingHands(LookUpRanking):
    """Lines of named holdings, from worst to best: `{"ace-king": "AKs AKo", "pair of aces": "AA"}`.

    What is not named is on a line below all others; inside a line the higher cards win, suited before unsuited.
    """

    tells = Tells.SUITS
    sizes = (2,)

    def __init__(self, name: str, lines: Mapping[str, str]) -> None:
        self.name = name
        self.holdings = MappingProxyType(dict(lines))
        self.lines = (OTHER, *map(Line, lines))
        self._line_of = {holding: at for at, names in enumerate(lines.values(), 1) for holding in names.split()}
        for holding in self._line_of:
            _verify_name(holding)

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        name = _name(cards)
        ranks = [RANKS.index(letter) for letter in name[:2]]
        return self._line_of.get(name, 0) << LINE_BITS | key_of((*ranks, name.endswith("s")))

    def describe(self, value: int) -> str:
        ranks = letters_of(value >> 4, 2)
        if ranks[0] == ranks[1]:
            return f"pair of {rank_words(ranks[0])}"
        return f"{rank_word(ranks[0])}-{rank_word(ranks[1])} {'suited' if value & 1 else 'unsuited'}"


def _name(cards: Sequence[Card]) -> str:
    high, low = sorted(cards, key=lambda card: card.rank, reverse=True)
    kind = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
    return RANKS[high.rank] + RANKS[low.rank] + kind


def _verify_name(holding: str) -> None:
    ranks, kind = [RANKS.find(letter) for letter in holding[:2]], holding[2:]
    paired = len(ranks) == 2 and ranks[0] == ranks[1]
    if len(ranks) != 2 or min(ranks) < 0 or ranks[0] < ranks[1] or kind not in (("",) if paired else ("s", "o")):
        raise ValueError(f"{holding!r} is no starting hand: write AA, AKs or AKo, the higher card first")
