"""Hands set in two, sampled: on the same deck the simulator settles as the table does."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.exact import solve
from fairfelt.formats.money import MICROS
from fairfelt.rules import Choice, Street
from fairfelt.simulation import simulate
from fairfelt.simulation.cells import CellTally
from fairfelt.simulation.course import Player
from fairfelt.table import View, play
from tests.support.small_settings import SMALL_SETTINGS

pytestmark = pytest.mark.xdist_group("pai gow")
UNIT = 20 * MICROS


@pytest.mark.parametrize("name", SMALL_SETTINGS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_the_simulator_settles_as_the_table_does(name: str, seed: int) -> None:
    game = SMALL_SETTINGS[name]
    solution, order = solve(game), tuple(Random(seed).sample(game.deck.cards, len(game.deck)))

    def plays(street: Street, view: View) -> Choice:
        played = solution.plays(view.own, view.community, view.dealer)
        return next(choice for choice in street.choices if choice.name == played)

    tally = CellTally(game, tuple(Player(game, solution).round(1, iter(order))))
    there = play(game, order, {1: {wager.name: UNIT for wager in game.wagers}}, plays)
    for bet in there.of(1):
        ((outcome, units),) = tally.settle(game.wager(bet.wager), game.wager(bet.wager).paytable)
        assert outcome == bet.outcome
        assert Fraction(bet.net_micros, UNIT) == outcome.pay.net * units


@pytest.mark.parametrize("name", SMALL_SETTINGS)
def test_the_exact_mean_is_within_three_standard_errors(name: str) -> None:
    found = simulate(SMALL_SETTINGS[name], rounds=1_500, seed=11)
    assert [wager.wager for wager in found.wagers if not wager.within] == []
