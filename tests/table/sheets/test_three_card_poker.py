"""Three Card Poker and its bonus, rule by rule as the sheets have them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.engine.exact import par
from fairfelt.rules import Paytable
from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import ThreeCard
from fairfelt.runtime.formats import MICROS
from fairfelt.table import DealCards, PlaceBets, Round, RoundError, stacked_deck
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


def alone(hand: str, *, other: str = "") -> Round:
    """A player who bets five units on Pair Plus alone, and perhaps one beside who plays the game."""
    round = Round(GAME).apply(PlaceBets(1, {"Pair Plus": 5 * MICROS}))
    hands = {1: hand, **({2: other} if other else {})}
    if other:
        round = round.apply(PlaceBets(2, {"Ante": 10 * MICROS}))
    own = {seat: parse_cards(text) for seat, text in hands.items()}
    return round.apply(DealCards(stacked_deck(GAME, own, dealer=parse_cards("As Ah Ad"), community=())))


@pytest.mark.parametrize(("hand", "pays"), [("4c 5c 6c", 200), ("4c 4d 9h", 5), ("2c 3d 8h", -5)])
def test_way_2_a_player_wagers_only_on_the_own_hand(hand: str, pays: int) -> None:
    """It said “the bet on Ante is missing”: the table refused what the sheet calls the second way to play."""
    round = alone(hand)
    assert round.phase == "settling", "there is nothing to decide"
    assert nets(finish(round)) == {"Pair Plus": pays}


def test_way_2_beside_a_player_who_plays_against_the_dealer() -> None:
    round = alone("4c 4d 9h", other="Kc 4h 2s")
    assert round.to_act
    assert round.to_act.number == 2
    settlement = finish(round)
    assert nets(settlement, 1) == {"Pair Plus": 5}
    assert nets(settlement, 2) == {"Ante": -10, "Play": -10, "Ante Bonus": 0}


def test_the_bonus_and_play_are_not_bet_without_the_ante() -> None:
    for bets in ({BONUS: MICROS}, {BONUS: MICROS, "Pair Plus": MICROS}):
        with pytest.raises(RoundError, match="the bet on Ante is missing: only Pair Plus may be bet without it"):
            Round(GAME).apply(PlaceBets(1, bets))
    with pytest.raises(RoundError, match="the bet on Ante is missing"):
        Round(GAME).apply(PlaceBets(1, {}))


def test_the_edge_of_pair_plus_alone_is_that_of_all_hands() -> None:
    sheets = par(GAME)
    for table in GAME.wager("Pair Plus").paytables:
        sheet = sheets.wager("Pair Plus", table.name)
        assert sheet.edge_alone == sheet.house_edge, "no pair is worth folding"
    assert sheets.wager("Pair Plus", "40/30/6/4/1").edge_alone == Fraction(128, 5525)
    assert sheets.wager(BONUS, "TCPB-01").edge_alone is None


def test_a_bet_that_a_fold_loses_is_worth_more_alone() -> None:
    """Every hand is paid, also those that best play of the base game folds."""
    low = Paytable("low", {ThreeCard.HIGH_CARD: 1, ThreeCard.PAIR: 1})
    game = GAME.with_pays("Pair Plus", low)
    sheet = par(game).wager("Pair Plus", "low")
    assert sheet.edge_alone is not None
    assert sheet.edge_alone < sheet.house_edge


def test_the_6_card_bonus_reads_both_hands_and_outlives_a_fold() -> None:
    game = GAME["6-card-bonus"]
    settlement = finish(dealt(game, {1: "2c 2d 9c"}, dealer="2h 2s Kd", side={"6 Card Bonus": 1}), folds={1})
    assert nets(settlement)["6 Card Bonus"] == 50
    settlement = finish(dealt(game, {1: "4c 5c 9c"}, dealer="Ac 3c Kd", side={"6 Card Bonus": 1}))
    assert nets(settlement)["6 Card Bonus"] == 20


def test_each_other_bettor_takes_175_off_the_break_even_meter() -> None:
    game = GAME["progressive"]
    meters = []
    for bettors in range(3):
        sheet = par(game, bettors=bettors).wager("Three Card Progressive")
        (level,) = sheet.levels
        meters.append(sheet.house_edge / level.probability)
    assert meters == [11_520, 11_345, 11_170]
