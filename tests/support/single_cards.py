"""A ranking that tells every card from every other: the highest suit wins, and in it the highest rank."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.rules.cards import Card
from fairfelt.rules.hands import Line, Ranking, Tells
from fairfelt.rules.hands.ranking import Straightline


class HighestSuit(Ranking):
    """Clubs, diamonds, hearts, spades, and the ranks of each: the numbers of the cards themselves."""

    name = "highest suit, then rank"
    lines = (Line("any hand"),)
    tells = Tells.CARDS

    def value(self, cards: Sequence[Card]) -> int:
        return int(max(cards))

    def describe(self, value: int) -> str:
        return str(Card(value))

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        best = cards[0]
        for card in cards[1:]:
            best = f"max({best}, {card})"
        return Straightline((f"{out} = {best}",), {})


HIGHEST_SUIT = HighestSuit()
