"""The operation that deals all cards of a round."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from fairfelt.rules.cards import Card, Deck, DeckError, format_cards, parse_cards

from ..errors import RoundError
from ..layout import layout_of
from ..round import Round
from ..run import begin
from ..shuffle import shuffle
from .packets import deal_packets
from .turns import next_turn


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards leave the deck in this order, the top one first: the whole deck, or as many as the deal needs."""

    order: tuple[Card, ...]

    @classmethod
    def of(cls, text: str) -> DealCards:
        """Cards as they are written: "As Kd 7c"."""
        return cls(parse_cards(text))

    @classmethod
    def shuffled(cls, deck: Deck, source: Random | None = None) -> DealCards:
        """The whole deck in random order."""
        return cls(shuffle(deck.cards, source))

    def verify(self, round: Round) -> None:
        """Refuse too few cards, and cards that the deck does not hold."""
        round.expect("betting", "the cards are dealt already")
        if not round.seats:
            raise RoundError("there is nobody to deal to: place a bet first")
        layout, seats, there = layout_of(round.game), len(round.seats), len(self.order)
        needed = layout.cards_needed[seats]
        if there < needed:
            raise RoundError(f"{there} cards are too few: the deal to {seats} of the seats needs {needed}")
        if len(layout.faces.intersection(self.order)) < there:
            self._verify_slowly(layout.game.deck)

    def after(self, round: Round) -> Round:
        """The round with all cards dealt, at its first decision."""
        self.verify(round)
        if round.game.course:
            return round.going_on(
                (*round.operations, self), round.seats, begin(round.game.course, round.seats, self.order)
            )
        dealt = deal_packets(layout_of(round.game).cuts[len(round.seats)], round.seats, self.order)
        turn = next_turn(round.game.streets, round.seats)
        return Round(round.game, (*round.operations, self), round.seats, dealt, turn)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "deal cards", "order": format_cards(self.order)}

    def _verify_slowly(self, deck: Deck) -> None:
        """Several copies of a card may be right; the deck knows."""
        try:
            deck.verify(self.order)
        except DeckError as error:
            raise RoundError(str(error)) from None
