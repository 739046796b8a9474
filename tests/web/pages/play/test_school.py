"""The dealer school: right calls are right, wrong ones are marked, and the order counts."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.rules import MICROS, Game, format_amount
from fairfelt.rules.cards import parse_cards
from fairfelt.rules.hands import ThreeCard, line_of
from fairfelt.table import DealCards, PlaceBets, Round, RoundError, stacked_deck
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.pages.play.practice import Shuffle, play_until
from fairfelt.web.pages.play.school.lesson import Lesson
from fairfelt.web.pages.play.school.marks import (
    QUESTIONS,
    Called,
    Chips,
    bets_to_settle,
    due_micros,
    fewest_chips,
    parts_of,
    questions,
    right_call,
)
from fairfelt.web.pages.play.views import hand_value, qualifies
from tests.support.heavy import every_game
from tests.web.pages.play.seated import FACE, Learner
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")


def three_card_lesson() -> Lesson:
    """Seat 2 has a pair of queens, seat 1 nothing; the dealer has ace high. Everybody stays in."""
    game = games.find(THREE)
    hands = {1: parse_cards("2c 5d 9h"), 2: parse_cards("Qc Qd 4h")}
    order = stacked_deck(game, hands, dealer=parse_cards("As 8d 3c"))
    return Lesson(game=game, shuffle=Shuffle(order, ""), round=Lesson.opened(game).round).deal(2, None)


def pay(dollars: int) -> Called:
    return Called("pay", chips(dollars * MICROS))


def chips(micros: int) -> Chips:
    """An amount as a dealer cuts it."""
    return dict(fewest_chips(micros).chips)


TAKE, NOTHING = Called("take"), Called("nothing")


def test_a_round_dealt_without_a_mistake() -> None:
    lesson = three_card_lesson().announce(ThreeCard.HIGH_CARD, True)
    assert lesson.next_seat == 2
    bonus = next(iter(set(lesson.round.seat(2).stakes_micros) - {"Ante", "Play"}), "")
    side = {bonus: TAKE} if bonus == "Three Card Poker Bonus" else {bonus: pay(5)} if bonus else {}
    lesson = lesson.settle(2, ThreeCard.PAIR, {"Ante": pay(10), "Play": pay(10), "Ante Bonus": NOTHING, **side})
    losing = dict.fromkeys(lesson.round.seat(1).stakes_micros, TAKE)
    lesson = lesson.settle(1, ThreeCard.HIGH_CARD, {**losing, "Ante Bonus": NOTHING})
    assert [mark for mark in lesson.marks if not mark.is_right] == []
    assert (lesson.stage, lesson.score.right, lesson.score.asked) == ("done", len(lesson.marks), len(lesson.marks))


def test_wrong_calls_are_marked_with_the_reason() -> None:
    lesson = three_card_lesson().announce(ThreeCard.PAIR, False)
    hand, plays = lesson.marks
    assert (hand.is_right, hand.said, hand.right) == (False, "pair", "high card")
    assert hand.because == "it is ace high, eight, three"
    assert (plays.said, plays.right) == ("does not qualify", "qualifies")
    said = dict.fromkeys(lesson.round.seat(2).stakes_micros, TAKE)
    lesson = lesson.settle(2, ThreeCard.PAIR, {**said, "Play": pay(20), "Ante Bonus": NOTHING})
    marks = {mark.what: mark for mark in lesson.marks}
    assert (marks["Seat 2, Ante"].said, marks["Seat 2, Ante"].right) == ("takes the bet", "pays $10.00")
    assert marks["Seat 2, Ante"].because == "Ante: beats the dealer, pays 1 to 1"
    assert (marks["Seat 2, Play"].said, marks["Seat 2, Play"].is_right) == ("pays $20.00", False)
    assert marks["Seat 2, the hand"].is_right


def test_the_dealer_works_from_his_right() -> None:
    lesson = three_card_lesson().announce(ThreeCard.HIGH_CARD, True)
    picked = lesson.pick(1)
    assert (picked.marks[-1].skill, picked.marks[-1].is_right, picked.picked) == ("order", False, 0)
    picked = lesson.pick(2)
    assert (picked.marks[-1].is_right, picked.picked) == (True, 2)
    assert picked.scores["order"].right == picked.scores["order"].asked == 1
    wrong = lesson.settle(1, ThreeCard.HIGH_CARD, {})
    assert (wrong.marks[-1].what, wrong.marks[-1].right, wrong.marks[-1].is_right) == ("The order", "seat 2", False)
    assert (wrong.paid, wrong.next_seat) == ((), 2)


def test_what_is_left_open_has_to_be_said() -> None:
    lesson = three_card_lesson()
    with pytest.raises(RoundError, match="say whether the dealer qualifies"):
        lesson.announce(0, None)
    with pytest.raises(RoundError, match="there is nothing to settle now"):
        lesson.settle(2, 0, {})
    lesson = lesson.announce(0, True)
    with pytest.raises(RoundError, match="say first what seat 2 holds"):
        lesson.settle(2, None, {})
    with pytest.raises(BadQuery, match="Ante is still open"):
        lesson.settle(2, 0, {"Play": TAKE})
    with pytest.raises(BadQuery, match="Ante is paid with no chips: cut them from the rack"):
        lesson.settle(2, 0, {"Ante": Called("pay")})
    with pytest.raises(RoundError, match="the round is not over yet"):
        lesson.clear()


def envy_micros(lesson: Lesson) -> dict[int, int]:
    """What each seat gets for the hands of others."""
    assert lesson.settled.settlement
    paid = lesson.settled.settlement.envy
    return {seat: sum(each.net_micros for each in paid if each.seat == seat) for seat in lesson.envy_seats}


def settled_lesson() -> Lesson:
    """Three players whose seats are settled: seat 1 made a royal flush without the bet, seats 2 and 3 have it."""
    game = games.find("let-it-ride")
    wager = next(wager for wager in game.wagers if wager.paytable.envy)
    hands = {1: parse_cards("As Ks Qs"), 2: parse_cards("2c 5d 9h"), 3: parse_cards("3c 6d 8h")}
    order = stacked_deck(game, hands, community=parse_cards("Js Ts"))
    round = Round(game)
    for seat in (1, 2, 3):
        bets = {opening.name: 10 * MICROS for opening in game.opening_bets(0)}
        round = round.apply(PlaceBets(seat, {**bets, wager.name: MICROS} if seat > 1 else bets))
    round = play_until(round.apply(DealCards(order)), None)
    lesson = Lesson(game=game, shuffle=Shuffle(order, ""), round=round, stage="settling", players=3)
    while due := lesson.next_seat:
        said = {bet.wager: Called(right_call(bet), {100: 1}) for bet in bets_to_settle(lesson.settled, due)}
        lesson = lesson.settle(due, 0, said)
    return lesson


def test_envy_is_paid_last_for_another_players_hand_with_the_bet_or_without() -> None:
    """The school did not ask for envy at all."""
    lesson = settled_lesson()
    assert (lesson.stage, lesson.envy_seats) == ("envy", (3, 2))
    due = envy_micros(lesson)
    assert due[2] == due[3] > 0
    right = lesson.pay_envy({seat: fewest_chips(micros) for seat, micros in due.items()})
    assert [(mark.skill, mark.is_right) for mark in right.marks[-4:]] == [("envy", True), ("chips", True)] * 2
    assert right.stage == "done"
    wrong = lesson.pay_envy({2: fewest_chips(due[2] + MICROS)}).marks[-2:]
    assert [(mark.what, mark.said, mark.is_right) for mark in wrong] == [
        ("Seat 3, envy", "pays nothing", False),
        ("Seat 2, envy", f"pays {format_amount(due[2] + MICROS)}", False),
    ]
    assert "envy for the royal flush of seat 1" in wrong[0].because
    with pytest.raises(RoundError, match="envy is paid when every seat is settled"):
        right.pay_envy({})


def rightly_settled(lesson: Lesson) -> Lesson:
    """The lesson to its end, with every call and every chip as it should be."""
    if lesson.stage == "setting":
        lesson = lesson.set_hand([[str(card) for card in part.cards] for part in parts_of(lesson.round)])
    if lesson.announcement:
        lesson = lesson.announce(lesson.announcement.right, qualifies(lesson.round))
    while seat := lesson.next_seat:
        held = hand_value(lesson.round, seat)
        bets = bets_to_settle(lesson.settled, seat)
        said = {b.wager: Called(right_call(b), chips(due_micros(b))) for b in bets}
        lesson = lesson.settle(seat, None if held is None else line_of(held), said)
    if lesson.envy_seats:
        assert lesson.stage == "envy"
        lesson = lesson.pay_envy({seat: fewest_chips(micros) for seat, micros in envy_micros(lesson).items()})
    return lesson


@every_game
def test_what_the_table_pays_is_what_a_dealer_should_say(game: Game) -> None:
    lesson = rightly_settled(Lesson.opened(game).deal(min(3, game.seats), None))
    assert lesson.stage == "done"
    assert [mark for mark in lesson.marks if not mark.is_right] == []
    assert lesson.clear().score.asked == len(lesson.marks)


@every_game
def test_every_game_is_dealt_over_http(visit: TestClient, game: Game) -> None:
    learner = Learner(visit, game, "/school")
    assert not FACE.findall(learner.heard[0])
    learner.say("deal", players=min(3, game.seats))
    if learner.state["stage"] == "setting":
        faces = iter([card["face"] for card in learner.state["dealer"]["hands"][0]["cards"]])
        learner.say("set", parts=[[next(faces) for _ in range(part["size"])] for part in learner.state["parts"]])
    if learner.state["stage"] == "reading":
        assert learner.state["dealer"]["hands"][0]["words"] == ""
        learner.say("read", line=0, qualifies=bool(learner.state["qualifying"]) or None)
    assert '"reveal":null' in learner.heard[-1]
    for seat in reversed(learner.state["seats"]):
        calls = {
            ask["wager"]: {"call": ask["calls"][0], "chips": {"100": 1}}
            for ask in learner.state["asks"][str(seat["number"])]
        }
        learner.say("settle", seat=seat["number"], line=0 if learner.state["lines"] else None, bets=calls)
    if learner.state["stage"] == "envy":
        assert '"reveal":null' in learner.heard[-1]
        learner.say("envy", envy={str(seat): {} for seat in learner.state["envy"]})
    assert learner.state["stage"] == "done"
    assert learner.state["reveal"]["kept"] is True
    assert learner.state["progress"]["asked"] == len(learner.state["marks"])
    learner.say("clear")


@pytest.mark.parametrize(
    ("move", "fields", "field"),
    [
        ("deal", {"players": 7}, "players"),
        ("read", {"line": 99, "qualifies": True}, "line"),
        ("read", {"line": 0, "qualifies": "yes"}, "qualifies"),
        ("settle", {"seat": 0, "line": 0, "bets": {}}, "seat"),
        ("settle", {"seat": 1, "line": 0, "bets": "all"}, "bets"),
        ("settle", {"seat": 1, "line": 0, "bets": {}}, "round"),
        ("envy", {"envy": {"1": {"100": 1}}}, "round"),
        ("envy", {"envy": {"one": {}}}, "envy"),
        ("envy", {"envy": {"1": "a lot"}}, "envy.1"),
        ("envy", {"envy": {"1": {"300": 1}}}, "envy.1"),
        ("envy", {"envy": {"1": {"100": -1}}}, "envy.1.100"),
        ("do", {"act": "sing"}, "act"),
        ("do", {"act": "deal", "place": "9"}, "place"),
        ("do", {"act": "burn"}, "round"),
        ("set", {"parts": "all"}, "parts"),
        ("set", {"parts": [["As"]]}, "round"),
        ("envy", {"envy": "all"}, "envy"),
        ("clear", {}, "round"),
    ],
)
def test_what_cannot_be_said_is_told(visit: TestClient, move: str, fields: dict[str, object], field: str) -> None:
    refused = Learner(TestClient(visit.app), games.find(THREE), "/school").tried(move, **fields)
    assert (refused.status_code, refused.json()["field"]) == (400, field)


@every_game
def test_drills_ask_for_bets_that_are_paid(game: Game) -> None:
    asked = questions(game, "pay", Random(5))
    assert QUESTIONS / 4 <= len(asked) <= QUESTIONS, "every game of the catalogue pays something"
    for question in asked:
        assert right_call(question.bet) == "pay"
        assert fewest_chips(due_micros(question.bet)).micros == due_micros(question.bet)
        assert not question.round.settlement, "the answer is not on the table"


def test_a_drill_marks_answers_and_keeps_its_result() -> None:
    lesson = Lesson.opened(games.find(THREE)).begin_drill("pay")
    asked = lesson.drill[0].bet
    lesson = lesson.answer(Called("pay", chips(due_micros(asked))), None).answer(pay(4_900), None)
    assert [mark.is_right for mark in lesson.marks if mark.skill == "settling"] == [True, False]
    assert (lesson.marks[0].wager, len(lesson.drill)) == (asked.wager, QUESTIONS - 2)
    lesson = lesson.clear()
    ((kind, result),) = lesson.drills
    assert (kind, result.right, result.asked, lesson.stage) == ("pay", 1, 2, "dealing")
    assert lesson.scores["settling"].asked == 2
    with pytest.raises(RoundError, match="no drill is under way"):
        lesson.answer(pay(5), None)


def test_hands_are_called_in_a_drill() -> None:
    lesson = Lesson.opened(games.find(THREE)).begin_drill("call")
    value = hand_value(lesson.round, 1)
    assert value is not None
    lesson = lesson.answer(Called("nothing"), line_of(value))
    assert lesson.marks[0].is_right
    with pytest.raises(RoundError, match="nothing to ask for"):
        Lesson.opened(games.find("casino-war")).begin_drill("call")


def test_students_are_seen_by_their_instructor_alone(visit: TestClient) -> None:
    code = visit.post("/play/class", json={}).json()["code"]
    assert visit.get(f"/play/class/{code}/students.json").json() == {"students": []}
    token = visit.cookies["fairfelt-seat"]
    visit.cookies.clear()
    student = Learner(visit, games.find(THREE), "/school")
    assert visit.post(f"/play/class/{code.lower()}/join.json", json={"name": "  "}).status_code == 400
    assert visit.post("/play/class/XXXXX/join.json", json={"name": "Ana"}).json()["field"] == "code"
    joined = visit.post(f"/play/class/{code.lower()}/join.json", json={"name": " Ana  Reyes"})
    assert joined.json() == {"name": "Ana Reyes"}
    student.say("drill", kind="pay")
    student.say("answer", called={"call": "pay", "chips": {"25": 1}})
    assert visit.get(f"/play/class/{code}/students.json").status_code == 400, "students do not see each other"
    visit.cookies.clear()
    visit.cookies.set("fairfelt-seat", token, path="/play")
    (seen,) = visit.get(f"/play/class/{code}/students.json").json()["students"]
    assert (seen["name"], seen["games"][0]["stage"], seen["games"][0]["asked"]) == ("Ana Reyes", "drill", 1)
