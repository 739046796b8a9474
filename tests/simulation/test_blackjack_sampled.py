"""Blackjack: simulator and table play the same shoes alike, hand by hand and chip by chip."""

from __future__ import annotations

from random import Random

import pytest

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.exact.core.endings import Ending, settle_ending
from fairfelt.formats.money import MICROS
from fairfelt.rules import Decide, Game
from fairfelt.simulation import simulate
from fairfelt.simulation.course import Player
from fairfelt.table import Choose, DealCards, PlaceBets, Round, Settle, shuffle

VERSIONS = games.find("free-bet-blackjack").variants
OTHERS = (
    games.find("super-fun-21"),
    games.find("spanish-21", "redoubling"),
    games.find("classic-blackjack", "no-hole-card"),
    games.find("zappit-blackjack"),
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


@pytest.mark.parametrize("game", (*VERSIONS, *OTHERS), ids=lambda game: game.title)
def test_table_and_simulator_settle_alike(game: Game) -> None:
    player, source = Player(game, solve(game)), Random(7)
    for _ in range(200):
        order = shuffle(game.deck.cards, source)
        (cell,) = player.round(1, iter(order))
        ending = Ending(cell.path, cell.facts, 0, 0)
        bets = [(wager, settle_ending(game, wager, wager.paytable, ending)) for wager in game.wagers]
        net = sum(outcome.pay.net * units * (1 if wager.is_optional else 2) for wager, (outcome, units) in bets)
        assert at_the_table(game, DealCards(order)) == net * MICROS


@pytest.mark.heavy
@pytest.mark.parametrize("game", (VERSIONS[0], *OTHERS), ids=lambda game: game.title)
def test_the_simulated_round_lies_near_the_exact_one(game: Game) -> None:
    found = simulate(game, rounds=20_000, seed=5)
    assert all(wager.within for wager in found.wagers)
