"""Whole rounds in one call, and sums over every deal of a small deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fairfelt import games
from fairfelt.rules import Choice, Game, Street
from fairfelt.rules.cards import Card, Deck
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Decide, View, play


def stay(street: Street, view: View) -> Choice:
    return street.choices[-1]


def fold(street: Street, view: View) -> Choice:
    return street.choices[0]


def deals(game: Game, own: int, dealer: int) -> Iterator[tuple[Card, ...]]:
    """Every hand of the player with every hand of the dealer."""
    for mine in combinations(game.deck.cards, own):
        for his in combinations([card for card in game.deck.cards if card not in mine], dealer):
            yield (*mine, *his)


def totals(game: Game, own: int, dealer: int, decide: Decide) -> dict[str, int]:
    """Units won on each wager over all deals, with one unit on every opening bet."""
    bets_micros = {1: {wager.name: MICROS for wager in game.opening_bets()}}
    won_micros: dict[str, int] = {}
    for deal in deals(game, own, dealer):
        for bet in play(game, deal, bets_micros, decide).settled:
            won_micros[bet.wager] = won_micros.get(bet.wager, 0) + bet.net_micros
    return {wager: micros // MICROS for wager, micros in won_micros.items()}


def test_even_money_against_an_equal_dealer_is_fair() -> None:
    game = games.find("solitaire-stud").with_deck(Deck(ranks="A234567", suits="ch"))
    assert game.seats == 1
    assert totals(game, 7, 7, stay)["Play"] == 0


def test_three_cards_from_nine() -> None:
    """Every dealer qualifies; of 84 hands 3 are straight flushes, 3 three of a kind and 24 straights."""
    game = games.find("three-card-poker").with_deck(Deck(ranks="QKA", suits="cdh"))
    against = 20
    assert totals(game, 3, 3, stay) == {"Ante": 0, "Play": 0, "Ante Bonus": (3 * 5 + 3 * 4 + 24) * against}
    assert totals(game, 3, 3, fold) == {"Ante": -84 * against, "Ante Bonus": 0}


def test_a_player_decides_on_what_can_be_seen() -> None:
    game = games.find("flush-rush")
    seen: list[tuple[str, int, int, int]] = []

    def look(street: Street, view: View) -> Choice:
        seen.append((street.name, view.seat, len(view.own), len(view.community)))
        return street.choices[-1]

    bets_micros = {2: {"Ante": MICROS}, 7: {"Ante": MICROS}}
    play(game, game.deck.cards, bets_micros, look)
    assert seen == [
        ("Four cards", 2, 4, 0),
        ("Four cards", 7, 4, 0),
        ("Two community cards", 2, 4, 2),
        ("Two community cards", 7, 4, 2),
    ]
