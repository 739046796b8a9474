"""Courses sampled: on the same shoe the simulator settles as the table does, and a seed decides everything."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.core.endings import settle_ending
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.simulation.course import find_positions
from fairfelt.rules import Choice, Game, Street
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play
from tests.support.heavy import chosen_rows, examples
from tests.support.settled_deals import list_numbers
from tests.support.small_courses import BACCARAT, HIGH_CARD, SMALL_COURSES, WAR

UNIT = 2 * MICROS
GAMES = {
    "war": WAR,
    "war, few ranks": SMALL_COURSES["war, three cards to a rank"],
    "baccarat": BACCARAT,
    "baccarat with a bet on two cards": SMALL_COURSES["baccarat"],
    "an open card": HIGH_CARD,
}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=examples(8, 100))
@given(seed=st.integers(0, 2**32), data=st.data())
def test_the_simulator_settles_as_the_table_does(name: str, seed: int, data: st.DataObject) -> None:
    game, solution = GAMES[name], solve(GAMES[name])
    seats = data.draw(st.integers(1, min(3, game.seats)) if game is not HIGH_CARD else st.just(1))
    order = tuple(Random(seed).sample(game.deck.cards, len(game.deck)))

    def best(street: Street, view: View) -> Choice:
        advised = solution.advise(view.own, view.community, view.dealer).best
        return next(choice for choice in street.choices if choice.name == advised)

    ends = Player(game, solution).round(seats, iter(order))
    opened = ends[0].choices[0][1].name if game.opening_choice else ""
    opening = [wager for wager in game.openings if not opened or wager.name == opened]
    bets = {wager.name: UNIT for wager in (*opening, *game.optional)}
    there = play(game, order, dict.fromkeys(range(1, seats + 1), bets), best)
    for wager in game.wagers:
        for seat, end in enumerate(ends, 1):
            outcome, units = settle_ending(game, wager, wager.paytable, end)
            bet = next((bet for bet in there.of(seat) if bet.wager == wager.name), None)
            if bet is None:
                assert (outcome.name, units) == ("not bet", 0)
                continue
            assert outcome == bet.outcome
            assert Fraction(bet.net_micros, UNIT) == outcome.pay.net * units


@pytest.mark.parametrize(
    ("game", "seats"),
    [(WAR, 1), (BACCARAT, 1), (BACCARAT, 3), (GAMES["war, few ranks"], 2), (games.find("andar-bahar"), 2)],
)
def test_a_kernel_ends_every_round_as_the_course_does(game: Game, seats: int) -> None:
    """The table of positions, looked up card by card, and the course itself, stepped with the same shoes."""
    player, source = Player(game, solve(game)), Random(5)
    shoes = [source.sample(game.deck.cards, len(game.deck)) for _ in range(150)]
    automaton = find_positions(player, seats)
    assert automaton
    assert game.course
    numbers = list_numbers(automaton.dealer, np.array(shoes, np.uint8), game.course.most_cards(seats), of=["~position"])
    for number, shoe in zip(numbers.ravel(), shoes, strict=True):
        assert automaton.endings[number] == player.round(seats, iter(shoe))


def test_a_bet_on_the_cards_themselves_is_stepped_round_by_round() -> None:
    game = GAMES["baccarat with a bet on two cards"]
    assert find_positions(Player(game, solve(game)), 1) is None


def test_threads_change_nothing_but_the_time() -> None:
    one, two = (simulate(WAR, rounds=300_000, seed=1, threads=threads).wagers for threads in (1, 2))
    assert one == two


def test_a_seed_decides_everything() -> None:
    once, again, other = (simulate(WAR, rounds=500, seed=seed).wagers for seed in (1, 1, 2))
    assert once == again != other


@pytest.mark.parametrize(("name", "seats"), chosen_rows([("war, few ranks", 2), ("baccarat", 2)], {"war, few ranks"}))
def test_the_exact_mean_is_within_three_standard_errors(name: str, seats: int) -> None:
    found = simulate(GAMES[name], rounds=4_000, seed=7, seats=seats)
    assert [wager.wager for wager in found.wagers if not wager.within] == []
    assert all(0 < wager.standard_error < 1 for wager in found.wagers)


def test_every_opening_bet_is_sampled_though_one_is_made() -> None:
    found = {wager.wager: wager for wager in simulate(BACCARAT, rounds=2_000, seed=3).wagers}
    assert found["Banker"].mean == found["Round"].mean != found["Player"].mean


def test_no_more_players_than_seats() -> None:
    with pytest.raises(ValueError, match="Casino War seats 1 to 9 players, not 10"):
        simulate(WAR, rounds=1, seed=1, seats=10)
