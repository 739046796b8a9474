"""Bets on the first cards at a blackjack table, line by line as they are published."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.engine.exact import par
from fairfelt.rules import Game, Paytable
from fairfelt.rules.hands import ThreeCard
from fairfelt.table import DealCards, Round, Settle
from tests.table.scene import bets, dealt, finish, nets

DELUXE, SET, FIELD = games.royal_match_21_deluxe, games.bet_the_set_21, games.field_gold_21
FORTUNE, TRILUX = games.fortune_blackjack, games.trilux_bonus
UP_CARD = games.blazing_7s_progressive_dealers_up_card
OWN_CARDS = games.blazing_7s_progressive_player_cards_only


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


@pytest.mark.parametrize(
    ("own", "up", "pays"),
    [
        ("7d 7d", "7d", 2000), ("7d 7d", "7s", 500), ("6h 8h", "7h", 1000), ("6h 8h", "7c", 200), ("9c Kc", "2c", 100),
        ("9c Kc", "2d", 30), ("Ac 9d", "Ah", 30), ("Ac 4d", "5h", 20), ("Kc Qd", "Ah", 30), ("Kc 7d", "2h", 20),
        ("Kc 8d", "Ah", 20), ("Kc Qd", "2h", -10), ("2c 3d", "4h", -10),
    ],
)  # fmt: skip
def test_fortune_pays_by_the_total_with_the_up_card(own: str, up: str, pays: int) -> None:
    assert won(FORTUNE, own, up) == pays


@pytest.mark.parametrize(
    ("own", "up", "pays"),
    [
        ("7d 8d", "9d", 250), ("7d 7d", "7d", 150), ("7d 7c", "7d", 150), ("Ad 2c", "3d", 80), ("Qd Kc", "Ad", 80),
        ("2d 2d", "9d", 50), ("2d 5d", "9d", 50), ("Kd Ac", "2d", -10), ("7d 7c", "8d", -10),
    ],
)  # fmt: skip
def test_trilux_pays_by_three_cards_and_twins_of_one_suit_are_a_flush(own: str, up: str, pays: int) -> None:
    """Three-card poker called two equal cards with a third of their suit a pair, which no single deck can show."""
    assert won(TRILUX.with_paytable("TriLux", "2"), own, up) == pays


def test_the_same_three_cards_at_nine_to_one_come_to_the_published_edge() -> None:
    """Another maker's bet on them: 3.2%, won once in 10.3 hands of six decks."""
    lines = (ThreeCard.STRAIGHT_FLUSH, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT, ThreeCard.FLUSH)
    sheet = par(TRILUX.with_pays("TriLux", Paytable("flat", dict.fromkeys(lines, 9)))).wager("TriLux")
    assert f"{float(sheet.house_edge):.1%} {float(1 / sheet.hit_frequency):.1f}" == "3.2% 10.3"


def sevens(game: Game, cards: str) -> str:
    """The outcome for one player with these cards on top of the shoe."""
    order = DealCards.of(" ".join([cards, *["2s"] * 3]))
    settlement = Round(game).apply(bets(game)).apply(order).apply(Settle()).settlement
    assert settlement
    return settlement.of(1)[0].outcome.name


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("7d 7d 7d", "three sevens of diamonds"), ("7h 7h 7h", "three sevens of one suit"),
        ("7h 7d 7h", "three sevens of one color"), ("7s 7c 7c", "three sevens of one color"),
        ("7h 7s 7h", "three sevens"), ("7h 2s 7h", "two sevens"), ("7h 7s 2h", "one seven"), ("2h 7s 2h", "no seven"),
    ],
)  # fmt: skip
def test_sevens_count_with_the_up_card_only_where_both_own_cards_are_sevens(cards: str, outcome: str) -> None:
    """A player's card, the dealer's, the player's other card."""
    assert sevens(UP_CARD.with_paytable("Blazing 7's", "2"), cards) == outcome


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("7d 9c 7d 9c 7d", "three sevens of one suit"), ("7d 9c 7d 9c 7h", "three sevens of one color"),
        ("7d Kc 7d Ac 7d", "two sevens"), ("7d Kc 7d 9c 7s", "three sevens"), ("7d 9c 7d Ac 2s", "two sevens"),
        ("7d 9c 8d 9c 7h", "one seven"), ("2d 7c 8d 7c 7h", "no seven"),
    ],
)  # fmt: skip
def test_a_third_card_comes_to_two_sevens_unless_the_dealer_has_a_blackjack(cards: str, outcome: str) -> None:
    """A player's card, the dealer's, the player's other card, the dealer's other, the next."""
    assert sevens(OWN_CARDS, cards) == outcome
