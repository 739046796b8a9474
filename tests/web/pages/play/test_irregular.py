"""When something goes wrong: the school marks what a dealer calls, and the practice table gives back what it should."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.rules import Game, Irregularity, Remedy
from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import ThreeCard
from fairfelt.table import RoundError, stacked_deck
from fairfelt.web.pages.play.practice import Shuffle
from fairfelt.web.pages.play.school.lesson import Incident, Lesson, incident_of
from fairfelt.web.pages.play.school.marks import Call, Called, bets_to_settle, right_call
from tests.web.pages.play.seated import Learner
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")
HARMLESS = Irregularity("{seat} asks for change", Remedy.GO_ON)
EXPOSED = Irregularity("a card is found face up", Remedy.MISDEAL)
FOUR_CARDS = Irregularity("{seat} has four cards", Remedy.RETURN)
EXCHANGED = Irregularity("{seat} has exchanged a card", Remedy.FORFEIT)


def lesson_with(irregularity: Irregularity | None, seat: int = 2) -> Lesson:
    game = games.find(THREE)
    order = stacked_deck(game, {1: parse_cards("2c 5d 9h"), 2: parse_cards("Qc Qd 4h")}, dealer=parse_cards("As 8d 3c"))
    lesson = replace(Lesson.opened(game), shuffle=Shuffle(order, "")).deal(2, None)
    return replace(lesson, incident=Incident(irregularity, seat) if irregularity else None)


def test_a_misdeal_that_is_recognized_ends_the_round() -> None:
    """The school knew neither misdeals nor foul hands: every round went right."""
    lesson = lesson_with(EXPOSED).act(Remedy.MISDEAL, 0)
    assert [(mark.said, mark.is_right) for mark in lesson.marks] == [("misdeal", True)]
    assert lesson.stage == "done" and lesson.round.settlement and lesson.round.settlement.is_void
    assert lesson.clear().stage == "dealing"


def test_a_misdeal_that_is_overlooked_is_marked_and_mended() -> None:
    lesson = lesson_with(EXPOSED).announce(ThreeCard.HIGH_CARD, True)
    assert lesson.stage == "done" and lesson.round.settlement and lesson.round.settlement.is_void
    [mark] = lesson.marks
    assert (mark.said, mark.right, mark.is_right) == ("go on", "misdeal", False)
    assert mark.because == (
        "a card is found face up, and then it is a misdeal: the round is void, nobody wins, and every player gets all "
        "wagers back"
    )


@pytest.mark.parametrize(("irregularity", "call"), [(FOUR_CARDS, "push"), (EXCHANGED, "take")])
def test_a_foul_hand_is_settled_without_being_read(irregularity: Irregularity, call: Call) -> None:
    lesson = lesson_with(irregularity).act(irregularity.remedy, 2).announce(ThreeCard.HIGH_CARD, True)
    assert lesson.round.seat(2).foul
    assert {right_call(bet) for bet in bets_to_settle(lesson.settled, 2) if bet.stake_micros} == {call}
    bets = {bet.wager: Called(call if bet.stake_micros else "nothing") for bet in bets_to_settle(lesson.settled, 2)}
    lesson = lesson.settle(2, None, bets)
    assert all(mark.is_right for mark in lesson.marks) and lesson.next_seat == 1


def test_the_wrong_seat_and_the_wrong_remedy_are_mistakes_and_the_right_thing_is_done() -> None:
    wrong_seat = lesson_with(FOUR_CARDS).act(Remedy.RETURN, 1)
    assert wrong_seat.marks[0].right == "foul hand, wagers back (seat 2)" and not wrong_seat.marks[0].is_right
    assert [seat.foul for seat in wrong_seat.round.seats] == [None, "returned"]
    wrong_remedy = lesson_with(EXCHANGED).act(Remedy.RETURN, 2)
    assert [seat.foul for seat in wrong_remedy.round.seats] == [None, "forfeited"]
    assert not wrong_remedy.marks[0].is_right


@pytest.mark.parametrize("irregularity", [None, HARMLESS])
def test_a_round_that_is_stopped_for_nothing_goes_on(irregularity: Irregularity | None) -> None:
    lesson = lesson_with(irregularity).act(Remedy.MISDEAL, 0)
    assert (lesson.stage, lesson.marks[0].right, lesson.marks[0].is_right) == ("reading", "go on", False)
    quiet = lesson_with(irregularity).announce(ThreeCard.HIGH_CARD, True)
    assert all(mark.is_right for mark in quiet.marks), "going on with something harmless is no mistake"


def test_it_is_called_before_any_seat_is_settled() -> None:
    lesson = lesson_with(None).announce(ThreeCard.HIGH_CARD, True)
    bets = {bet.wager: Called(right_call(bet), {100: 1}) for bet in bets_to_settle(lesson.settled, 2)}
    with pytest.raises(RoundError, match="before any seat is settled"):
        lesson.settle(2, ThreeCard.PAIR, bets).act(Remedy.MISDEAL, 0)


def test_what_happens_is_drawn_by_the_nonce_and_all_of_it_comes_up() -> None:
    round = lesson_with(None).round
    drawn = {incident_of(round, Shuffle((), str(nonce))).irregularity for nonce in range(200)}
    assert drawn == set(round.game.procedure.irregularities)


def test_the_school_over_http(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE), part="/school")
    learner.say("deal", players=2)
    assert learner.state["incident"] == ""
    assert learner.state["remedies"] == ["misdeal", "foul hand, wagers back", "foul hand, wagers lost"]
    assert "is not to be called" in learner.tried("act", remedy="go on").json()["detail"]
    assert "give a whole number from 1 to 2" in learner.tried("act", remedy="foul hand, wagers back").json()["detail"]
    learner.say("act", remedy="misdeal")
    assert [mark["is_right"] for mark in learner.state["marks"]] == [False], "nothing had happened"
    fresh = Learner(visit, games.find("flush-rush"), part="/school")
    fresh.say("deal", players=2, irregular=True)
    seen = fresh.state["incident"]
    there = fresh.game.procedure.irregularities
    assert seen.lower() in {irregularity.at(seat).lower() for irregularity in there for seat in (1, 2)}


@pytest.mark.parametrize("game", [games.find(THREE), games.find("classic-blackjack")], ids=lambda game: game.slug)
def test_a_misdeal_at_the_practice_table_gives_all_bets_back(visit: TestClient, game: Game) -> None:
    learner = Learner(visit, game)
    assert learner.state["irregularities"] == [], "nothing is dealt yet"
    learner.deal(players=2)
    if learner.state["phase"] == "settled":
        return
    learner.say("mend", irregularity=0, seat=1)
    assert learner.state["phase"] == "settled"
    assert (learner.me["net"], learner.state["tally"]["rounds"]) == ("$0.00", 0)
    assert learner.state["steps"][-1].startswith("Misdeal: the dealer has too many or too few cards.")
    assert learner.state["reveal"]["kept"]
    again = learner.tried("mend", irregularity=0, seat=1).json()
    assert again["detail"] == "There is nothing to take back now: the round is over"
    learner.say("clear")


def test_a_foul_hand_of_ones_own_ends_ones_part_of_the_round(visit: TestClient) -> None:
    learner = Learner(visit, games.find("flush-rush"))
    learner.deal(players=3)
    words = [each["words"] for each in learner.state["irregularities"]]
    assert all("eat 2" in each for each in words[4:]), "they are told of the learner's seat"
    learner.say("mend", irregularity=words.index("Seat 2 has exchanged a card with a neighbor"), seat=2)
    assert (learner.state["phase"], learner.me["foul"], learner.me["hands"][0]["words"]) == ("settled", "forfeited", "")
    assert {bet["result"] for bet in learner.me["settled"]} == {"loses"}
    assert learner.state["tally"]["rounds"] == 1 and learner.state["tally"]["counted"] == 0
