"""Straight Edge Poker, rule by rule as its sheet numbers them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.runtime.formats import MICROS
from tests.table.scene import dealt, finish, nets, words

V1 = games.find("straight-edge-poker", "v1")
V2 = games.find("straight-edge-poker", "v2")

THREE_TO_THE_FIVE = "3c 4d 5h 8s Tc Qd Ah"
FIVE_TO_SEVEN = "5s 6c 7d 9h Jc Kd 2s"

SEVEN_CLUBS, SEVEN_HEARTS, SEVEN_DIAMONDS = "2c 3c 4c 5c 6c 7c 8c", "2h 3h 4h 5h 6h 7h 8h", "3d 4d 5d 6d 7d 8d 9d"
WEAK, WEAK_TOO = "2s 4s 6s 8s Ts Qs Qc", "Ad Ah Td Th Qd Qh 9h"
BAD_BEAT = {"Two Way Bad Beat": 1}


def test_v1_introduction_a_wrap_around_straight_counts() -> None:
    settlement = finish(dealt(V1, {1: "Jc Qd Kh As 2c 3d 6h"}, dealer="4c 4d 6c 6d 8c 8d Tc Td"))
    assert nets(settlement) == {"Ante": 10, "Play": 250}
    assert words(settlement)[1] == "Play: won by 5 cards, pays 25 to 1"


def test_v1_introduction_3_4_5_loses_to_5_6_7() -> None:
    settlement = finish(dealt(V1, {1: THREE_TO_THE_FIVE}, dealer=FIVE_TO_SEVEN + " 7h"))
    assert words(settlement) == ["Ante: loses to the dealer, loses", "Play: loses to the dealer, loses"]


def test_v1_rule_4_and_5_the_dealer_has_eight_cards_and_burns_the_rest_of_his_second_packet() -> None:
    round = dealt(V1, {1: THREE_TO_THE_FIVE, 2: ""}, dealer=FIVE_TO_SEVEN + " 7h")
    assert round.dealt
    assert [packet.receiver for packet in round.dealt.packets] == ["seat 1", "seat 2", "the dealer", "the dealer"]
    assert [(len(packet.cards), len(packet.burned)) for packet in round.dealt.packets] == [(7, 0)] * 3 + [(1, 6)]
    assert len(round.dealt.dealer) == 8


def test_v1_rule_7_the_player_sees_no_card_of_the_dealer_and_bets_once_the_ante() -> None:
    round = dealt(V1, {1: THREE_TO_THE_FIVE}, dealer=FIVE_TO_SEVEN)
    assert round.visible(1).dealer == ()
    assert [(str(option.choice), option.size_micros) for option in round.choices(1)] == [
        ("fold", 0),
        ("Play", 10 * MICROS),
    ]


def test_v1_rule_7b_a_folded_hand_still_wins_its_insurance() -> None:
    round = dealt(V1, {1: "2c 4d 6h 8s Tc Qd Qh"}, dealer="3c", side={"Insurance": 1, "Bonus": 1})
    assert nets(finish(round, folds={1})) == {"Ante": -10, "Bonus": -1, "Insurance": 25}


def test_v1_rule_9_hands_are_settled_from_the_dealers_right() -> None:
    settlement = finish(dealt(V1, {1: "", 3: "", 4: ""}))
    assert [bet.seat for bet in settlement.settled] == [4, 4, 3, 3, 1, 1]


def test_v1_rule_10_players_win_copies() -> None:
    settlement = finish(dealt(V1, {1: THREE_TO_THE_FIVE}, dealer="3s 4c 5d 8h Ts Qc Ad Td"))
    assert words(settlement) == ["Ante: beats the dealer, pays 1 to 1", "Play: won by 0 cards, pays 1 to 1"]


def test_v1_rule_10a_example_six_cards_to_three_pay_3_to_1() -> None:
    settlement = finish(dealt(V1, {1: "3c 4c 5c 6c 7c 8c Kd"}, dealer="2h 3h 4h 9h 9s Jd Jc 7d"))
    assert nets(settlement) == {"Ante": 10, "Play": 30}
    assert words(settlement)[1] == "Play: won by 3 cards, pays 3 to 1"


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("2c 3d 4h 5s 6c 7d 8h", 200),
        ("2c 3d 4h 5s 6c 7d 9h", 25),
        ("2c 3d 4h 5s 6c 8d Th", 8),
        ("2c 3d 4h 5s 7d 9h Jh", 3),
        ("2c 3d 4h 6s 8d Th Qh", 2),
        ("5c 6d 8h Ts Qd 2h 3h", 1),
    ],
)
def test_v1_rule_10a_the_play_bet_pays_by_margin(hand: str, pays: int) -> None:
    dealer = "Ac Ad 3c 3s 5d 5h 7s 7h"
    assert nets(finish(dealt(V1, {1: hand}, dealer=dealer)))["Play"] == pays * 10


def test_v1_rule_11_a_higher_final_card_beats_an_equal_length() -> None:
    settlement = finish(dealt(V1, {1: "2c 3d 6h 8s Tc Qd Qh"}, dealer="2s 2d 4h 4c 6s 7d 9h 9c"))
    assert nets(settlement) == {"Ante": -10, "Play": -10}


@pytest.mark.parametrize(("length", "pays"), [(4, 15), (5, 60), (6, 150), (7, 400)])
def test_v1_rule_12_the_bonus_pays_even_when_the_dealer_wins(length: int, pays: int) -> None:
    run = ["2c", "3d", "4h", "5s", "6c", "7d", "8h"][:length]
    hand = " ".join(run + ["Tc", "Qd", "Kh"][: 7 - length])
    settlement = finish(dealt(V1, {1: hand}, dealer="7s 8s 9s Ts Js Qs Ks As", side={"Bonus": 10}))
    assert nets(settlement) == {"Ante": -10, "Play": -10, "Bonus": pays}


def test_v1_rule_13_insurance_pays_25_to_1_for_less_than_two_cards() -> None:
    hand = "2c 4d 6h 8s Tc Qd Qh"
    assert words(finish(dealt(V1, {1: hand}, side={"Insurance": 1})))[-1] == (
        "Insurance: less than a 2-card straight, pays 25 to 1"
    )


def test_v2_rule_8_below_9_10_the_ante_is_refunded_and_the_other_bets_play() -> None:
    settlement = finish(dealt(V2, {1: "5c 6d 7h 9s Jc Kd 2h"}, dealer="8c 9d 2c 4d 6h Js Kc"))
    assert words(settlement) == [
        "Ante: dealer does not qualify, pushes",
        "Blind: won by 1 card, pays 1 to 1",
        "Play: beats the dealer, pays 1 to 1",
    ]
    assert nets(settlement) == {"Ante": 0, "Blind": 10, "Play": 20}


def test_v2_rule_8_nine_ten_qualifies() -> None:
    settlement = finish(dealt(V2, {1: "5c 6d 7h 9s Jc Kd 2h"}, dealer="9c Td 2c 4d 6h Qs Qc"))
    assert nets(settlement) == {"Ante": 10, "Blind": 10, "Play": 20}


def test_v2_rule_8_a_losing_player_is_refunded_too() -> None:
    settlement = finish(dealt(V2, {1: "2c 3d 5h 7s 9c Jd Kh"}, dealer="8c 9d 2d 4d 6h Js Ks"))
    assert nets(settlement) == {"Ante": 0, "Blind": -10, "Play": -20}


def test_v2_rule_10_a_win_by_a_higher_card_alone_pushes_the_blind() -> None:
    settlement = finish(dealt(V2, {1: "Jc Qd 2h 4s 6c 8d 8s"}, dealer="9c Td 2c 4d 6h Kc Ks"))
    assert nets(settlement) == {"Ante": 10, "Blind": 0, "Play": 20}
    assert words(settlement)[1] == "Blind: won by 0 cards, pushes"


def test_v2_the_other_reading_of_the_blind_pays_even_money() -> None:
    game = V2.with_ruling("blind_on_zero_margin", "even")
    settlement = finish(dealt(game, {1: "Jc Qd 2h 4s 6c 8d 8s"}, dealer="9c Td 2c 4d 6h Kc Ks"))
    assert nets(settlement)["Blind"] == 10


def test_v2_rule_12_copies_push() -> None:
    settlement = finish(dealt(V2, {1: "9c Td 2h 4s 6c Qh Qd"}, dealer="9d Tc 2c 4d 6h Qs Qc"))
    assert nets(settlement) == {"Ante": 0, "Blind": 0, "Play": 0}


def test_bad_beat_rule_2_the_lower_of_two_straights_pays() -> None:
    hand, dealer = "2c 3d 4h 5s 9c Jd Kh", "6c 7d 8h 9s Tc 2d Ks"
    settlement = finish(dealt(V2, {1: hand}, dealer=dealer, side=BAD_BEAT))
    assert words(settlement)[-1] == "Two Way Bad Beat: 4-card straight, pays 5 for 1"
    assert nets(settlement)["Two Way Bad Beat"] == 4


def test_bad_beat_rule_2a_a_tie_loses() -> None:
    settlement = finish(dealt(V2, {1: "2c 3d 4h 5s 9c Jd Kh"}, dealer="2d 3c 4s 5h 9d Jc Ks", side=BAD_BEAT))
    assert words(settlement)[-1] == "Two Way Bad Beat: both hands are the same, loses"


def test_bad_beat_rule_8a_a_share_of_the_meter_is_noted_for_the_claim() -> None:
    side = {"Two Way Bad Beat": 2}
    settlement = finish(dealt(V1, {1: SEVEN_CLUBS}, dealer=SEVEN_DIAMONDS, side=side))
    (claim,) = settlement.claims
    assert (claim.seat, claim.wager, claim.net_micros) == (1, "Two Way Bad Beat", -2 * MICROS)
    assert claim.level_share == ("meter", Fraction(1))


def test_bad_beat_rule_8c_claims_come_from_the_dealers_right() -> None:
    hands = {1: SEVEN_CLUBS, 3: SEVEN_HEARTS, 5: WEAK}
    settlement = finish(dealt(V1, hands, dealer=SEVEN_DIAMONDS, side=BAD_BEAT))
    assert [claim.seat for claim in settlement.claims] == [3, 1]


def test_bad_beat_rule_9_envy_goes_to_every_other_bettor_and_never_to_oneself() -> None:
    hands = {1: SEVEN_CLUBS, 2: WEAK, 3: WEAK_TOO}
    side_at = {1: BAD_BEAT, 2: {"Two Way Bad Beat": 5}}
    settlement = finish(dealt(V1, hands, dealer=SEVEN_DIAMONDS, side_at=side_at))
    (paid,) = settlement.envy
    assert (paid.seat, paid.maker, paid.net_micros) == (2, 1, 100 * MICROS)
    assert paid.explanation == "Two Way Bad Beat: envy for the 7-card straight of seat 1, pays 100"


def test_bad_beat_rule_9c_several_envies_add_up() -> None:
    hands = {1: SEVEN_CLUBS, 3: SEVEN_HEARTS, 5: WEAK}
    settlement = finish(dealt(V1, hands, dealer=SEVEN_DIAMONDS, side=BAD_BEAT))
    got = {seat: sum(paid.net_micros for paid in settlement.envy if paid.seat == seat) for seat in hands}
    assert got == {1: 100 * MICROS, 3: 100 * MICROS, 5: 200 * MICROS}
    assert settlement.net_micros(5) == sum(bet.net_micros for bet in settlement.of(5)) + 200 * MICROS


def test_bad_beat_a_folded_hand_gives_no_envy_but_its_player_still_receives_it() -> None:
    hands = {1: SEVEN_CLUBS, 2: SEVEN_HEARTS}
    settlement = finish(dealt(V1, hands, dealer=SEVEN_DIAMONDS, side=BAD_BEAT), folds={1})
    assert [(paid.seat, paid.maker) for paid in settlement.envy] == [(1, 2)]


def test_bad_beat_paytable_2_has_no_envy() -> None:
    game = V1.with_paytable("Two Way Bad Beat", "2")
    hands = {1: SEVEN_CLUBS, 2: WEAK}
    assert finish(dealt(game, hands, dealer=SEVEN_DIAMONDS, side=BAD_BEAT)).envy == ()
