"""Three Card Poker and its bonus, rule by rule as the sheets have them."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.formats.money import MICROS
from tests.table.scene import dealt, finish, nets, words

GAME = games.find("three-card-poker")
BONUS = "Three Card Poker Bonus"
WITH_ENVY = GAME.with_paytable(BONUS, "TCPB-03E")

QUEEN_HIGH = "Qc 3d 2h"


def test_a_straight_beats_a_flush() -> None:
    assert nets(finish(dealt(GAME, {1: "4c 5d 6h"}, dealer="Kc Jc 9c")))["Play"] == 10


def test_way_1_a_player_who_folds_loses() -> None:
    settlement = finish(dealt(GAME, {1: "5c 4d 2s"}, dealer=QUEEN_HIGH), folds={1})
    assert words(settlement) == ["Ante: folded, loses", "Ante Bonus: folded"]
    assert settlement.net_micros(1) == -10 * MICROS


def test_way_1_when_the_dealer_does_not_play_the_ante_wins_and_play_pushes() -> None:
    settlement = finish(dealt(GAME, {1: "5c 4d 2s"}, dealer="Jc 9d 3h"))
    assert words(settlement)[:2] == [
        "Ante: dealer does not qualify, pays 1 to 1",
        "Play: dealer does not qualify, pushes",
    ]


def test_way_1_queen_high_plays() -> None:
    assert nets(finish(dealt(GAME, {1: "Kc 4d 2s"}, dealer=QUEEN_HIGH))) == {"Ante": 10, "Play": 10, "Ante Bonus": 0}


def test_way_1_a_better_dealer_takes_both_bets() -> None:
    assert nets(finish(dealt(GAME, {1: "Kc 4d 2s"}, dealer="Ac 4h 2h"))) == {"Ante": -10, "Play": -10, "Ante Bonus": 0}


def test_way_1_equal_hands_push() -> None:
    assert nets(finish(dealt(GAME, {1: "Kc 4d 2s"}, dealer="Kd 4h 2h"))) == {"Ante": 0, "Play": 0, "Ante Bonus": 0}


@pytest.mark.parametrize(("hand", "pays"), [("4c 5c 6c", 5), ("4c 4d 4h", 4), ("4c 5d 6h", 1), ("2c 7c 9c", 0)])
def test_the_ante_bonus_is_paid_on_the_ante_even_if_the_dealer_wins(hand: str, pays: int) -> None:
    settlement = finish(dealt(GAME, {1: hand}, dealer="Qs Ks As"))
    assert nets(settlement) == {"Ante": -10, "Play": -10, "Ante Bonus": pays * 10}
    assert settlement.of(1)[2].stake_micros == 0


@pytest.mark.parametrize(
    ("hand", "pays"),
    [("4c 5c 6c", 40), ("4c 4d 4h", 30), ("4c 5d 6h", 6), ("2c 7c 9c", 4), ("2c 2d 9c", 1), ("2c 7d 9c", -1)],
)
def test_way_2_pair_plus_is_paid_whatever_the_dealer_has(hand: str, pays: int) -> None:
    assert nets(finish(dealt(GAME, {1: hand}, dealer="Qs Ks As", side={"Pair Plus": 2})))["Pair Plus"] == pays * 2


def test_way_3_folding_forfeits_pair_plus_as_well() -> None:
    settlement = finish(dealt(GAME, {1: "2c 2d 9c"}, side={"Pair Plus": 5}), folds={1})
    assert nets(settlement) == {"Ante": -10, "Ante Bonus": 0, "Pair Plus": -5}
    assert words(settlement)[-1] == "Pair Plus: folded, loses"


def test_bonus_rule_3_ace_king_queen_of_spades_is_above_all() -> None:
    settlement = finish(dealt(WITH_ENVY, {1: "As Ks Qs", 2: "Ac Kc Qc"}, side={BONUS: 1}))
    assert (nets(settlement, 1)[BONUS], nets(settlement, 2)[BONUS]) == (4000, 1000)


@pytest.mark.parametrize(("hand", "amount"), [("As Ks Qs", 100), ("Ac Kc Qc", 25), ("4c 5c 6c", 5), ("4c 4d 4h", 0)])
def test_bonus_rule_10_envy_by_the_hand(hand: str, amount: int) -> None:
    settlement = finish(dealt(WITH_ENVY, {1: hand, 2: "2d 7h 9s", 3: "2h 7s 9d"}, side={BONUS: 3}))
    got = [(paid.seat, paid.maker, paid.net_micros // MICROS) for paid in settlement.envy]
    assert got == ([(3, 1, amount), (2, 1, amount)] if amount else [])


def test_bonus_rule_10c_a_hand_gives_envy_even_if_its_own_player_made_no_bonus_bet() -> None:
    side_at = {2: {BONUS: 1}}
    settlement = finish(dealt(WITH_ENVY, {1: "4c 5c 6c", 2: "2d 7h 9s", 3: "2h 7s 9d"}, side_at=side_at))
    assert [(paid.seat, paid.maker) for paid in settlement.envy] == [(2, 1)]


def test_bonus_rule_10d_no_envy_for_the_dealers_hand() -> None:
    settlement = finish(dealt(WITH_ENVY, {1: "2d 7h 9s", 2: "2h 7s 9d"}, dealer="4c 5c 6c", side={BONUS: 1}))
    assert settlement.envy == ()


def test_bonus_rule_10e_several_envy_hands_pay_several_times() -> None:
    settlement = finish(dealt(WITH_ENVY, {1: "4c 5c 6c", 2: "Ac Kc Qc", 3: "2h 7s 9d"}, side={BONUS: 1}))
    assert sum(paid.net_micros for paid in settlement.envy if paid.seat == 3) == 30 * MICROS


def test_the_bonus_lives_through_a_fold_and_gives_envy() -> None:
    settlement = finish(dealt(WITH_ENVY, {1: "4c 5c 6c", 2: "2d 7h 9s"}, side={BONUS: 1}), folds={1})
    assert nets(settlement)[BONUS] == 100
    assert [(paid.seat, paid.maker) for paid in settlement.envy] == [(2, 1)]


def test_paytables_without_envy_give_none() -> None:
    assert finish(dealt(GAME, {1: "4c 5c 6c", 2: "2d 7h 9s"}, side={BONUS: 1})).envy == ()
