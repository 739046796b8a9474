"""Games of setting hands with few cards, and all their deals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from fairfelt import games
from fairfelt.rules import Game, PaiGowPoker, Setting
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.pai_gow import settings_of
from fairfelt.rules.courses.three_hands import ThreeHands

FORTUNE = games.find("fortune-pai-gow-poker-progressive")
FACE_UP = games.find("face-up-pai-gow")
EZ = games.find("ez-pai-gow")

SMALL_SETTINGS: dict[str, Game] = {
    "by the house way, two suits": FORTUNE.with_deck(Deck("A2349JK", "cd")),
    "by the house way, one suit and the joker": FORTUNE.with_deck(Deck(suits="s", jokers=1)),
    "face up, two suits": FACE_UP.with_deck(Deck("A4579QK", "hs")),
    "face up, one suit and the joker": FACE_UP.with_deck(Deck(suits="d", jokers=1)),
    "a queen high pushes": EZ.with_deck(Deck("23579TQ", "hs")),
}
"""Fourteen cards: the dealer has what the player has not."""


def every_pair(deck: Deck) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every hand of the player with every hand of the dealer."""
    for mine in combinations(deck.faces, 7):
        for theirs in combinations([card for card in deck.faces if card not in mine], 7):
            yield mine, theirs


@lru_cache(maxsize=2)
def set_in_three(deck: Deck) -> dict[tuple[Card, ...], Setting]:
    """Every hand of a deck as the house way sets it in three."""
    course = games.find("fortune-asia-poker").course
    assert isinstance(course, ThreeHands)
    return {hand: course.setting(hand) for hand in combinations(deck.faces, 7)}


@lru_cache(maxsize=1 << 14)
def settings(course: PaiGowPoker, cards: tuple[Card, ...]) -> tuple[Setting, ...]:
    """All that a hand may be set to, the house way first."""
    return (course.setting(cards), *(one for one in settings_of(cards, course.ranking) if one.is_legal))
