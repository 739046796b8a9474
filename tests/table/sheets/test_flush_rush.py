"""Flush Rush, rule by rule as its sheet numbers them."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.rules.cards import format_cards, parse_cards
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, Round
from tests.table.scene import bets, dealt, finish, nets, words

GAME = games.find("flush-rush")


def test_rule_2_the_bets_need_not_be_equal() -> None:
    bets(GAME, side={"All or Nothing": 3}).verify(Round(GAME))


def test_rule_3_three_of_the_last_packet_are_shared_and_its_bottom_card_is_burned() -> None:
    round = dealt(GAME, {1: "2c 3c 4c 5c", 3: "2d 3d 4d 5d"}, community="Ah Kh Qh")
    assert round.dealt
    last = round.dealt.packets[-1]
    assert (last.receiver, format_cards(last.cards), len(last.burned)) == ("the community", "Ah Kh Qh", 1)
    assert last.burned == round.dealt.order[11:12]


def test_rule_4_players_decide_from_the_dealers_left_on_four_cards() -> None:
    round = dealt(GAME, {3: "2d 3d 4d 5d", 1: "2c 3c 4c 5c"}, community="Ah Kh Qh")
    assert round.to_act and round.to_act.number == 1
    assert round.visible(1).community == ()
    assert [(str(option.choice), option.size_micros) for option in round.choices(1)] == [
        ("fold", 0), ("First 1x", 10 * MICROS),
    ]  # fmt: skip
    assert round.choices(3) == ()


def test_rule_5_two_community_cards_are_seen_at_the_second_decision() -> None:
    round = dealt(GAME, {1: "2c 3c 4c 5c"}, community="Ah Kh Qh").apply(Choose(1, "First 1x"))
    assert round.street and round.street.name == "Two community cards"
    assert round.visible(1).community == parse_cards("Ah Kh")


def test_rule_6a_folding_late_loses_the_ante_and_the_first_bet() -> None:
    round = dealt(GAME, {1: "2c 3c 4c 5c"}, community="Ah Kh Qh").apply(Choose(1, "First 1x"))
    settlement = finish(round, folds={1})
    assert words(settlement) == ["Ante: folded, loses", "First 1x: folded, loses"]
    assert settlement.net_micros(1) == -20 * MICROS


def test_rule_6_a_player_who_folded_is_not_asked_again() -> None:
    round = dealt(GAME, {1: "", 2: ""}).apply(Choose(1, "fold")).apply(Choose(2, "First 1x"))
    assert round.to_act and round.to_act.number == 2


def test_rule_7_the_last_community_card_is_turned_over_at_the_end() -> None:
    round = dealt(GAME, {1: "2c 3c 4c 5c"}, community="Ah Kh Qh").apply(Choose(1, "fold"))
    assert round.phase == "settling"
    assert round.visible(1).community == parse_cards("Ah Kh Qh")


def test_rule_9_less_than_four_cards_lose_all_three_bets() -> None:
    settlement = finish(dealt(GAME, {1: "2c 3c 4c 5d"}, community="Ah Kh Qh"))
    assert nets(settlement) == {"Ante": -10, "First 1x": -10, "Second 1x": -10}


@pytest.mark.parametrize(
    ("hand", "community", "pays"),
    [
        ("2c 4c 6c 8c", "Tc Qc Ac", 300),
        ("2c 4c 6c 8c", "Tc Qc Ad", 20),
        ("2c 4c 6c 8c", "Tc Qd Ad", 9),
        ("2c 4c 6c 8c", "Td Qd Ad", 5),
        ("2c 3c 4c 5c", "6c 7c 8c", 1000),
        ("2c 3c 4c 5c", "6c 7c 9d", 500),
        ("2c 3c 4c 5c", "6c 8d 9d", 100),
        ("2c 3c 4c 5c", "7d 8d 9d", 15),
        ("Ac 2c 3c 4c", "7d 8d 9d", 15),
        ("2c 3c 4c 5c", "9c Jc Kd", 20),
    ],
)
def test_rule_10_the_ante_pays_odds_and_both_bets_even_money(hand: str, community: str, pays: int) -> None:
    settlement = finish(dealt(GAME, {1: hand}, community=community))
    assert nets(settlement) == {"Ante": pays * 10, "First 1x": 10, "Second 1x": 10}


@pytest.mark.parametrize(("hand", "net"), [("2c 4c 6c 8c", 30), ("2c 4d 6h 8s", 5), ("2c 4c 6h 8s", -1)])
def test_rule_11_all_or_nothing_lives_through_a_fold(hand: str, net: int) -> None:
    settlement = finish(dealt(GAME, {1: hand}, side={"All or Nothing": 1}), folds={1})
    assert nets(settlement) == {"Ante": -10, "All or Nothing": net}
