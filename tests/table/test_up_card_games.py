"""Games with a dealer's up card, wild cards and raises by the hand, as their rules tell them."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, RoundError
from tests.table.scene import allows, dealt, finish, nets, words

CARIBBEAN = games.find("caribbean-stud")
FOUR_CARD = games.find("four-card-poker")
WILD = games.find("dj-wild-stud-poker")
SUITS = games.find("i-luv-suits-poker")
CRAZY = games.find("crazy-4-poker")

QUEENS = "Qc Qd 7h 5s 2c"
ACE_QUEEN = "Ac Qd 9h 7s 3c"
ACE_KING = "Ah Kd 9c 7d 3h"
THREE_HEARTS = "Kh Th 4h 9s 3s 8d 7c"
NINE_HIGH = "9d 3d 2d Js Ts 6c 5c"


class TestUpCard:
    """Caribbean Stud."""

    def test_one_of_the_dealers_cards_is_seen_and_no_other(self) -> None:
        round = dealt(CARIBBEAN, {1: QUEENS}, dealer=ACE_KING)
        assert list(map(str, round.visible(1).dealer)) == ["Ah"]

    def test_the_raise_is_twice_the_ante(self) -> None:
        assert [option.size_micros for option in dealt(CARIBBEAN, {1: QUEENS}).choices(1)] == [0, 20 * MICROS]

    def test_below_ace_king_the_ante_is_paid_and_the_raise_pushes_whatever_the_player_has(self) -> None:
        assert nets(finish(dealt(CARIBBEAN, {1: "Kc Qh 9d 7h 3d"}, dealer=ACE_QUEEN))) == {"Ante": 10, "Raise": 0}

    @pytest.mark.parametrize(
        ("hand", "raised"),
        [
            ("Ac Ks 9h 8h 3c", 20),
            (QUEENS, 20),
            ("Qc Qd 7h 7s 2c", 40),
            ("Qc Qd Qh 7s 2c", 60),
            ("6c 5s 4h 3s 2c", 80),
            ("Qd 9d 8d 5d 2d", 100),
            ("Qc Qd Qh 7s 7c", 140),
            ("Qc Qd Qh Qs 2c", 400),
            ("6s 5s 4s 3s 2s", 1000),
            ("As Ks Qs Js Ts", 2000),
        ],
    )
    def test_a_raise_that_wins_pays_by_the_hand(self, hand: str, raised: int) -> None:
        assert nets(finish(dealt(CARIBBEAN, {1: hand}, dealer="Ah Kh 9c 7d 3h"))) == {"Ante": 10, "Raise": raised}

    def test_copies_push_and_a_lower_hand_loses_both(self) -> None:
        assert nets(finish(dealt(CARIBBEAN, {1: "Ac Ks 9h 7h 3c"}, dealer=ACE_KING))) == {"Ante": 0, "Raise": 0}
        assert nets(finish(dealt(CARIBBEAN, {1: ACE_QUEEN}, dealer=ACE_KING))) == {"Ante": -10, "Raise": -20}

    def test_the_progressive_pays_whatever_the_dealer_has(self) -> None:
        round = dealt(CARIBBEAN, {1: "Jd 9d 7d 5d 2d"}, dealer=ACE_QUEEN, side={"Progressive": 1})
        assert nets(finish(round))["Progressive"] == 49


class TestBestFour:
    """Four Card Poker."""

    def test_the_dealer_has_six_cards_one_of_them_seen(self) -> None:
        round = dealt(FOUR_CARD, {1: ""})
        assert round.dealt
        assert [len(packet.cards) for packet in round.dealt.packets] == [5, 6]
        assert len(round.visible(1).dealer) == 1

    def test_the_play_bet_is_up_to_three_times_the_ante(self) -> None:
        sizes = [option.size_micros // MICROS for option in dealt(FOUR_CARD, {1: ""}).choices(1)]
        assert sizes == [0, 10, 20, 30]

    def test_players_win_copies(self) -> None:
        settlement = finish(dealt(FOUR_CARD, {1: "Ac Kd 9h 7s 3c"}, dealer="Ah Kc 9d 7c 2h 3d"))
        assert nets(settlement) == {"Ante": 10, "Play": 30, "Ante Bonus": 0}

    def test_the_bonus_is_paid_to_a_hand_that_loses(self) -> None:
        settlement = finish(dealt(FOUR_CARD, {1: "Qc Qd Qh 7s 2c"}, dealer="Ac Ad Ah 9s 8s 2d"))
        assert nets(settlement) == {"Ante": -10, "Play": -30, "Ante Bonus": 20}

    def test_aces_up_pays_from_a_pair_of_aces(self) -> None:
        for hand, pays in (("Ac Ad 9h 7s 3c", 5), ("Kc Kd 9h 7s 3c", -5), ("Kc Kd 9h 9s 3c", 10)):
            assert nets(finish(dealt(FOUR_CARD, {1: hand}, side={"Aces Up": 5})))["Aces Up"] == pays


class TestWildCards:
    """DJ Wild Stud Poker."""

    def test_the_joker_is_dealt_and_wild(self) -> None:
        settlement = finish(dealt(WILD, {1: "* Ac Ad 9h 7s"}, dealer="Kc Kd 2h 9s 3c"))
        assert nets(settlement) == {"Ante": 10, "Blind": 0, "Play": 20}

    def test_five_wild_cards_pay_the_blind_a_thousand_to_one(self) -> None:
        settlement = finish(dealt(WILD, {1: "2c 2d 2h 2s *"}, dealer="Ac Kc Qc Jc Tc"))
        assert words(settlement)[1] == "Blind: wins with five wild cards, pays 1,000 to 1"

    def test_a_tie_pushes_all_bets(self) -> None:
        settlement = finish(dealt(WILD, {1: "Ac Kd 9h 7s 3c"}, dealer="Ad Kc 9d 7c 3h"))
        assert set(nets(settlement).values()) == {0}


class TestRaiseByTheHand:
    """I Luv Suits Poker."""

    @pytest.mark.parametrize(
        ("hand", "offered"),
        [
            (THREE_HEARTS, ["fold", "Play"]),
            ("6c 5c 4c 3c 2c Kd Jd", ["fold", "Play", "Play 2x"]),
            ("8c 6c 5c 4c 3c 2c Jd", ["fold", "Play", "Play 2x", "Play 3x"]),
        ],
    )
    def test_a_longer_flush_may_be_raised_by_more(self, hand: str, offered: list[str]) -> None:
        assert [option.choice.name for option in dealt(SUITS, {1: hand}).choices(1)] == offered

    def test_a_raise_that_the_hand_does_not_allow_is_refused(self) -> None:
        round = dealt(SUITS, {1: THREE_HEARTS})
        assert not allows(round, Choose(1, "Play 2x"))
        with pytest.raises(RoundError, match="Play 2x may be chosen with a five-card flush or better only: seat 1 is"):
            round.apply(Choose(1, "Play 2x"))

    def test_nine_high_with_three_of_a_suit_qualifies_and_eight_high_does_not(self) -> None:
        assert nets(finish(dealt(SUITS, {1: THREE_HEARTS}, dealer=NINE_HIGH))) == {"Ante": 10, "Play": 10}
        eight_high = NINE_HIGH.replace("9d", "8c").replace("3d 2d", "3d 7d 2d").replace(" 5c", "")
        assert nets(finish(dealt(SUITS, {1: THREE_HEARTS}, dealer=eight_high))) == {"Ante": 10, "Play": 0}

    def test_side_bets_outlive_a_fold(self) -> None:
        side = {"Flush Rush": 5, "Super Flush Rush": 5}
        settlement = finish(dealt(SUITS, {1: "6c 5c 4c 3c 2c Kd Jd"}, side=side), folds={1})
        assert nets(settlement) == {"Ante": -10, "Flush Rush": 50, "Super Flush Rush": 500}


class TestLargerRaiseWithAces:
    """Crazy 4 Poker."""

    def test_only_a_pair_of_aces_or_better_may_raise_more(self) -> None:
        assert len(dealt(CRAZY, {1: "Kc Kd 7h 5s 2c"}).choices(1)) == 2
        assert len(dealt(CRAZY, {1: "Ac Ad 7h 5s 2c"}).choices(1)) == 4

    def test_below_king_high_play_is_paid_and_ante_and_super_bonus_push(self) -> None:
        settlement = finish(dealt(CRAZY, {1: "Jc 9h 7d 5h 2d"}, dealer="Qc 9d 7h 5s 2c"))
        assert nets(settlement) == {"Ante": 0, "Super Bonus": 0, "Play": 10}

    @pytest.mark.parametrize(
        ("own", "dealer", "super_bonus"),
        [
            ("Kc Kd 7h 5s 2c", "Qc Qd 7d 5h 2d", 0),
            ("Kc Kd 7h 5s 2c", "Kh Ks 7d 5h 2d", 0),
            ("Qc Qd 7h 5s 2c", "Kc Kd 7d 5h 2d", -10),
            ("4c 5d 6h 7s Kc", "Ac Ad Ah As 2d", 10),
            ("4c 5c 6c 9c Kd", "Ac Ad Ah As 2d", 15),
            ("4c 4d 4h 9c Kd", "Ac Ad Ah As 2d", 20),
            ("4c 5c 6c 7c Kd", "Ac Ad Ah As 2d", 150),
            ("4c 4d 4h 4s Kd", "Ac Ad Ah As 2d", 300),
            ("Ac Ad Ah As Kd", "4c 4d 4h 4s 2d", 2000),
        ],
    )
    def test_the_super_bonus_pays_a_straight_or_better_even_if_it_loses(
        self, own: str, dealer: str, super_bonus: int
    ) -> None:
        assert nets(finish(dealt(CRAZY, {1: own}, dealer=dealer)))["Super Bonus"] == super_bonus

    def test_a_fold_forfeits_everything(self) -> None:
        settlement = finish(dealt(CRAZY, {1: "Qc Qd 7h 5s 2c"}, side={"Queens Up": 5}), folds={1})
        assert nets(settlement) == {"Ante": -10, "Super Bonus": -10, "Queens Up": -5}
