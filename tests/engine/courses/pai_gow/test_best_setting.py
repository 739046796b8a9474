"""The best setting of hands that see nothing of the dealer's: against every deal of a small deck, and at full size."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import inf

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class
from fairfelt.engine.courses.pai_gow.set_hands import set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import class_of, three_classes
from fairfelt.engine.courses.pai_gow.solution import PaiGowSolution, nets_of
from fairfelt.engine.exact import percent_text, solve
from fairfelt.rules import Game, PaiGowPoker, Result
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.pai_gow import compare
from fairfelt.rules.courses.three_hands import ThreeHands
from tests.support.small_settings import EZ, FACE_UP, FORTUNE, every_pair, set_in_three, settings

pytestmark = pytest.mark.xdist_group("pai gow")
"""The tables behind the settings are made once."""
SMALL = FORTUNE.with_deck(Deck("A2349JK", "cd"))


def solved(game: Game) -> PaiGowSolution:
    solution = solve(game)
    assert isinstance(solution, PaiGowSolution)
    return solution


@pytest.mark.heavy
def test_the_house_ways_own_settings_win_and_lose_as_was_counted_before() -> None:
    """Sixteen cards, so that hands share cards; a queen high pushes."""
    hands = set_hands(PaiGowPoker(pushes="Q"), Deck("23579TQK", "hs"))
    sums, pairs = hands.count(hands.best), hands.count(hands.house)
    own = hands.best.codes == np.repeat(hands.house.codes, np.diff(hands.best.first))
    assert (sums.won[own].sum(), sums.lost[own].sum()) == (pairs.won.sum(), pairs.lost.sum())
    assert (sums.pushed == pairs.pushed).all()


@pytest.mark.heavy
@pytest.mark.parametrize("game", [SMALL, replace(EZ, deck=Deck("23579TQ", "hs"))], ids=["commission", "queen high"])
def test_no_other_way_to_set_hands_does_better(game: Game) -> None:
    """Every setting of every hand against every dealer's, added up by class; the best of each class taken."""
    course, solution = game.course, solved(game)
    assert isinstance(course, PaiGowPoker)
    win, loss = nets_of(game)
    nets = {Result.WIN: win, Result.TIE: Fraction(0), Result.LOSS: loss}
    place: dict[tuple[Card, ...], int] = {}
    for hand in combinations(game.deck.faces, 7):
        place[hand] = int(np.flatnonzero(count_hands_by_class(np.array(sorted(hand), np.int64)))[0])
    worth: dict[int, dict[tuple[int, int], Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    deals = 0
    for mine, theirs in every_pair(game.deck):
        deals += 1
        for values, setting in {(way.high, way.low): way for way in settings(course, mine)}.items():
            net = Fraction(0) if course.is_push(theirs) else nets[compare(setting, settings(course, theirs)[0])]
            worth[place[mine]][values] += net
    best = sum((max(ways.values()) for ways in worth.values()), Fraction(0))
    found = solution.best_round(inf)
    assert found
    assert found.house_edge == -best / deals <= solution.round.house_edge
    assert found.total == deals


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(Deck("A2349JK", "cd"), id="two suits"),
        pytest.param(Deck(suits="s", jokers=1), id="one suit and the joker", marks=pytest.mark.heavy),
        pytest.param(Deck("345QA", "hsc"), id="fifteen cards", marks=pytest.mark.heavy),
    ],
)
def test_no_other_way_to_set_three_hands_does_better(deck: Deck) -> None:
    """With fifteen cards two hands may have cards in common, which inclusion and exclusion takes off again."""
    game = games.fortune_asia_poker.with_deck(deck)
    course = game.course
    assert isinstance(course, ThreeHands)
    by_house_way = set_in_three(deck)
    place = {hand: int(class_of(np.array(hand), three_classes().tables)) for hand in by_house_way}
    ways = {hand: {way.values: way for way in course.settings(hand) if way.is_legal} for hand in place}
    worth: dict[int, dict[tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
    deals = 0
    for mine, theirs in every_pair(deck):
        deals += 1
        for values, setting in ways[mine].items():
            worth[place[mine]][values] += 1 if compare(setting, by_house_way[theirs]) is Result.WIN else -1
    solution = solve(game)
    found = solution.best_round(inf)
    assert found
    assert found.house_edge == -Fraction(sum(max(each.values()) for each in worth.values()), deals)
    assert found.house_edge < solution.round.house_edge
    assert found.total == deals
    assert found.average_wager == 1


def test_a_hand_in_sight_is_set_as_is_best_already() -> None:
    solution = solved(FACE_UP.with_deck(Deck("A4579QK", "hs")))
    assert not solution.by_house_way
    assert solution.best_round(inf) is None


def test_what_takes_long_and_is_not_kept_is_not_counted_unasked() -> None:
    deck = Deck("2359JQK", "cd")  # of which nothing is kept
    assert solve(games.fortune_asia_poker.with_deck(deck)).best_round(0) is None


@pytest.mark.heavy
def test_what_the_best_setting_saves() -> None:
    """At full size, with commission and without; the house way is what was counted for the sheet."""
    for game, by_house_way, best in [
        (games.commission_pai_gow, "2.726%", "2.430%"),
        (games.ez_pai_gow, "2.814%", "2.503%"),
    ]:
        solution = solved(game)
        found = solution.best_round(inf)
        assert found
        assert (percent_text(solution.round.house_edge, 3), percent_text(found.house_edge, 3)) == (by_house_way, best)
