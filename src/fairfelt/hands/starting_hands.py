"""Two cards by name: pairs, suited and unsuited holdings, in the lines a bet on hole cards lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fairfelt.cards import RANKS, Card
from fairfelt.compute.lazy_numpy import np
from fairfelt.hands.poker.kickers import key_of, letters_of

from .rank_words import rank_word, rank_words
from .ranking import LINE_BITS, Hand, Line, Ranking, Straightline, Tells, line_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

CARDS = 52
OTHER = Line("other cards")


@dataclass(frozen=True)
class StartingHand(Hand):
    """Two cards as they are written: "AKs" suited, "AKo" not, "AA" a pair."""

    name: str

    def __str__(self) -> str:
        high, low = self.name[0], self.name[1]
        if high == low:
            return f"pair of {rank_words(high)}"
        return f"{rank_word(high)}-{rank_word(low)} {'suited' if self.name.endswith('s') else 'unsuited'}"


class StartingHands(Ranking):
    """Lines of named holdings, from worst to best: `{"ace-king": "AKs AKo", "pair of aces": "AA"}`.

    What is not named is on a line below all others; inside a line the higher cards win, suited before unsuited.
    """

    tells = Tells.SUITS

    def __init__(self, name: str, lines: Mapping[str, str]) -> None:
        self.name = name
        self.lines = (OTHER, *map(Line, lines))
        self._line_of = {holding: at for at, names in enumerate(lines.values(), 1) for holding in names.split()}
        for holding in self._line_of:
            _verify_name(holding)

    def value(self, cards: Sequence[Card]) -> int:
        name = _name(cards)
        ranks = [RANKS.index(letter) for letter in name[:2]]
        return self._line_of.get(name, 0) << LINE_BITS | key_of((*ranks, name.endswith("s")))

    def hand(self, cards: Sequence[Card]) -> StartingHand:
        return StartingHand(_name(cards))

    def describe(self, value: int) -> str:
        ranks = letters_of(value >> 4, 2)
        kind = "" if ranks[0] == ranks[1] else "s" if value & 1 else "o"
        return str(StartingHand(ranks + kind))

    def line(self, name: str) -> int:
        """The number of the line of that name."""
        return line_named(self, name)

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by first card and second; a card with itself is no hand."""
        values = np.zeros((CARDS, CARDS), np.int32)
        for first in range(CARDS):
            for second in range(first):
                values[first, second] = values[second, first] = self.value((Card(first), Card(second)))
        return values

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        _verify_two(len(cards))
        first, second = cards
        return Straightline((f"{out} = {out}_table[{first}, {second}]",), {f"{out}_table": self.table})


def _name(cards: Sequence[Card]) -> str:
    _verify_two(len(cards))
    high, low = sorted(cards, key=lambda card: card.rank, reverse=True)
    kind = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
    return RANKS[high.rank] + RANKS[low.rank] + kind


def _verify_two(count: int) -> None:
    if count != 2:
        raise ValueError(f"starting hands are two cards, not {count}")


def _verify_name(holding: str) -> None:
    ranks, kind = [RANKS.find(letter) for letter in holding[:2]], holding[2:]
    paired = len(ranks) == 2 and ranks[0] == ranks[1]
    if len(ranks) != 2 or min(ranks) < 0 or ranks[0] < ranks[1] or kind not in (("",) if paired else ("s", "o")):
        raise ValueError(f"{holding!r} is no starting hand: write AA, AKs or AKo, the higher card first")
