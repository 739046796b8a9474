"""The best setting of hands that see nothing of the dealer's: against every deal of a small deck, and at full size."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.cards import Card, Deck
from fairfelt.exact import Unsolved, percent_text, solve
from fairfelt.exact.solvers.pai_gow.best_setting import best_setting, count_settings
from fairfelt.exact.solvers.pai_gow.by_class import count_hands_by_class
from fairfelt.exact.solvers.pai_gow.solution import PaiGowSolution
from fairfelt.exact.solvers.pai_gow.solver import PaiGowCounter
from fairfelt.rules import Game, PaiGowPoker, Result
from fairfelt.rules.courses.pai_gow.round import compare
from tests.support.small_settings import EZ, FACE_UP, FORTUNE, every_pair, settings

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
    hands, deck = PaiGowCounter(PaiGowPoker(pushes="Q")), Deck("23579TQK", "hs")
    options, won, lost = count_settings(hands, deck)
    owner = np.repeat(np.arange(len(hands.high)), np.diff(options.first))
    behind = np.searchsorted(hands.scale.highs, hands.high)[owner]
    front = np.searchsorted(hands.scale.lows, hands.low)[owner]
    own = (options.high[options.corner] == behind) & (options.low[options.corner] == front)
    counts = hands.count(deck)
    assert (won[own].sum(), lost[own].sum()) == (counts.won, counts.lost)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [SMALL, replace(EZ, deck=Deck("23579TQ", "hs"))], ids=["commission", "queen high"])
def test_no_other_way_to_set_hands_does_better(game: Game) -> None:
    """Every setting of every hand against every dealer's, added up by class; the best of each class taken."""
    course, solution = game.course, solved(game)
    assert isinstance(course, PaiGowPoker)
    nets = {Result.WIN: solution.net_of_win, Result.TIE: Fraction(0), Result.LOSS: solution.net_of_loss}
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
    found = best_setting(solution)
    assert found.house_edge == -best / deals
    assert found.by_the_house_way == solution.round.house_edge >= found.house_edge
    assert found.total == deals


def test_a_hand_in_sight_is_set_as_is_best_already() -> None:
    with pytest.raises(Unsolved, match="in sight of the dealer's"):
        best_setting(solved(FACE_UP.with_deck(Deck("A4579QK", "hs"))))


@pytest.mark.heavy
def test_what_the_best_setting_saves() -> None:
    """At full size, with commission and without; the house way is what was counted for the sheet."""
    found = best_setting(solved(games.commission_pai_gow))
    assert found.won + found.lost < found.total
    assert (percent_text(found.by_the_house_way, 3), percent_text(found.house_edge, 3)) == ("2.726%", "2.430%")
    found = best_setting(solved(games.ez_pai_gow))
    assert (percent_text(found.by_the_house_way, 3), percent_text(found.house_edge, 3)) == ("2.814%", "2.503%")
