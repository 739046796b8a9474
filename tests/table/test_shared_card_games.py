"""Games with shared cards, rule by rule as they are published."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, Settle
from tests.table.scene import dealt, finish, nets, words

UTH, RIDE, STUD = games.ultimate_texas_holdem, games.let_it_ride, games.mississippi_stud
BIG_RAISE, CASINO, HEADS_UP = games.big_raise_stud_poker, games.casino_holdem, games.heads_up_holdem
LAS_VEGAS, ATLANTIC_CITY = games.texas_holdem_bonus.variants
BOARD = "2c 7d 9h Jc Kd"


class TestUltimateTexasHoldem:
    def test_the_ante_pushes_if_the_dealer_has_no_pair(self) -> None:
        won = finish(dealt(UTH, {1: "Ac Ks"}, dealer="Qs 3h", community=BOARD))
        assert nets(won) == {"Ante": 0, "Blind": 0, "Play": 40}
        lost = finish(dealt(UTH, {1: "4c 3s"}, dealer="Qs 3h", community=BOARD))
        assert nets(lost) == {"Ante": 0, "Blind": -10, "Play": -40}

    def test_the_blind_pays_a_winning_straight_by_one_table_only(self) -> None:
        for table, pays in (("A", 10), ("B", 0)):
            game = UTH.with_paytable("Blind", table)
            assert nets(finish(dealt(game, {1: "Qc Ts"}, dealer="Ks 3h", community=BOARD)))["Blind"] == pays

    def test_who_has_raised_decides_no_more(self) -> None:
        round = dealt(UTH, {1: "Ac Ks"}, dealer="Qs 3h", community=BOARD).apply(Choose(1, "Play 3x"))
        assert round.to_act is None


class TestTexasHoldemBonus:
    def test_the_ante_wins_with_a_straight_in_las_vegas_and_a_flush_in_atlantic_city(self) -> None:
        for game, ante in ((LAS_VEGAS, 10), (ATLANTIC_CITY, 0)):
            won = finish(dealt(game, {1: "Qc Ts"}, dealer="Ks 3h", community=BOARD))
            assert nets(won) == {"Ante": ante, "Flop": 20, "Turn": 10, "River": 10}
        flush = finish(dealt(ATLANTIC_CITY, {1: "Qc Tc"}, dealer="Ks 3h", community="2c 7c 9h Jc Kd"))
        assert nets(flush)["Ante"] == 10

    def test_equal_hands_push(self) -> None:
        tied = finish(dealt(LAS_VEGAS, {1: "4c 3s"}, dealer="4s 3h", community=BOARD))
        assert set(nets(tied).values()) == {0}

    @pytest.mark.parametrize(
        ("own", "dealer", "pays"),
        [
            ("Ac Ad", "Ah As", 1000), ("Ac Ad", "Kc Kd", 30), ("Ac Kc", "Ah As", 25), ("Jd Ad", "2c 3c", 20),
            ("Ac Kd", "2c 3c", 15), ("Qc Qd", "Ah As", 10), ("As Qd", "2c 3c", 5), ("2c 2d", "Ah As", 3),
            ("Kc Qc", "Ah As", -1), ("3c 4c", "Ah As", -1),
        ],
    )  # fmt: skip
    def test_the_bonus_looks_at_the_dealer_with_aces_only(self, own: str, dealer: str, pays: int) -> None:
        settlement = finish(dealt(LAS_VEGAS, {1: own}, dealer=dealer, community="5c 6d 8h 9s Th", side={"Bonus": 2}))
        assert nets(settlement)["Bonus"] == 2 * pays

    def test_a_fold_loses_the_ante_and_not_the_bonus(self) -> None:
        settlement = finish(dealt(LAS_VEGAS, {1: "Ac Ad"}, dealer="Ah As", side={"Bonus": 1}), folds={1})
        assert nets(settlement) == {"Ante": -10, "Bonus": 1000}


class TestMississippiStud:
    @pytest.mark.parametrize(
        ("own", "community", "pays"),
        [("6c 6d", "2h 9s Kd", 0), ("5c 5d", "2h 9s Kd", -1), ("Jc 4d", "Jh 9s 2d", 1), ("Tc 9c", "8h 7s 6d", 4)],
    )
    def test_all_bets_are_paid_by_one_table(self, own: str, community: str, pays: int) -> None:
        assert nets(finish(dealt(STUD, {1: own}, community=community))) == {
            "Ante": 10 * pays, "3rd Street": 30 * pays, "4th Street": 30 * pays, "5th Street": 30 * pays,
        }  # fmt: skip

    def test_a_fold_leaves_the_bonus_on_the_shared_cards(self) -> None:
        settlement = finish(dealt(STUD, {1: "2c 9d"}, community="Qh Kh Ah", side={"3 Card Bonus": 1}), folds={1})
        assert nets(settlement) == {"Ante": -10, "3 Card Bonus": 50}


class TestLetItRide:
    def test_a_bet_taken_back_neither_wins_nor_loses(self) -> None:
        round = dealt(RIDE, {1: "Tc 4d 2h"}, community="Ts 9c")
        for choice in ("take back Bet 1", "let it ride"):
            round = round.apply(Choose(1, choice))
        settlement = round.apply(Settle()).settlement
        assert settlement
        assert nets(settlement) == {"Bet 1": 0, "Bet 2": 10, "Bet $": 10}
        assert words(settlement)[0] == "Bet 1: taken back"
        assert settlement.net_micros(1) == 20 * MICROS

    def test_nines_do_not_pay(self) -> None:
        assert set(nets(finish(dealt(RIDE, {1: "9c 4d 2h"}, community="9s Tc"))).values()) == {-10}


class TestBigRaiseStudPoker:
    @pytest.mark.parametrize(
        ("own", "community", "pays"),
        [
            ("6c 2d 4h", "6h Ks", 0), ("9c 9d 4h", "2h Ks", 0), ("5c 5d 4h", "2h Ks", -1), ("Tc 2d 4h", "Th Ks", 1),
            ("5c 5d 4h", "4c Ks", 2), ("5c 5d 5h", "4c Ks", 3), ("5c 6d 7h", "8c 9s", 4), ("2c 6c 7c", "8c Kc", 6),
            ("5c 5d 5h", "4c 4s", 8), ("5c 5d 5h", "5s 4s", 40), ("5c 6c 7c", "8c 9c", 100), ("Ac Kc Qc", "Jc Tc", 500),
        ],
    )  # fmt: skip
    def test_both_bets_are_paid_by_one_table(self, own: str, community: str, pays: int) -> None:
        assert nets(finish(dealt(BIG_RAISE, {1: own}, community=community))) == {"Ante": 10 * pays, "Raise": 40 * pays}

    def test_a_fold_leaves_the_bonus_on_the_own_cards(self) -> None:
        settlement = finish(dealt(BIG_RAISE, {1: "2c 2d 9d"}, side={"3 Card Bonus": 1}), folds={1})
        assert nets(settlement) == {"Ante": -10, "3 Card Bonus": 1}


class TestCasinoHoldem:
    def test_the_ante_is_paid_by_the_hand_and_the_call_even_money(self) -> None:
        won = finish(dealt(CASINO, {1: "Qc Tc"}, dealer="Ks 3h", community="2c 7c 9h Jc Kd"))
        assert nets(won) == {"Ante": 20, "Call": 20}

    def test_below_a_pair_of_fours_the_ante_is_paid_and_the_call_pushes(self) -> None:
        for dealer, paid in (("3s 3h", {"Ante": 10, "Call": 0}), ("4s 4h", {"Ante": -10, "Call": -20})):
            assert nets(finish(dealt(CASINO, {1: "Ac Qs"}, dealer=dealer, community=BOARD))) == paid

    @pytest.mark.parametrize(
        ("own", "community", "pays"),
        [
            ("Ac Ad", "2c 7d 9h Jc Kd", 7), ("Ac 3d", "2c 7d 9h As Kd", -1), ("Kc Kd", "2c 7d 9h As Ad", -1),
            ("7c 9d", "2c 7d 9h Jc Kd", 7), ("6c 8c", "2c 7c 9c Jc Kd", 20), ("Ac Kc", "Qc Jc Tc 2d 3d", 100),
        ],
    )  # fmt: skip
    def test_the_aa_bonus_reads_the_flop_alone_and_outlives_a_fold(self, own: str, community: str, pays: int) -> None:
        settlement = finish(dealt(CASINO, {1: own}, community=community, side={"AA Bonus": 1}), folds={1})
        assert nets(settlement) == {"Ante": -10, "AA Bonus": pays}


class TestHeadsUpHoldem:
    def test_a_straight_that_loses_is_paid_odds(self) -> None:
        lost = finish(dealt(HEADS_UP, {1: "7s 8h"}, dealer="Qc Kd", community="9d Th Jh 2c 3d"))
        assert nets(lost) == {"Ante": -10, "Odds": 50, "Raise": -30}

    def test_a_straight_that_wins_is_paid_by_the_other_odds(self) -> None:
        won = finish(dealt(HEADS_UP, {1: "7s 8h"}, dealer="Kc Ks", community="9d Th Jh 2c 3d"))
        assert nets(won) == {"Ante": 10, "Odds": 10, "Raise": 30}

    def test_a_pair_that_loses_loses_the_odds(self) -> None:
        lost = finish(dealt(HEADS_UP, {1: "Jd 4h"}, dealer="Kc Ks", community=BOARD))
        assert nets(lost) == {"Ante": -10, "Odds": -10, "Raise": -30}
