"""The dealer of a blackjack table played out alone, for a bet that is made once the up card is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairfelt.rules.cards import Card
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, dealer_sentence
from fairfelt.rules.deal import Cards
from fairfelt.rules.pays import LOSE
from fairfelt.rules.settlement import NOT_BET, Facts, Outcome, Reading

from ..course import HOLE_CARD, Course, Draw, LaidHand, Over, Step
from .hand import dealer_words, is_natural, points, total_of

MOST_CARDS = 17
"""Sixteen aces are a hard 16, and no dealer draws to more cards."""


@dataclass(frozen=True)
class BustFacts(Facts):
    """The up card, and whether the dealer went above 21."""

    up: int = 0
    """What it counts, an ace as 1; 0 if a natural came before the bet."""
    bust: bool = False


@dataclass(frozen=True)
class DealerAlone(Course[tuple[int, ...]]):
    """The dealer draws to 17. The state is what the cards count: the up card first, the others in order."""

    hits_soft_17: bool

    family = "dealer's hand"
    exposures = HOLE_CARD

    @property
    def _rules(self) -> BlackjackRules:
        return BlackjackRules(hits_soft_17=self.hits_soft_17)

    def start(self, players: int) -> tuple[int, ...]:
        return ()

    def next(self, state: tuple[int, ...]) -> Step:
        if len(state) < 2:
            return Draw(Cards.DEALER, face_up=not state)
        total, soft = total_of(state)
        return Draw(Cards.DEALER) if self._rules.dealer_draws(total, soft=soft) else Over()

    def draw(self, state: tuple[int, ...], card: Card) -> tuple[int, ...]:
        return (*state[:1], *sorted((*state[1:], points(card))))

    def facts(self, state: tuple[int, ...], player: int) -> BustFacts:
        return BustFacts() if is_natural(state) else BustFacts(up=state[0], bust=total_of(state)[0] > TWENTY_ONE)

    def possible_facts(self) -> Iterator[BustFacts]:
        yield BustFacts()
        yield from (BustFacts(up=up, bust=bust) for up in range(ACE, TEN + 1) for bust in (False, True))

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return (LaidHand(cards, words=dealer_words(cards)),)

    def alike(self, card: Card) -> int:
        return points(card)

    def most_cards(self, players: int) -> int:
        return MOST_CARDS

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "The dealer takes two cards, one face up and one face down. An ace counts 1 or 11, pictures count 10.",
            "With an ace or a ten up the dealer looks for a natural first; with a natural there is no bet. Otherwise "
            "players bet now, up to as much as they have on blackjack.",
            dealer_sentence(self._rules),
        )


def up_card_words(up: int) -> str:
    """An up card as a sheet says it: "an ace up"."""
    return {ACE: "an ace up", 8: "an 8 up"}.get(up, f"a {up} up")


def on_bust(facts: BustFacts, reading: Reading) -> Outcome:
    """By the up card, if the dealer busts; there is no bet on an up card that has no line."""
    if facts.up not in reading.paytable.pays:
        return NOT_BET
    words = up_card_words(facts.up)
    if not facts.bust:
        return Outcome(f"no bust with {words}", LOSE)
    return Outcome(f"bust with {words}", reading.paytable.pays[facts.up], facts.up)
