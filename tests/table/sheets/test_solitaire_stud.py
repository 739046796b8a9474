"""Solitaire Stud, rule by rule as its sheet numbers them."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.runtime.formats import MICROS
from tests.table.scene import dealt, finish, nets, words

GAME = games.find("solitaire-stud")

KQJ = "Kc Qd Js 9s 7c 5c 3s"
FOUR_THREE_TWO = "4h 3c 2d 9d 7d Td Qh"
PAIRS = "Ac As 3h 3d 6c 6s 8h"


def test_rule_2_the_ante_and_the_super_bonus_are_equal_bets() -> None:
    assert [wager.name for wager in GAME.openings] == ["Ante", "Super Bonus"]


def test_rule_4_every_player_and_last_the_dealer_gets_seven_cards() -> None:
    round = dealt(GAME, {2: "", 5: ""})
    assert round.dealt
    assert [(packet.receiver, len(packet.cards)) for packet in round.dealt.packets] == [
        ("seat 2", 7), ("seat 5", 7), ("the dealer", 7),
    ]  # fmt: skip


def test_rule_6_folding_loses_all_bets() -> None:
    settlement = finish(dealt(GAME, {1: KQJ}, dealer=FOUR_THREE_TWO, side={"3+": 5}), folds={1})
    assert words(settlement) == ["Ante: folded, loses", "Super Bonus: folded, loses", "3+: folded, loses"]
    assert settlement.net_micros(1) == -25 * MICROS


def test_rule_6_staying_in_takes_twice_the_ante() -> None:
    assert [option.size_micros for option in dealt(GAME, {1: KQJ}).choices(1)] == [0, 20 * MICROS]


def test_rule_8_below_5_4_the_ante_is_refunded_and_the_other_bets_play() -> None:
    settlement = finish(dealt(GAME, {1: KQJ}, dealer="4h 3c 6d 8d Td Qh Ah"))
    assert words(settlement) == [
        "Ante: dealer does not qualify, pushes",
        "Super Bonus: won by 1 card, pays 1 to 1",
        "Play: beats the dealer, pays 1 to 1",
    ]


def test_rule_8_5_4_qualifies() -> None:
    assert nets(finish(dealt(GAME, {1: KQJ}, dealer="5h 4c 2s 7s 9c Jc Kd")))["Ante"] == 10


def test_rule_10_king_queen_jack_beats_4_3_2() -> None:
    settlement = finish(dealt(GAME, {1: KQJ}, dealer=FOUR_THREE_TWO))
    assert nets(settlement) == {"Ante": 10, "Super Bonus": 0, "Play": 20}
    assert words(settlement)[1] == "Super Bonus: won by 0 cards, pushes"


def test_rule_10_a_three_card_run_beats_a_two_card_run() -> None:
    assert nets(finish(dealt(GAME, {1: FOUR_THREE_TWO}, dealer="Kc Qd Ts 8s 6c 5c 3s")))["Play"] == 20


@pytest.mark.parametrize(
    ("run", "pays"), [(7, 1000), (6, 100), (5, 20), (4, 5), (3, 2), (2, 1)],
)  # fmt: skip
def test_rule_11_the_super_bonus_pays_by_margin(run: int, pays: int) -> None:
    cards = ["2c", "3d", "4s", "5h", "6c", "7d", "8s"][:run]
    hand = " ".join(cards + ["Tc", "Ts", "Qs", "Qc", "Kc"][: 7 - run])
    settlement = finish(dealt(GAME, {1: hand}, dealer="Ah Ad 3h 5d 7h 9h Jd"))
    assert nets(settlement) == {"Ante": 0, "Super Bonus": pays * 10, "Play": 20}


def test_rule_12_the_dealer_wins_all_three_bets() -> None:
    settlement = finish(dealt(GAME, {1: FOUR_THREE_TWO}, dealer=KQJ))
    assert nets(settlement) == {"Ante": -10, "Super Bonus": -10, "Play": -20}


def test_rule_13_equal_runs_push() -> None:
    settlement = finish(dealt(GAME, {1: KQJ}, dealer="Kd Qc Jh 9h 7d 5d 3h"))
    assert words(settlement) == [
        "Ante: ties the dealer, pushes",
        "Super Bonus: ties the dealer, pushes",
        "Play: ties the dealer, pushes",
    ]


@pytest.mark.parametrize(
    ("table", "run", "pays"), [("SS-01", 5, 20), ("SS-02", 5, 15), ("SS-01", 3, 3), ("SS-02", 2, -1)]
)
def test_rule_14_the_3_plus_pays_by_length_and_paytable(table: str, run: int, pays: int) -> None:
    cards = ["2c", "3d", "4s", "5h", "6c"][:run]
    hand = " ".join(cards + ["8c", "8s", "Tc", "Ts", "Qs"][: 7 - run])
    game = GAME.with_paytable("3+", table)
    assert nets(finish(dealt(game, {1: hand}, dealer=KQJ, side={"3+": 1})))["3+"] == pays
