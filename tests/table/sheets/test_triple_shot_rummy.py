"""Triple Shot Rummy: how points are counted, and what they pay."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.engine.exact import follow, solve
from fairfelt.rules.cards import parse_cards
from tests.table.scene import dealt, finish, nets, words

GAME = games.find("triple-shot-rummy")


@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        ("Kc Qd 9h", "29 points"), ("Kc Kd 9h", "9 points"), ("Kc Kd Kh", "no points"), ("Kc Qc 9h", "9 points"),
        ("Jc Qc Kc", "no points"), ("Jc Qd Kh", "30 points"), ("Ac 2c 9h", "9 points"), ("Ac Kc 9h", "20 points"),
        ("Ac 2c 3c", "no points"), ("Qc Kc Ac", "one point"), ("9c Tc 9d", "9 points"), ("2c 3c 3d", "2 points"),
        ("2c 4c 6c", "12 points"), ("Ac Ad 5h", "5 points"),
    ],
)  # fmt: skip
def test_sets_and_suited_runs_count_nothing_and_the_lower_total_is_taken(cards: str, counted: str) -> None:
    assert GAME.showdown
    ranking = GAME.showdown.ranking
    assert ranking.describe(ranking.value(parse_cards(cards))) == counted


@pytest.mark.parametrize(
    ("own", "play"), [("5c 5d 5h", 40), ("5c 5d 2h", 20), ("5c 5d 6h", 10), ("8c 8d 7h", 10), ("8c 8d 9h", -10)]
)
def test_fewer_points_win_and_pay_by_their_number(own: str, play: int) -> None:
    settlement = finish(dealt(GAME, {1: own}, dealer="4c 4d 8h"))
    assert nets(settlement) == {"Ante": 10 if play > 0 else -10, "Play": play}


def test_equal_points_push() -> None:
    assert nets(finish(dealt(GAME, {1: "5c 5d 8h"}, dealer="4c 4d 8s"))) == {"Ante": 0, "Play": 0}


def test_a_dealer_with_more_than_20_points_does_not_play() -> None:
    out = finish(dealt(GAME, {1: "Kc Qd Jh"}, dealer="Tc 8d 3h"))
    assert words(out) == ["Ante: dealer does not qualify, pays 1 to 1", "Play: dealer does not qualify, pushes"]
    assert nets(finish(dealt(GAME, {1: "Kc 7d 2h"}, dealer="Tc 8d 2s")))["Play"] == 10


def test_the_published_strategy_is_the_best() -> None:
    solution = solve(GAME)
    assert follow(solution, GAME.strategy("20 points")).cost == 0
    assert solution.advise(parse_cards("Tc 8d 3h")).best == "fold"
