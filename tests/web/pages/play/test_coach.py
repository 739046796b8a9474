"""The coach: values by the bets really made, and others who play by them; statistics that add up."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.environments.values import advise
from fairfelt.rules import MICROS, Choice
from fairfelt.rules.cards import parse_cards
from fairfelt.table import Choose, DealCards, PlaceBets, Round, stacked_deck
from fairfelt.web.pages.play.practice import PracticeSessions, decide, judge_choice, play_until, usual_bets

LADDER = games.find("mississippi-stud")


def dealt(hand: str, community: str = "") -> Round:
    order = stacked_deck(LADDER, {1: parse_cards(hand)}, community=parse_cards(community))
    return Round(LADDER).apply(PlaceBets(1, {"Ante": 10 * MICROS})).apply(DealCards(order))


@pytest.mark.parametrize(("times", "lost"), [("3rd Street", 2), ("3rd Street 2x", 3), ("3rd Street 3x", 4)])
def test_values_know_what_is_on_the_table(times: str, lost: int) -> None:
    later = dealt("2c 7d", "9h Jh 4s").apply(Choose(1, times))
    told = advise(engine.solve(LADDER), later)
    assert told
    assert dict(told.values)["fold"] == -lost


def test_the_value_of_a_sure_hand_is_what_it_pays() -> None:
    round = dealt("Ac Ad", "Ah As 4s")
    for choice in ("3rd Street 3x", "4th Street 3x"):
        round = round.apply(Choose(1, choice))
    told = advise(engine.solve(LADDER), round)
    assert told
    assert dict(told.values)["5th Street 3x"] == 40 * (1 + 3 + 3 + 3)
    assert told.best == "5th Street 3x"


def test_a_mistake_costs_the_difference() -> None:
    solution, round = engine.solve(LADDER), dealt("Ac Ad")
    told = advise(solution, round)
    assert told
    values = dict(told.values)
    assert judge_choice(solution, round, "3RD STREET").cost == values["3rd Street 3x"] - values["3rd Street"]
    assert judge_choice(solution, round, "3rd street 3x").is_mistake is False
    unknown = judge_choice(None, round, "fold")
    assert (unknown.cost, unknown.best, unknown.is_mistake) == (None, "", False)


def test_others_play_the_best_choice_where_it_is_known_and_the_smallest_bet_elsewhere() -> None:
    solution = engine.solve(LADDER)
    assert decide(dealt("Ac Ad"), solution).name == "3rd Street 3x"
    assert decide(dealt("2c 7d"), solution).name == "fold"
    assert decide(dealt("2c 7d"), None).name == "3rd Street"
    assert play_until(dealt("2c 7d"), None).phase == "settling"
    assert decide(_let_it_ride(), None) == Choice("let it ride")


def _let_it_ride() -> Round:
    game = games.find("let-it-ride")
    bets = {wager.name: MICROS for wager in game.openings}
    return Round(game).apply(PlaceBets(1, bets)).apply(DealCards(game.deck.cards))


def test_the_bets_of_others_change_from_seat_to_seat() -> None:
    game = games.find("straight-edge-poker")
    sides = [set(usual_bets(game, turn)) - {"Ante"} for turn in range(4)]
    assert sides == [{"Bonus"}, {"Insurance"}, {"Two Way Bad Beat"}, set()]


def test_there_is_a_limit_to_the_sessions_and_the_oldest_goes_first() -> None:
    sessions = PracticeSessions(most=2)
    first = sessions.at("a", "practice", LADDER, lambda game: "first")
    sessions.at("b", "practice", LADDER, lambda game: "second")
    assert sessions.at("a", "practice", LADDER, lambda game: "again") is first
    sessions.at("c", "practice", LADDER, lambda game: "third")
    assert len(sessions.items()) == 2
    assert sessions.at("b", "practice", LADDER, lambda game: "new").table == "new"
    assert sessions.at("c", "school", LADDER, lambda game: "school").table == "school"
