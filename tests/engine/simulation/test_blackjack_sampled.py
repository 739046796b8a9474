"""Blackjack: simulator and table play the same shoes alike, hand by hand and chip by chip."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.core.endings import settle_ending
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.simulation.simulation import MANY_ROUNDS, course_kernel
from fairfelt.rules import Decide, Game
from fairfelt.rules.cards import Deck
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle, shuffle
from tests.support.heavy import examples, first_few
from tests.support.settled_deals import list_numbers

VERSIONS = games.find("free-bet-blackjack").variants
OTHERS = (
    games.find("zappit-blackjack"),
    games.find("spanish-21", "redoubling"),
    games.find("classic-blackjack", "no-hole-card"),
    games.find("super-fun-21"),
)


def at_the_table(game: Game, order: DealCards) -> int:
    """One player's result with a bet of two and a side bet of one, in millionths."""
    solution = solve(game)
    bets = {game.wagers[0].name: 2 * MICROS, **{wager.name: MICROS for wager in game.optional}}
    round = Round(game).apply(PlaceBets(1, bets)).apply(order)
    while round.run and isinstance(round.run.step, Decide):
        choice = solution.chooses(round.run.state, round.run.step)
        assert choice
        round = round.apply(Choose(1, choice.name))
    settlement = round.apply(Settle()).settlement
    assert settlement
    return settlement.net_micros(1)


FEW_RANKS = VERSIONS[0].with_deck(Deck("58TA", copies=6))
"""Pairs are split again and again, and the solver counts no six decks."""


@pytest.mark.parametrize(
    "game",
    first_few((FEW_RANKS, OTHERS[2], *OTHERS[:2], *OTHERS[3:], *VERSIONS), 2),
    ids=lambda game: f"{game.title} {len(game.deck)}",
)
def test_table_and_simulator_settle_alike(game: Game) -> None:
    player, source = Player(game, solve(game)), Random(7)
    for _ in range(examples(50, 400)):
        order = shuffle(game.deck.cards, source)
        (ending,) = player.round(1, iter(order))
        bets = [(wager, settle_ending(game, wager, wager.paytable, ending)) for wager in game.wagers]
        net = sum(outcome.pay.net * units * (1 if wager.is_optional else 2) for wager, (outcome, units) in bets)
        assert at_the_table(game, DealCards(order)) == net * MICROS


def assert_kernel_and_course_agree(game: Game, shoes: int) -> None:
    """Every hand ends alike, with the same bets on it."""
    player, source = Player(game, solve(game)), Random(3)
    kernel = course_kernel(player, 1, MANY_ROUNDS)
    assert kernel
    orders = [shuffle(game.deck.cards, source) for _ in range(shoes)]
    codes = list_numbers(kernel.dealer, np.array(orders, np.uint8), player.course.most_cards(1), of=["code"])
    for order, code in zip(orders, codes.ravel().tolist(), strict=True):
        (stepped,) = player.round(1, iter(order))
        (ended,) = kernel.tally({code: 1}).endings
        assert ended.facts == stepped.facts
        for wager in game.wagers:
            quick, slow = (settle_ending(game, wager, wager.paytable, ending) for ending in (ended, stepped))
            assert quick == slow


def test_a_kernel_plays_every_hand_as_the_course_does() -> None:
    assert_kernel_and_course_agree(FEW_RANKS, 300)


@pytest.mark.heavy
@pytest.mark.parametrize("game", (*VERSIONS, OTHERS[2]), ids=lambda game: game.title)
def test_a_kernel_plays_a_whole_shoe_as_the_course_does(game: Game) -> None:
    assert_kernel_and_course_agree(game, 1_500)


def test_suits_and_few_rounds_are_left_to_the_course() -> None:
    assert course_kernel(Player(OTHERS[1], solve(OTHERS[1])), 1, MANY_ROUNDS) is None
    assert course_kernel(Player(OTHERS[2], solve(OTHERS[2])), 1, MANY_ROUNDS - 1) is None


@pytest.mark.heavy
@pytest.mark.parametrize("game", (VERSIONS[0], *OTHERS), ids=lambda game: game.title)
def test_the_simulated_round_lies_near_the_exact_one(game: Game) -> None:
    found = simulate(game, rounds=20_000, seed=5)
    assert all(wager.within for wager in found.wagers)
