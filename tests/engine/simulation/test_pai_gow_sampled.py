"""Hands set in two, sampled: on the same deck the simulator settles as the table does."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.engine.core.endings import settle_ending
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.simulation.course import SettingKernel
from fairfelt.engine.simulation.simulation import course_kernel
from fairfelt.rules import Choice, PaiGowPoker, Street
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.pai_gow import BY_THE_HOUSE_WAY, SET_THE_HAND
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play
from tests.support.heavy import chosen, examples
from tests.support.small_settings import FORTUNE, SMALL_SETTINGS

pytestmark = pytest.mark.xdist_group("pai gow")
UNIT = 20 * MICROS
BLIND_AND_SEEING = {"by the house way, two suits", "face up, two suits"}


@pytest.mark.parametrize("name", chosen(SMALL_SETTINGS, BLIND_AND_SEEING))
@settings(max_examples=examples(8, 50))
@given(seed=st.integers(0, 2**32))
def test_the_simulator_settles_as_the_table_does(name: str, seed: int) -> None:
    game = SMALL_SETTINGS[name]
    solution, order = solve(game), tuple(Random(seed).sample(game.deck.cards, len(game.deck)))

    def plays(street: Street, view: View) -> Choice:
        played = solution.plays(view.own, view.community, view.dealer)
        return next(choice for choice in street.choices if choice.name == played)

    player = Player(game, solution)
    kernel = course_kernel(player, 1, 1)
    assert isinstance(kernel, SettingKernel)
    there = play(game, order, {1: {wager.name: UNIT for wager in game.wagers}}, plays)
    (cell,) = kernel.settle(np.array([order], np.uint8))[0]
    for end in (*player.round(1, iter(order)), kernel.cells[cell]):
        for bet in there.of(1):
            wager = game.wager(bet.wager)
            outcome, units = settle_ending(game, wager, wager.paytable, end)
            assert outcome == bet.outcome
            assert Fraction(bet.net_micros, UNIT) == outcome.pay.net * units


def test_players_against_one_dealer_are_counted_together() -> None:
    """Three hands of seven from a deck of 28: what two players end with is counted pair by pair."""
    game = FORTUNE.with_deck(Deck("A2349JK"))
    path = ((SET_THE_HAND.name, BY_THE_HOUSE_WAY),)
    assert isinstance(game.course, PaiGowPoker)
    kernel = SettingKernel(game, game.course, path, seats=2)
    tally = kernel.tally(kernel.dealer(3, 5_000, 0))
    assert tally.counts.sum() == 2 * tally.pairs.sum() == 10_000
    shoes = np.array([Random(seed).sample(game.deck.cards, 28) for seed in range(20)], np.uint8)
    alone = SettingKernel(game, game.course, path, seats=1)
    for shoe, ends in zip(shoes, kernel.settle(shoes), strict=True):
        against = [np.concatenate((shoe[start : start + 7], shoe[14:21])) for start in (0, 7)]
        assert alone.settle(np.array(against))[:, 0].tolist() == ends.tolist()


@pytest.mark.parametrize("name", chosen(SMALL_SETTINGS, BLIND_AND_SEEING))
def test_the_exact_mean_is_within_three_standard_errors(name: str) -> None:
    found = simulate(SMALL_SETTINGS[name], rounds=1_500, seed=11)
    assert [wager.wager for wager in found.wagers if not wager.within] == []
