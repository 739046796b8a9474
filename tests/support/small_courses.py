"""Courses cut down for tests: small shoes, and a made-up game in which a card lies face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fairfelt import games
from fairfelt.rules import (
    Cards,
    Choice,
    Course,
    Decide,
    Draw,
    Facts,
    Game,
    Over,
    Paytable,
    Result,
    Step,
    Street,
    bet,
    even_money,
    opening,
    raised,
    side_bet,
)
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.hands import ROYAL_MATCH, Match

SUITED = Paytable("suited", {Match.ROYAL: 9, Match.EASY: 2})
GUESS = Street("Guess", Choice("stay"), bet("Double", times=1))


@dataclass(frozen=True)
class HighCard(Course[tuple[int, ...]]):
    """A card to the player, one to the dealer, and the player may double."""

    face_up: bool = True

    family = "high card"
    streets = (GUESS,)

    def start(self, players: int) -> tuple[int, ...]:
        return ()

    def next(self, state: tuple[int, ...]) -> Step:
        if len(state) < 2:
            return Draw(Cards.DEALER, face_up=self.face_up) if state else Draw(Cards.OWN)
        return Decide(0, GUESS, GUESS.choices) if len(state) == 2 else Over()

    def draw(self, state: tuple[int, ...], card: Card) -> tuple[int, ...]:
        return (*state, card.rank)

    def choose(self, state: tuple[int, ...], choice: Choice) -> tuple[int, ...]:
        return (*state, 1)

    def facts(self, state: tuple[int, ...], player: int) -> Facts:
        mine, theirs = state[:2]
        return Facts(Result.TIE if mine == theirs else Result.WIN if mine > theirs else Result.LOSS)

    def possible_facts(self) -> Iterator[Facts]:
        yield from map(Facts, Result)

    def alike(self, card: Card) -> int:
        return card.rank

    def most_cards(self, players: int) -> int:
        return 2

    @property
    def sentences(self) -> tuple[str, ...]:
        return ("A card each; the higher wins.",)


HIGH_CARD = Game(
    name="High Card",
    summary="Have the higher card.",
    deck=Deck("23456", "cd"),
    course=HighCard(),
    wagers=(opening("Ante", even_money), raised("Double", even_money)),
)
FACE_DOWN = replace(HIGH_CARD, course=HighCard(face_up=False))

WAR, BACCARAT = games.find("casino-war"), games.find("ez-baccarat-with-dragon-bonus")
SUITED_PLAYER = side_bet("Suited", hand=ROYAL_MATCH, on=Cards.COMMUNITY, first=2, pays=(SUITED,), survives_fold=True)
UP_SEVENS = games.find("blazing-7s-progressive-dealers-up-card")
OWN_SEVENS = games.find("blazing-7s-progressive-player-cards-only")

SMALL_COURSES = {
    "war, three cards to a rank": WAR.with_deck(Deck("QKA", "cdh")),
    "war, two decks": WAR.with_deck(Deck("2A", "cd", copies=2)),
    "war without a bonus": WAR.with_deck(Deck("JKA", "cdh")).with_paytable("War", "no bonus"),
    "an open card": HIGH_CARD,
    "baccarat": replace(BACCARAT.with_deck(Deck("A37QK", "h", copies=2)), wagers=(*BACCARAT.wagers, SUITED_PLAYER)),
    "baccarat, eights and nines": BACCARAT.with_deck(Deck("2489", "c", copies=3)),
    "a third card between two": games.find("red-dog").with_deck(Deck("2468A", "cd", copies=2)),
    "sevens with the up card": UP_SEVENS.with_deck(Deck("72", "cdh", copies=3)),
    "three sevens, no blackjack behind them": OWN_SEVENS.with_deck(Deck("79TA", "d", copies=4)),
}
"""Few enough cards to play out every order of them."""


@dataclass(frozen=True)
class HitOrStand(Course[tuple[int, ...]]):
    """Blackjack with both of the dealer's cards face up, to hit and to stand: rounds of very different lengths."""

    family = "hit or stand"
    streets = (Street("Play", Choice("stand"), Choice("hit")),)

    def start(self, players: int) -> tuple[int, ...]:
        return (0, 0, 0, 0, 0)

    def next(self, state: tuple[int, ...]) -> Step:
        """Cards dealt, the player's total and aces; the dealer's; 9 cards dealt is a player who stands."""
        dealt, mine, my_aces, theirs, their_aces = state
        if dealt < 4:
            return Draw(Cards.OWN if dealt % 2 == 0 else Cards.DEALER)
        if dealt == 5 and mine <= 21:
            return Draw(Cards.OWN)
        if dealt == 4 and self.total(mine, my_aces) < 21:
            return Decide(0, self.streets[0], self.streets[0].choices)
        return Over() if mine > 21 or self.total(theirs, their_aces) >= 17 else Draw(Cards.DEALER)

    def draw(self, state: tuple[int, ...], card: Card) -> tuple[int, ...]:
        dealt, mine, my_aces, theirs, their_aces = state
        worth, ace = self.alike(card), int(self.alike(card) == 1)
        if dealt in (0, 2, 5):
            return (4 if dealt == 5 else dealt + 1, mine + worth, my_aces | ace, theirs, their_aces)
        return (min(dealt + 1, 9) if dealt < 4 else 9, mine, my_aces, theirs + worth, their_aces | ace)

    def choose(self, state: tuple[int, ...], choice: Choice) -> tuple[int, ...]:
        return (5 if choice.name == "hit" else 9, *state[1:])

    def total(self, hard: int, aces: int) -> int:
        return hard + 10 if aces and hard <= 11 else hard

    def facts(self, state: tuple[int, ...], player: int) -> Facts:
        _, mine, my_aces, theirs, their_aces = state
        best, other = self.total(mine, my_aces), self.total(theirs, their_aces)
        if mine > 21 or (theirs <= 21 and best <= other):
            return Facts(Result.LOSS)
        return Facts(Result.WIN)

    def possible_facts(self) -> Iterator[Facts]:
        yield from map(Facts, (Result.WIN, Result.LOSS))

    def alike(self, card: Card) -> int:
        return 1 if card.rank == 12 else min(card.rank + 2, 10)

    def most_cards(self, players: int) -> int:
        return 22

    @property
    def sentences(self) -> tuple[str, ...]:
        return ("All cards are dealt face up; the dealer wins ties.",)


HIT_OR_STAND = Game(
    name="Hit or Stand",
    summary="Come nearer to 21 than the dealer.",
    deck=Deck("567TA", copies=2),
    course=HitOrStand(),
    wagers=(opening("Bet", even_money),),
)
