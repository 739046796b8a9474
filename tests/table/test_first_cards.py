"""Bets on the first cards at a blackjack table, line by line as they are published."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.rules import Game
from tests.table.scene import dealt, finish, nets

DELUXE, SET, FIELD = games.royal_match_21_deluxe, games.bet_the_set_21, games.field_gold_21


def won(game: Game, own: str, dealer: str = "9c 9d") -> int:
    """What ten units on the only bet of a game win or lose."""
    (net,) = nets(finish(dealt(game, {1: own}, dealer=dealer))).values()
    return net


@pytest.mark.parametrize(
    ("own", "pays"),
    [
        ("Kh Qh", 300), ("Kh Qd", -10), ("Kh Kh", 90), ("Kh Kd", -10), ("2s 2s", 90), ("Ac Kc", 50), ("Ac 2c", 50),
        ("7d 8d", 50), ("Jd Qd", 50), ("7d 9d", 15), ("Ac Qc", 15), ("2h Kh", 15), ("7d 8s", -10),
    ],
)  # fmt: skip
def test_a_match_of_one_suit_is_paid_by_its_best_line(own: str, pays: int) -> None:
    assert won(DELUXE, own) == pays


@pytest.mark.parametrize(("own", "pays"), [("7d 7d", 200), ("7d 7s", 100), ("Th Jh", -10), ("Ac Ac", 200)])
def test_a_set_is_two_of_one_rank(own: str, pays: int) -> None:
    assert won(SET, own) == pays


def test_with_one_deck_a_set_pays_by_one_line() -> None:
    single = SET.with_decks(1).with_paytable("Bet the Set", "15")
    assert won(single, "7d 7s") == 150


@pytest.mark.parametrize(
    ("own", "pays"),
    [
        ("Ac Jc", 250), ("Ac Js", 15), ("Ac Qc", 15), ("Td Ad", 15), ("Ac Ad", 100), ("Ac 2d", 30), ("2c 2d", 30),
        ("Ac 3d", 30), ("2c 3d", -10), ("4c 4d", -10), ("Ac 8d", 20), ("5c 5d", 20), ("9c Ad", 20), ("9c 2d", 10),
        ("Kc 2d", 10), ("6c 6d", 10), ("Kc 3d", -10), ("Kc Qd", -10),
    ],
)  # fmt: skip
def test_the_field_pays_by_the_total_and_a_blackjack_is_not_eleven(own: str, pays: int) -> None:
    assert won(FIELD, own) == pays
