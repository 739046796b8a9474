"""Bets on the player's cards beside a game of decisions: counted hand by hand, and played out deal by deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod

import pytest

from fairfelt import games
from fairfelt.cards import Card, Deck
from fairfelt.exact import Solution, solve
from fairfelt.exact.small_deck_check import every_deal, without_burns
from fairfelt.formats.money import MICROS
from fairfelt.rules import Choice, Game, Street
from fairfelt.table import View, play, stacked_deck
from fairfelt.winnings.together.covariances import THE_GAME, Bet
from fairfelt.winnings.together.own_cards import own_paytables

UNIT = 100 * MICROS
"""Every pay on it is whole."""


def small(name: str, deck: Deck, *, shown: int = 0) -> Game:
    """With a small deck, so many cards of the dealer seen, and no bet that feeds a meter."""
    game = games.find(name).with_deck(deck)
    first, *later = game.streets
    wagers = tuple(wager for wager in game.wagers if not wager.feeds_meter)
    streets = (Street(first.name, *first.choices, community=first.community, dealer=shown), *later)
    return replace(game, wagers=wagers, streets=streets, deal=without_burns(game.deal))


def played_out(solution: Solution, bets: tuple[Bet, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """The covariances of the game and of these bets, where every deal is played at the table."""
    game = solution.game

    @cache
    def best(street: Street, own: tuple[Card, ...], community: tuple[Card, ...], dealer: tuple[Card, ...]) -> Choice:
        name = solution.plays(own, community, dealer)
        return next(choice for choice in street.choices if choice.name == name)

    def decide(street: Street, view: View) -> Choice:
        return best(street, tuple(view.own), tuple(view.community), tuple(view.dealer))

    staked = {1: {wager.name: UNIT for wager in (*game.openings, *game.optional)}}
    counted: Counter[tuple[int, ...]] = Counter()
    for own, dealer, community in every_deal(game):
        order = stacked_deck(game, {1: own}, dealer=dealer, community=community)
        net = Counter[str]()
        for settled in play(game, order, staked, decide).of(1):
            net["" if game.wager(settled.wager).is_base else settled.wager] += settled.net_micros
        counted[tuple(net[name] for name, _ in bets)] += 1

    def mean(*of: int) -> Fraction:
        products = sum(prod(nets[bet] for bet in of) * many for nets, many in counted.items())
        return Fraction(products, counted.total() * UNIT ** len(of))

    size = range(len(bets))
    return tuple(tuple(mean(a, b) - mean(a) * mean(b) for b in size) for a in size)


def in_play(game: Game, bets: tuple[Bet, ...]) -> tuple[int, ...]:
    """Places of the game itself and of bets with the paytable that is in play."""
    return tuple(at for at, (name, table) in enumerate(bets) if not name or game.wager(name).paytable.name == table)


OWN_CARDS = [
    pytest.param(small("three-card-poker", Deck("2QKA", "sh")), 3, id="a fold loses one bet, a suit pays another"),
    pytest.param(small("three-card-poker", Deck("2QKA", "sh"), shown=1), 3, id="the dealer shows a card"),
    pytest.param(small("let-it-ride", Deck("TQKA", "sh")), 2, id="two decisions"),
]


@pytest.mark.parametrize(("game", "bets"), OWN_CARDS)
def test_covariances_on_own_cards_are_those_of_every_deal(game: Game, bets: int) -> None:
    solution = solve(game)
    found, covariances = own_paytables(solution)
    assert found[0] == THE_GAME
    taken = in_play(game, found)
    assert len(taken) == bets
    played = played_out(solution, tuple(found[at] for at in taken))
    assert tuple(tuple(covariances[a][b] for b in taken) for a in taken) == played
    assert all(played[0]), "every bet goes together with the game"
