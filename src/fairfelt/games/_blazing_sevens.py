"""Sevens among the first cards at a blackjack table: the course, the bet and its meters, for two versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from fairfelt.language import *
from fairfelt.rules.courses.blackjack.hand import is_natural, points

SEVEN = RANKS.index("7")
DIAMONDS = SUITS.index("d")
IN_A_BLACKJACK = {1: 1, 10: 2}
"""What an ace and a ten count: two kinds of card besides all others."""
RED = {SUITS.index("d"), SUITS.index("h")}


class Sevens(Lines):
    """Lines of three cards by the sevens among them."""

    NONE = "no seven"
    ONE = "one seven"
    TWO = "two sevens"
    THREE = "three sevens"
    ONE_COLOR = "three sevens of one color"
    SUITED = "three sevens of one suit"
    DIAMONDS = "three sevens of diamonds"


NAMES: dict[int, str] = {line: line.words for line in Sevens}


@dataclass(frozen=True)
class SevensState:
    """The cards that are out, as they came."""

    players: int
    own: tuple[tuple[Card, ...], ...]
    dealer: tuple[Card, ...] = ()


@dataclass(frozen=True)
class FirstSevens(Course[SevensState]):
    """Two cards each; the third is the dealer's up card, or the next of a player who has two sevens."""

    up_card: bool

    family: ClassVar[str] = "paytable bet"

    def start(self, players: int) -> SevensState:
        return SevensState(players, ((),) * players)

    def next(self, state: SevensState) -> Step:
        for cards in (1, 2):
            waiting = [player for player, own in enumerate(state.own) if len(own) < cards]
            if waiting:
                return Draw(Cards.OWN, waiting[0])
            if len(state.dealer) < min(cards, self._dealers_cards):
                return Draw(Cards.DEALER, face_up=not state.dealer)
        drawing = [player for player, own in enumerate(state.own) if self._draws(own, state.dealer)]
        return Draw(Cards.OWN, drawing[0]) if drawing else Over()

    @property
    def _dealers_cards(self) -> int:
        return 1 if self.up_card else 2

    def _draws(self, own: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        """Whether a player takes a third card for the bet."""
        if self.up_card or len(own) > 2 or {card.rank for card in own} != {SEVEN}:
            return False
        return not is_natural(tuple(map(points, dealer)))

    def draw(self, state: SevensState, card: Card) -> SevensState:
        step = self.next(state)
        assert isinstance(step, Draw)
        if step.to is Cards.DEALER:
            return replace(state, dealer=(*state.dealer, card))
        own = list(state.own)
        own[step.player] = (*own[step.player], card)
        return replace(state, own=tuple(own))

    def facts(self, state: SevensState, player: int) -> Facts:
        own = state.own[player]
        third = state.dealer if self.up_card else own[2:]
        return Facts(player=_line(own[:2], third))

    def possible_facts(self) -> Iterator[Facts]:
        return (Facts(player=line) for line in Sevens)

    def alike(self, card: Card) -> int:
        """Sevens by their suits; of the others only what makes a dealer's blackjack."""
        if card.rank == SEVEN:
            return card.suit
        return len(SUITS) + (0 if self.up_card else IN_A_BLACKJACK.get(points(card), 0))

    def most_cards(self, players: int) -> int:
        return players * (2 if self.up_card else 3) + self._dealers_cards

    @property
    def sentences(self) -> tuple[str, ...]:
        dealt = (
            "Each player, from the dealer's left, is dealt one card face up, then the dealer takes one face up, and "
        )
        if self.up_card:
            return (
                f"{dealt}each player is dealt another.",
                "One seven and two sevens count among the player's two cards; for three, the dealer's up card has to "
                "be a seven too.",
            )
        return (
            f"{dealt}each player is dealt another. The dealer takes another card face down and looks for a blackjack.",
            "One seven and two sevens count among the player's first two cards.",
            "A player with two sevens takes a third card for the bet, unless the dealer has a blackjack.",
        )


def _line(own: tuple[Card, ...], third: tuple[Card, ...]) -> Sevens:
    """The line of two cards and what comes to them."""
    sevens = [card for card in own if card.rank == SEVEN]
    if len(sevens) < 2:
        return list(Sevens)[len(sevens)]
    suits = {card.suit for card in (*own, *third)}
    if not third or third[0].rank != SEVEN:
        return Sevens.TWO
    if len(suits) == 1:
        return Sevens.DIAMONDS if suits == {DIAMONDS} else Sevens.SUITED
    return Sevens.ONE_COLOR if suits <= RED or not suits & RED else Sevens.THREE


def by_sevens(facts: Facts, reading: Reading) -> Outcome:
    """Pays by the sevens; those of diamonds as any of one suit where they have no line of their own."""
    pays = reading.paytable.pays
    line = Sevens.SUITED if facts.player == Sevens.DIAMONDS not in pays else list(Sevens)[facts.player]
    return Outcome(NAMES[line], pays[line], line) if line in pays else Outcome(NAMES[line], LOSE)


def _meter(seed: int, rate_ppm: int) -> Preset:
    return Preset({"meter": PresetLevel(seed * MICROS, rate_ppm)})


_TOP = percent(100), percent(10)
SUITED_ON_TOP = from_top(
    list(Sevens)[-2::-1], *_TOP, *map(for_one, (200, 25, 2)), name="1", names=NAMES, preset=_meter(5_000, 150_000)
)
DIAMONDS_ON_TOP = from_top(
    Sevens, *_TOP, *map(for_one, (500, 200, 25, 2)), name="2", names=NAMES, preset=_meter(25_000, 150_000)
)


def blazing_sevens() -> Wager:
    """The only bet of a game, which feeds a meter."""
    return opening("Blazing 7's", by_sevens, pays=(SUITED_ON_TOP, DIAMONDS_ON_TOP))


AT_A_TABLE = Ruling(
    "blackjack_table",
    "Which blackjack rules go with the bet?",
    "None: it stands here without the hand of blackjack around it.",
)
THIRD_TABLE = Ruling(
    "third_table",
    "What of the table with three meters?",
    "It is left out: its lower pays are not published where we looked.",
)
