"""Flushes Gone Wild, rule by rule as its sheet numbers them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.rules.cards import format_cards
from fairfelt.runtime.formats import MICROS
from fairfelt.table import RoundError
from tests.table.scene import dealt, finish, nets, words

GAME = games.find("flushes-gone-wild")

BLANK = "3h 4d 5s 6h 8d"
LINK = "Multi-Game Link Progressive"


def test_introduction_a_higher_kicker_wins_an_equal_length() -> None:
    settlement = finish(dealt(GAME, {1: "Ac 7c 3c 4d 5s"}, dealer="Ah Th 7h 4s 5d", community="8d 9s"))
    assert nets(settlement) == {"Ante": -10, "Blind": -10, "Play": -20}


def test_introduction_deuces_are_wild() -> None:
    settlement = finish(dealt(GAME, {1: "Ac 2d 3c 4d 5s"}, dealer="Kh Th 7h 4s 5d", community="8d 9s"))
    assert nets(settlement)["Ante"] == 10


def test_rules_3_4_and_6_the_community_comes_first_and_burns_its_top_and_its_bottom_two() -> None:
    round = dealt(GAME, {1: "", 4: ""}, community="9h Ts")
    assert round.dealt
    first = round.dealt.packets[0]
    assert [packet.receiver for packet in round.dealt.packets] == ["the community", "seat 1", "seat 4", "the dealer"]
    assert format_cards(first.cards) == "9h Ts"
    assert first.burned == (round.dealt.order[0], *round.dealt.order[3:5])


def test_rule_7_the_player_decides_on_five_cards_and_bets_twice_the_ante() -> None:
    round = dealt(GAME, {1: BLANK})
    assert (len(round.visible(1).own), round.visible(1).community) == (5, ())
    assert [option.size_micros for option in round.choices(1)] == [0, 20 * MICROS]


def test_rule_7b_flush_rush_lives_through_a_fold() -> None:
    settlement = finish(dealt(GAME, {1: "3c 4c 6c 8d Th"}, community="9c Ks", side={"Flush Rush": 5}), folds={1})
    assert words(settlement) == [
        "Ante: folded, loses",
        "Blind: folded, loses",
        "Flush Rush: 4-card natural flush, pays 1 to 1",
    ]


@pytest.mark.parametrize(
    ("hand", "dealer", "community", "pays"),
    [
        ("Ac Kc Qc Jc Tc", "3h 4d 5s 6h 8d", "9c 8c", 200),
        ("Ac Kc Qc Jc Tc", "3h 4d 5s 6h 7d", "9c 8s", 25),
        ("Ac Kc Qc Jc Tc", "3h 4d 5s 6h 7d", "9s 8s", 3),
        ("Ac Kc Qc Jc 4s", "3h 4d 5s 6h 7d", "9d 8h", 0),
    ],
)
def test_rule_10_the_blind_pays_by_margin(hand: str, dealer: str, community: str, pays: int) -> None:
    settlement = finish(dealt(GAME, {1: hand}, dealer=dealer, community=community))
    assert nets(settlement) == {"Ante": 10, "Blind": pays * 10, "Play": 20}


def test_rule_12_copies_push() -> None:
    settlement = finish(dealt(GAME, {1: "Ac Kc Qc 4d 5s"}, dealer="Ah Kh Qh 4s 5d", community="7d 8s"))
    assert nets(settlement) == {"Ante": 0, "Blind": 0, "Play": 0}


def test_rule_13_flush_rush_pays_though_the_dealer_wins() -> None:
    settlement = finish(
        dealt(GAME, {1: "3c 4c 5c 6c 8d"}, dealer="Ah Kh Qh Jh Th", community="9c Ks", side={"Flush Rush": 1})
    )
    assert nets(settlement) == {"Ante": -10, "Blind": -10, "Play": -20, "Flush Rush": 6}


def test_progressive_rules_2_and_8_deuces_are_natural_and_the_five_cards_count() -> None:
    settlement = finish(dealt(GAME, {1: "2c 2d 2h 4s 9d"}, side={"Progressive": 1}))
    assert words(settlement)[-1] == "Progressive: three of a kind, pays 9 for 1"
    assert nets(settlement)["Progressive"] == 8


def test_progressive_rule_8_a_folded_hand_wins_nothing_alone_but_wins_on_a_link() -> None:
    for bet, net in (("Progressive", -1), (LINK, 8)):
        round = dealt(GAME, {1: "2c 2d 2h 4s 9d"}, side={bet: 1})
        assert nets(finish(round, folds={1})) == {"Ante": -10, "Blind": -10, bet: net}


def test_a_table_has_one_of_the_two_progressives_at_one_seat_and_at_all() -> None:
    """A seat could bet on both, against the ruling: the sheet has them for different tables."""
    with pytest.raises(RoundError, match="Progressive and Multi-Game Link Progressive: a table offers one of them"):
        dealt(GAME, {1: "2c 2d 2h 4s 9d"}, side={"Progressive": 1, LINK: 1})
    hands, side_at = {1: "2c 2d 2h 4s 9d", 2: BLANK}, {1: {"Progressive": 1}, 2: {LINK: 1}}
    with pytest.raises(RoundError, match="ruling one_progressive_at_a_table"):
        dealt(GAME, hands, side_at=side_at)


def test_progressive_rule_9_shares_of_the_meter_are_claimed_from_the_dealers_right() -> None:
    hands = {1: "Ts Js Qs Ks As", 2: BLANK, 3: "3c 4c 5c 6c 7c"}
    settlement = finish(dealt(GAME, hands, side={"Progressive": 1}))
    claims = [(claim.seat, str(claim.outcome.pay)) for claim in settlement.claims]
    assert claims == [(3, "10% of the meter"), (1, "100% of the meter")]


def test_progressive_rule_10_envy_is_multiplied_by_the_receivers_own_wager() -> None:
    hands = {1: "Ts Js Qs Ks As", 2: BLANK, 3: "3c 4c 5c 6c 7c"}
    side_at = {1: {"Progressive": 1}, 2: {"Progressive": 5}, 3: {"Progressive": 2}}
    settlement = finish(dealt(GAME, hands, side_at=side_at))
    got = {(paid.seat, paid.maker): paid.net_micros // MICROS for paid in settlement.envy}
    assert got == {(2, 1): 5000, (3, 1): 2000, (2, 3): 1500, (1, 3): 300}
    assert settlement.envy[0].explanation == (
        "Progressive: envy for the straight flush of seat 3, pays 300 times the wager"
    )


def test_link_paytable_ml03_pays_a_level_for_four_of_a_kind() -> None:
    game = GAME.with_paytable(LINK, "ML03")
    (claim,) = finish(dealt(game, {1: "9c 9d 9h 9s Kd"}, side={LINK: 1})).claims
    assert claim.level_share == ("Minor", Fraction(1))
