"""Andar Bahar: a middle card, then cards to two sides in turn until one has the rank of the middle card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from fairfelt.games._shared import on_winner
from fairfelt.language import *
from fairfelt.rules.courses.course import Exposures

ANDAR, BAHAR = "Andar", "Bahar"
OTHERS = len(STANDARD) - len(STANDARD.suits)
"""Cards of other ranks than that of the middle card."""


@dataclass(frozen=True)
class SideFacts(Facts):
    """`result` is a win for Andar or a loss to Bahar."""

    cards: int = 1
    """Dealt after the middle card; the last one has its rank."""


@dataclass(frozen=True)
class SideState:
    """The rank of the middle card, the number of cards dealt to the two sides, and whether the last one has it."""

    middle: int | None = None
    cards: int = 0
    found: bool = False


@dataclass(frozen=True)
class UntilItComes(Course[SideState]):
    """Cards for everybody: the middle one, then one to each side in turn until one has its rank; Andar is first."""

    family: ClassVar[str] = "two sides"
    places = MappingProxyType({Cards.COMMUNITY: f"the middle and {ANDAR}", Cards.DEALER: BAHAR})

    def start(self, players: int) -> SideState:
        return SideState()

    def next(self, state: SideState) -> Step:
        if state.found or state.cards > OTHERS:
            return Over()
        return Draw(Cards.DEALER if state.cards % 2 else Cards.COMMUNITY)

    def draw(self, state: SideState, card: Card) -> SideState:
        if state.middle is None:
            return SideState(card.rank)
        return replace(state, cards=state.cards + 1, found=card.rank == state.middle)

    def facts(self, state: SideState, player: int) -> SideFacts:
        return SideFacts(Result.WIN if state.cards % 2 else Result.LOSS, cards=state.cards)

    def possible_facts(self) -> Iterator[SideFacts]:
        yield from (self.facts(SideState(cards=cards), 0) for cards in range(1, self.most_cards(1)))

    def alike(self, card: Card) -> int:
        return card.rank

    def alike_from(self, state: SideState, card: Card) -> int:
        return self.alike(card) if state.middle is None else int(card.rank == state.middle)

    def most_cards(self, players: int) -> int:
        return OTHERS + 2

    def can_run_out(self, deck: Deck, players: int = 1) -> bool:
        return deck.copies * len(deck.suits) < 2

    @property
    def exposures(self) -> Exposures:
        return Exposures()

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "One card is dealt face up, the middle card.",
            f"Cards are then dealt face up to {ANDAR} and {BAHAR} in turn, the first one to {ANDAR}, until one has the "
            "rank of the middle card. The side that it comes to wins.",
        )


WINNER = {Result.WIN: f"{ANDAR} wins", Result.LOSS: f"{BAHAR} wins"}


def on_side(name: str, side: Result, *pays: Pay) -> Wager:
    """A bet on one of the sides."""
    tables = tuple(Paytable(str(pay), {side: pay}, names={side: WINNER[side]}) for pay in pays)
    return opening(name, on_winner(WINNER), pays=tables)


SOURCE = "andarbaharhandbook.com"

game = Game(
    name="Andar Bahar",
    summary="Bet on the side to which a card of the rank of the middle card comes first.",
    headlines=("The first card goes to Andar", "Andar pays 9 to 10, Bahar 1 to 1"),
    course=UntilItComes(),
    opens=Opens.ONE,
    wagers=(
        on_side(ANDAR, Result.WIN, to(9, 10), to(19, 20)),
        on_side(BAHAR, Result.LOSS, EVEN),
    ),
    rulings=(
        Ruling(
            "first_side",
            "Which side gets the first card?",
            "Andar. Where the color of the middle card decides, the pays go with the side that is first.",
        ),
        Ruling(
            "bets_after_the_middle_card",
            "Are bets made before or after the middle card is shown?",
            "Before it here, often after it: its rank tells nothing, for every other card is as likely as before.",
        ),
        left_out(
            "number_of_cards", "bets on the number of cards and on the middle card", "tables differ from house to house"
        ),
    ),
    published=(
        *by_outcome(ANDAR, "probability", {"Andar wins": "51.5%"}, SOURCE),
        *by_outcome(BAHAR, "probability", {"Bahar wins": "48.5%"}, SOURCE),
    ),
)
