"""Misdeals and foul hands at the table: who gets what back, who plays on, and what is told of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.reports.placard.dealing import dealing_steps
from fairfelt.rules import Irregularity, Procedure, Remedy
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, FoulHand, Round, RoundError, Settle, VoidRound, from_dict, to_dict, write_transcript
from fairfelt.table.operations import mend
from tests.room.floors import LINK_PROGRESSIVE
from tests.table.scene import ANTE, bets, dealt, nets, words

GOLDEN = Path(__file__).parent.parent / "playthroughs" / "irregular"
THREE = games.three_card_poker
HANDS = {1: "2c 5d 9h", 2: "Kc Kd 4c", 4: "As Ks Qs"}


def two_players() -> Round:
    return dealt(THREE, {1: "2c 5d 9h", 2: "Ks Kd 4c"}, dealer="Qc 3d 2h", side={"Pair Plus": 5})


def test_a_misdeal_gives_every_wager_back_and_nobody_wins() -> None:
    """The table knew no misdeal: a round that had gone wrong could only be played to its end."""
    round = two_players().apply(Choose(1, "Fold")).apply(VoidRound("a card lay face up"))
    assert (round.phase, round.expects, round.legal(), round.remedies()) == ("settled", "the round is over", (), ())
    assert round.settlement and round.settlement.is_void
    assert [(bet.seat, bet.wager, bet.returned_micros // MICROS) for bet in round.settlement.settled] == [
        (2, "Ante", ANTE), (2, "Pair Plus", 5), (1, "Ante", ANTE), (1, "Pair Plus", 5)
    ]  # fmt: skip
    assert words(round.settlement, 2) == ["Ante: misdeal, goes back", "Pair Plus: misdeal, goes back"]
    assert [round.settlement.net_micros(seat) for seat in (1, 2)] == [0, 0]


def test_a_foul_hand_wins_nothing_and_the_others_play_on() -> None:
    round = two_players().apply(FoulHand(1, "four cards"))
    assert round.to_act and round.to_act.number == 2, "a foul hand decides nothing any more"
    round = round.apply(Choose(2, "Play")).apply(Settle())
    assert round.settlement
    assert nets(round.settlement, 1) == {"Ante": 0, "Pair Plus": 0, "Ante Bonus": 0}
    assert nets(round.settlement, 2) == {"Ante": ANTE, "Play": ANTE, "Pair Plus": 5, "Ante Bonus": 0}
    assert "Ante: a foul hand, goes back" in words(round.settlement, 1)


def test_what_is_forfeited_is_lost_even_with_a_winning_hand() -> None:
    round = two_players().apply(Choose(1, "Play")).apply(Choose(2, "Play"))
    round = round.apply(FoulHand(2, "a card exchanged", give_back=False)).apply(Settle())
    assert round.settlement
    assert nets(round.settlement, 2) == {"Ante": -ANTE, "Play": -ANTE, "Pair Plus": -5, "Ante Bonus": 0}


def test_a_foul_hand_brings_nobody_envy_and_gets_none_on_a_wager_that_went_back() -> None:
    game = games.flushes_gone_wild.with_paytable(LINK_PROGRESSIVE, "ML01")
    hands = {1: "Ac Kc Qc Jc Tc", 2: "9d 8d 7d 6d 5d", 3: "As 3c 9s 4d Js"}
    round = dealt(game, hands, side={LINK_PROGRESSIVE: 5})
    while round.to_act:
        round = round.apply(Choose(round.to_act.number, round.offered[-1].name))

    def envy(*operations: FoulHand) -> set[tuple[int, int]]:
        settled = Round.replay(game, (*round.operations, *operations, Settle())).settlement
        return {(paid.seat, paid.maker) for paid in settled.envy} if settled else set()

    assert envy() == {(2, 1), (3, 1), (1, 2), (3, 2)}
    assert envy(FoulHand(1, "six cards")) == {(3, 2)}
    assert envy(FoulHand(1, "taken away", give_back=False)) == {(1, 2), (3, 2)}, "its bet still plays, and is lost"


def test_refusals_say_what_comes_next() -> None:
    betting = Round(THREE).apply(bets(THREE))
    with pytest.raises(RoundError, match="there is no misdeal now: place more bets or deal the cards"):
        betting.apply(VoidRound("x"))
    with pytest.raises(RoundError, match="cannot be declared foul now: place more bets"):
        betting.apply(FoulHand(1, "x"))
    round = two_players()
    with pytest.raises(RoundError, match="nobody plays at seat 5: there are bets at seat 1, seat 2"):
        round.apply(FoulHand(5, "x"))
    foul = round.apply(FoulHand(1, "x"))
    with pytest.raises(RoundError, match="the hand of seat 1 is foul already"):
        foul.apply(FoulHand(1, "x"))
    with pytest.raises(RoundError, match="there is no misdeal now: the round is over"):
        foul.apply(VoidRound("x")).apply(VoidRound("x"))


def test_in_a_course_of_play_a_hand_is_declared_foul_when_all_are_played_out() -> None:
    round = dealt(games.classic_blackjack, {1: "9c 7d", 2: "Tc 8d"}, dealer="Ts 9s")
    assert round.remedies() == (Remedy.MISDEAL,)
    with pytest.raises(RoundError, match="all hands are played out first, or the round is voided"):
        round.apply(FoulHand(1, "x"))
    while round.to_act:
        round = round.apply(Choose(round.to_act.number, "stand"))
    settled = round.apply(FoulHand(2, "x", give_back=False)).apply(Settle()).settlement
    assert settled and settled.net_micros(2) == -ANTE * MICROS


def test_it_is_on_the_record() -> None:
    round = two_players().apply(FoulHand(1, "four cards", give_back=False)).apply(VoidRound("a card lay face up"))
    assert from_dict(json.loads(json.dumps(to_dict(round)))) == round


def test_a_game_says_what_its_irregularities_lead_to() -> None:
    """The rules of a game decide; where a sheet is silent, the usual ones hold."""
    lenient = Irregularity("{seat} shows a card", Remedy.FORFEIT)
    game = THREE.__class__(**{**vars(THREE), "procedure": Procedure(irregularities=(lenient,))})
    assert dealing_steps(game)["When something goes wrong"][0] == (
        "If a player shows a card, that hand is foul: it wins nothing and brings nobody envy, and its player loses "
        "all its wagers."
    )
    for irregularity in THREE.procedure.irregularities:
        after = mend(two_players(), irregularity, 2)
        assert (after.settlement is not None) is (irregularity.remedy is Remedy.MISDEAL)
        given = {Remedy.RETURN: "returned", Remedy.FORFEIT: "forfeited"}.get(irregularity.remedy)
        assert after.seat(2).foul == given


@pytest.mark.parametrize("name", ["misdeal", "foul-hand"])
def test_golden_rounds_that_went_wrong(name: str) -> None:
    """If a change is meant, write the text anew: `python -m tests.table.test_irregular_rounds`."""
    assert golden_round(name) == (GOLDEN / f"{name}.txt").read_text()


def golden_round(name: str) -> str:
    round = dealt(THREE, HANDS, dealer="Qc 3d 2h", side={"Pair Plus": 5, "Three Card Poker Bonus": 5})
    round = round.apply(Choose(1, "Play"))
    if name == "misdeal":
        return write_transcript(round.apply(VoidRound("the dealer has too many or too few cards")))
    round = round.apply(FoulHand(2, "seat 2 has too many or too few cards"))
    round = round.apply(Choose(4, "Play"))
    return write_transcript(
        round.apply(FoulHand(1, "seat 1 has exchanged a card with a neighbor", give_back=False)).apply(Settle())
    )


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for made in ("misdeal", "foul-hand"):
        (GOLDEN / f"{made}.txt").write_text(golden_round(made))
