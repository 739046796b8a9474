"""Rounds of two hands with an exchange that are played out: they come to what is counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import chain
from math import sqrt
from random import Random

import pytest

from fairfelt import games
from fairfelt.analysis.protection.courses import ExposureQuestion, find_course, sampled_hits
from fairfelt.analysis.protection.findings import SHIPPED_EXACT_S, SHIPPED_SAMPLE_S, Leak, Question, kept_finding
from fairfelt.analysis.protection.house import leaks_of
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.core.endings import net_result
from fairfelt.engine.courses.blackjack.count import name_chances
from fairfelt.engine.courses.blackjack.dealer import orders_for
from fairfelt.engine.courses.blackjack.hands import DealerView, settling
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.courses.switch import OTHER_CARDS, SwitchResult, SwitchSolution
from fairfelt.engine.solution import Solution, round_of
from fairfelt.engine.solve import advisor, core_game
from fairfelt.reports.protection import _rows
from fairfelt.rules import Cards, Draw
from fairfelt.rules.courses.blackjack.hand import points
from fairfelt.rules.courses.blackjack.rules import ACE, TEN
from fairfelt.rules.courses.blackjack.variants import HANDS
from tests.support.heavy import chosen

GAME = core_game(games.find("blackjack-switch"))
ROUNDS = 500
ERRORS = 4
PLAIN_VARIANCE = 2.9547604008
"""As it is counted at full size."""


def play_rounds(solution: Solution, rounds: int, dealer: tuple[int, ...] = ()) -> RoundPar:
    """Rounds by those choices; what the dealer's first cards count may be given."""
    player, source, rest = Player(GAME, solution), Random(1), list(GAME.deck.cards)
    first = [rest.pop(next(at for at, card in enumerate(rest) if points(card) == value)) for value in dealer]
    found = Counter[Fraction]()
    for _ in range(rounds):
        source.shuffle(rest)
        shoe = iter(rest)
        to_dealer, position = chain(first, shoe), player.start(1)
        while isinstance(step := position.step, Draw):
            position = player.draw(position, next(to_dealer if step.to is Cards.DEALER else shoe))
        found.update(net_result(GAME, end)[0] for end in player.end(position))
    return round_of(found, Fraction(HANDS))


def test_plain_play_is_played_out_as_it_is_counted() -> None:
    counted = advisor(GAME)
    played = play_rounds(counted, ROUNDS)
    assert played.variance and float(played.variance) == pytest.approx(PLAIN_VARIANCE, rel=0.2)
    error = sqrt(PLAIN_VARIANCE / ROUNDS)
    assert float(played.expected_value) == pytest.approx(float(counted.round.expected_value), abs=ERRORS * error)


@pytest.mark.heavy  # the whole game is solved for it
def test_how_often_plain_play_wins_is_sampled_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was left out: rounds are played out for it, and only for it. 33.05% of other 2,000 rounds won."""
    monkeypatch.setattr("fairfelt.analysis.protection.courses.sampled_hits", partial(sampled_hits, rounds=ROUNDS))
    _, plain, _ = find_course(ExposureQuestion(GAME, Information()))
    assert plain.hit_frequency and plain.hits_interval and plain.exact
    assert plain.hits_interval.low < plain.hit_frequency < plain.hits_interval.high
    assert plain.hits_interval.low < 0.3305 < plain.hits_interval.high
    said = next(row for row in _rows(plain, "Bet") if row[0] == "Hit frequency")
    assert "sampled" in said[2]


@pytest.mark.parametrize("hole", chosen([2, 6], {6}))
def test_rounds_against_two_cards_come_to_what_these_are_worth(hole: int) -> None:
    result = SwitchResult(GAME, exposed=True)
    view = DealerView.of(result.rules, result.shoe, (hole, TEN))
    vars(result)["views"] = [view]
    played = play_rounds(SwitchSolution(GAME, result), ROUNDS, (hole, TEN))
    ends = orders_for(view.rules, view.shoe, OTHER_CARDS).fractions(result.plans[view.cards].ends)
    dealt = Fraction(sum(view.shoe), view.shoe[view.up - 1])
    worth = HANDS * name_chances(settling(result.rules, result.shoe), ends).net * dealt
    assert played.variance
    error = sqrt(played.variance / ROUNDS)
    assert float(played.expected_value) == pytest.approx(float(worth), abs=ERRORS * error)


def test_against_a_natural_nothing_is_won() -> None:
    played = play_rounds(SwitchSolution(GAME, SwitchResult(GAME, exposed=True)), ROUNDS, (ACE, TEN))
    results = dict(played.results)
    assert set(results) <= {-2, -1, 0} and results[Fraction(-2)] > ROUNDS * 0.85


def test_the_leak_comes_with_all_its_figures() -> None:
    """They were left out; sampled, as its interval says."""
    game = games.find("blackjack-switch")
    (asked,) = (information for leak, information in leaks_of(game) if leak is Leak.DEALER)
    known = kept_finding(Question(game, Leak.DEALER, asked, (SHIPPED_EXACT_S, SHIPPED_SAMPLE_S)))
    assert known
    figures = known.figures.to_dict()
    assert not figures["exact"] and figures["interval"]["from"] < known.edge < figures["interval"]["to"]
    assert known.variance and known.hit_frequency and 0.37 < known.hit_frequency < 0.39
    assert known.variance > PLAIN_VARIANCE, "more hands are doubled and split"
    assert figures["desirability_index"] == pytest.approx(1000 * float(known.edge) / sqrt(known.variance))
    assert figures["n0"] == pytest.approx(float(known.variance / known.edge**2))
