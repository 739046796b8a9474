"""Side bets on hands of their own beside a game of decisions: counted, and played out deal by deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod

import pytest

from fairfelt import games
from fairfelt.analysis.winnings.covariance import THE_GAME, Bet, Covariances, tray_tables, with_bets_on_showdown
from fairfelt.engine.exact import Solution, solve
from fairfelt.engine.small_deck_check import every_deal, without_burns
from fairfelt.rules import Choice, Game, Street, side_bet
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.hands import POKER
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, stacked_deck
from tools.covariances.cards_in_sight import paytables_in_sight
from tools.covariances.paytables import all_paytables

UNIT = 100 * MICROS
"""Every pay on it is whole."""


def small(name: str, deck: Deck, variant: str = "") -> Game:
    """With a small deck, and no bet that feeds a meter."""
    game = games.find(name, variant).with_deck(deck)
    wagers = tuple(wager for wager in game.wagers if not wager.feeds_meter)
    return replace(game, wagers=wagers, deal=without_burns(game.deal))


def with_up_card(game: Game) -> Game:
    """Its only decision is made in sight of one of the dealer's cards."""
    (street,) = game.streets
    return replace(game, streets=(Street(street.name, *street.choices, dealer=1),))


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
    pytest.param(with_up_card(small("three-card-poker", Deck("2QKA", "sh"))), 3, id="the dealer shows a card"),
    pytest.param(small("let-it-ride", Deck("TQKA", "sh")), 2, id="two decisions"),
    pytest.param(small("casino-holdem", Deck("QKA", "shd")), 2, id="the flop is seen", marks=pytest.mark.heavy),
]


@pytest.mark.parametrize(("game", "bets"), OWN_CARDS)
def test_covariances_on_own_cards_are_those_of_every_deal(game: Game, bets: int) -> None:
    solution = solve(game)
    check(solution, paytables_in_sight(solution), bets)


EVERY_DEAL = [
    pytest.param(small("mississippi-stud", Deck("TJKA", "sh")), 2, id="shared cards, folds at three decisions"),
    pytest.param(small("three-card-baccarat", Deck("279K", "sh")), 13, id="the dealer's cards, nothing to decide"),
    pytest.param(
        small("three-card-poker", Deck("2QKA", "sh"), "6-card-bonus"), 3, id="all cards", marks=pytest.mark.heavy
    ),
    pytest.param(
        small("ultimate-texas-holdem", Deck("2345689TK", "s")),
        2,
        id="the hand that shows down",
        marks=pytest.mark.heavy,
    ),
]


@pytest.mark.parametrize(("game", "bets"), EVERY_DEAL)
def test_covariances_on_other_cards_are_those_of_every_deal(game: Game, bets: int) -> None:
    solution = solve(with_bets_on_showdown(game))
    check(solution, all_paytables(solution), bets)


def check(solution: Solution, counted: tuple[tuple[Bet, ...], Covariances], bets: int) -> None:
    """Of the game and of so many bets."""
    game, (found, covariances) = solution.game, counted
    assert found[0] == THE_GAME
    taken = in_play(game, found)
    assert len(taken) == bets
    played = played_out(solution, tuple(found[at] for at in taken))
    assert tuple(tuple(covariances[a][b] for b in taken) for a in taken) == played
    assert any(played[0][1:]), "bets go together with the game"


def test_a_bet_on_a_meter_varies_by_what_the_tray_pays() -> None:
    """Shares of the meter were set aside before: beside the game it is a bet with the fixed pays alone."""
    game = replace(games.find("caribbean-stud").with_deck(Deck("JQKA", "chs")), rulings=())
    (meter,) = (wager for wager in game.wagers if wager.feeds_meter)
    fixed = side_bet(meter.name, hand=POKER, pays=tray_tables(meter), survives_fold=True)
    plain = replace(game, wagers=tuple(fixed if wager is meter else wager for wager in game.wagers))
    bets, found = paytables_in_sight(solve(game))
    assert (bets, found) == paytables_in_sight(solve(plain))
    assert (meter.name, meter.paytable.name) in bets and all(found[0][1:])
