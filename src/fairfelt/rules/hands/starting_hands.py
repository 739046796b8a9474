"""Two cards by name: pairs, suited and unsuited holdings, in the lines a bet on hole cards lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from fairfelt.rules.cards import RANKS, Card
from fairfelt.rules.hands.poker.kickers import key_of, letters_of

from .rank_words import rank_word, rank_words
from .ranking import LINE_BITS, Line, Tells
from .two_card import RankingOfTwo

OTHER = Line("other cards")


class StartingHands(RankingOfTwo):
    """Lines of named holdings, from worst to best: `{"ace-king": "AKs AKo", "pair of aces": "AA"}`.

    What is not named is on a line below all others; inside a line the higher cards win, suited before unsuited.
    """

    tells = Tells.SUITS

    def __init__(self, name: str, lines: Mapping[str, str]) -> None:
        self.name = name
        self.holdings = MappingProxyType(dict(lines))
        self.lines = (OTHER, *map(Line, lines))
        self._line_of = {holding: at for at, names in enumerate(lines.values(), 1) for holding in names.split()}
        for holding in self._line_of:
            _verify_name(holding)

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_two(len(cards))
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
