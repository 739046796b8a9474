"""The dealer school card by card: who gets the next one, what the rules draw, what is locked up, how chips are cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.rules import MICROS, Game
from fairfelt.rules.cards import parse_cards
from fairfelt.table import RoundError, stacked_deck
from fairfelt.web.pages.play.practice import Shuffle
from fairfelt.web.pages.play.school.lesson import LEVELS, Lesson, Score, level_of, weak_skills
from fairfelt.web.pages.play.school.marks import Payment, fewest_chips
from fairfelt.web.pages.play.school.school_moves import school_view
from fairfelt.web.pages.play.school.script import Act, Skill
from tests.web.pages.play.seated import FACE
from tests.web.pages.play.test_school import rightly_settled

SHAPES = (
    "flushes-gone-wild",
    "ultimate-texas-holdem",
    "commission-baccarat",
    "classic-blackjack",
    "ez-pai-gow",
    "casino-war",
)


def begun(game: Game, order: str = "", players: int = 2) -> Lesson:
    """A lesson dealt by hand, with the first cards of the deck as they are written."""
    lesson = Lesson.opened(game)
    if order:
        first = parse_cards(order)
        rest = list(game.deck.cards)
        for card in first:
            rest.remove(card)
        lesson = replace(lesson, shuffle=Shuffle((*first, *rest), ""))
    return lesson.deal(players, None, by_hand=True)


@pytest.mark.parametrize("slug", SHAPES)
def test_a_round_dealt_in_order_has_no_mistakes_and_shows_no_card_early(slug: str) -> None:
    lesson = begun(games.find(slug), players=3)
    out = 0
    while lesson.stage == "acting":
        view = school_view(lesson, None)
        lying = [view["dealer"]["hands"][0], view["community"], *(seat["hands"][0] for seat in view["seats"])]
        shown = [card for hand in lying for card in hand["cards"]]
        assert len(shown) + sum(hand["hidden"] for hand in lying) == out
        assert not any(hand["words"] for hand in lying)
        act = min(lesson.script[lesson.done].acts - lesson.partly, key=str)
        out += len(lesson.script[lesson.done].cards) if act.kind == "deal" else 0
        lesson = lesson.do(act)
    lesson = rightly_settled(lesson)
    assert (lesson.stage, [mark for mark in lesson.marks if not mark.is_right]) == ("done", [])


def test_a_card_to_the_wrong_seat_is_flagged_with_the_rule_and_not_dealt() -> None:
    """The school dealt all cards at once: nobody learned the order."""
    lesson = begun(games.find("three-card-poker"))
    wrong = lesson.do(Act("deal", "2"))
    [mark] = wrong.marks
    assert (mark.is_right, mark.skill, mark.said, mark.right) == (
        False,
        "dealing",
        "deals to seat 2",
        "deals to seat 1",
    )
    assert mark.rules[0] == "The dealer deals clockwise, from the dealer's left to right."
    assert (wrong.done, wrong.stage) == (0, "acting")
    assert not FACE.findall(str(school_view(wrong, None)["seats"]))
    assert wrong.do(Act("deal", "1")).do(Act("deal", "2")).do(Act("deal", "dealer")).done == 3


@pytest.mark.parametrize(
    ("order", "due"),
    [
        ("2c 3c 3d 3h", Act("deal", "community")),  # 5 against 6: the Player hand draws
        ("9c 3c Kd 4h", Act("stop")),  # a natural
        ("3c Kc 3d 6h", Act("stop")),  # 6 against 6: both stand
        ("3c Kc 4d 5h", Act("deal", "dealer")),  # 7 stands, 5 draws
    ],
)
def test_third_cards_are_drawn_by_the_rules(order: str, due: Act) -> None:
    lesson = begun(games.find("commission-baccarat"), f"{order} 6c 5d", players=1)
    for place in ("community", "dealer") * 2:
        lesson = lesson.do(Act("deal", place))
    assert lesson.do(due).marks[-1].is_right
    other = Act("deal", "community") if due.kind == "stop" else Act("stop")
    wrong = lesson.do(other).marks[-1]
    assert (wrong.skill, wrong.is_right) == ("drawing", False)
    assert any("third card" in rule for rule in wrong.rules)


def test_sensor_bets_are_locked_up_and_lammers_set_before_the_first_card() -> None:
    game = games.find("blazing-7s-progressive-player-cards-only")
    lesson = begun(game)
    lock = [Act("lock", str(seat), "Blazing 7's") for seat in (1, 2)]
    early = lesson.do(Act("deal", "1"))
    assert (early.marks[-1].skill, early.marks[-1].is_right, early.done) == ("lammers", False, 0)
    once = lesson.do(lock[1])
    assert once.partly == {lock[1]}
    with pytest.raises(RoundError, match="that is done already"):
        once.do(lock[1])
    assert once.do(lock[0]).done == 1


def test_the_house_way_is_set_by_the_learner() -> None:
    game = games.find("ez-pai-gow")
    dealer = parse_cards("As Ad Kc 9h 7d 4s 2c")
    order = stacked_deck(game, {1: parse_cards("3c 3d 5h 6s 8c Th Jd")}, dealer=dealer)
    lesson = replace(Lesson.opened(game), shuffle=Shuffle(order, "")).deal(1, None)
    assert lesson.stage == "setting"
    shown = school_view(lesson, None)["dealer"]["hands"]
    assert [(len(hand["cards"]), hand["words"]) for hand in shown] == [(7, "")]
    right = lesson.set_hand([["Kc", "9h"], ["As", "Ad", "7d", "4s", "2c"]])
    assert right.marks[-1].is_right and right.stage == "settling"
    wrong = lesson.set_hand([["As", "Ad"], ["Kc", "9h", "7d", "4s", "2c"]]).marks[-1]
    assert (wrong.is_right, wrong.skill) == (False, "house way")
    assert wrong.right.startswith("Front: Kc 9h")
    assert game.course
    assert wrong.rules == (game.course.house_line(dealer),) and "pair" in wrong.rules[0].lower()
    with pytest.raises(RoundError, match="2 in front, 5 in back"):
        lesson.set_hand([["Kc"], ["As"]])
    with pytest.raises(RoundError, match="each once"):
        lesson.set_hand([["Kc", "Kc"], ["As", "Ad", "7d", "4s", "2c"]])


def test_who_wins_is_announced_where_two_hands_are_bet_on() -> None:
    lesson = replace(begun(games.find("commission-baccarat"), "9c 3c Kd 4h"), stage="reading")
    announcement = lesson.announcement
    assert announcement and announcement.options == ("the Player hand", "the Banker hand", "a tie")
    assert announcement.because == "the Player hand has natural 9 and the Banker hand has 7"
    assert [mark.is_right for at in (0, 1) for mark in lesson.announce(at, None).marks] == [True, False]


def test_an_amount_is_cut_from_the_largest_chips() -> None:
    assert fewest_chips(37_750_000).chips == {2500: 1, 500: 2, 100: 2, 50: 1, 25: 1}
    assert Payment({2500: 2, 500: 1}).words == "2 of $25 and 1 of $5"
    assert Payment({500: 7}).micros == 35 * MICROS


def test_a_level_asks_for_calls_for_every_skill_and_for_time() -> None:
    good = Score(115, 120, 600.0)
    assert level_of({"dealing": good}) == LEVELS[2]
    assert level_of({"dealing": good._replace(seconds=2000.0)}) == LEVELS[1], "right, but too slow"
    spoiled: dict[Skill, Score] = {"dealing": good, "chips": Score(1, 5, 5.0)}
    assert (weak_skills(spoiled), level_of(spoiled)) == (("chips",), LEVELS[0])
    assert level_of({}) == LEVELS[0]


def test_time_is_counted_by_skill_and_breaks_are_capped() -> None:
    lesson = begun(games.find("three-card-poker")).timed(Lesson.opened(games.find("three-card-poker")), 100.0)
    after = lesson.do(Act("deal", "1")).timed(lesson, 103.0)
    assert after.scores["dealing"] == Score(1, 1, 3.0)
    late = after.do(Act("deal", "2")).timed(after, 5000.0)
    assert late.scores["dealing"] == Score(2, 2, 63.0)
