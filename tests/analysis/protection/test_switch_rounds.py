"""Rounds of two hands with an exchange that are played out: they come to what is counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from math import sqrt

import pytest

from fairfelt import games
from fairfelt.analysis.protection.courses.few_cards import round_of
from fairfelt.analysis.protection.courses.find import _against_pair, _switch_value, find_course, plain_hits, play_rounds
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.leaks.findings import Leak
from fairfelt.analysis.protection.leaks.kept import kept_finding
from fairfelt.analysis.protection.leaks.shipped import EXACT_S, SAMPLE_S
from fairfelt.analysis.protection.leaks.verdict import leaks_of
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.courses.blackjack.hands import shoe_of
from fairfelt.engine.solve import advisor, core_game
from fairfelt.reports.protection import _rows
from fairfelt.rules import BlackjackSwitch
from fairfelt.rules.courses.blackjack.rules import ACE, TEN
from tests.support.heavy import chosen

GAME = core_game(games.find("blackjack-switch"))
ROUNDS = 500
ERRORS = 4
PLAIN_VARIANCE = 2.9547604008
"""As it is counted at full size."""


def as_round(results: Counter[Fraction]) -> RoundPar:
    return round_of({net: Fraction(many, results.total()) for net, many in results.items()})


def test_plain_play_is_played_out_as_it_is_counted() -> None:
    counted = advisor(GAME)
    played = as_round(play_rounds(GAME, counted, ROUNDS))
    assert played.variance and float(played.variance) == pytest.approx(PLAIN_VARIANCE, rel=0.2)
    error = sqrt(PLAIN_VARIANCE / ROUNDS)
    assert float(played.expected_value) == pytest.approx(float(counted.round.expected_value), abs=ERRORS * error)


@pytest.mark.heavy  # the whole game is solved for it
def test_how_often_plain_play_wins_is_sampled_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was left out: rounds are played out for it, and only for it. 33.05% of other 2,000 rounds won."""
    monkeypatch.setattr("fairfelt.analysis.protection.courses.find.plain_hits", partial(plain_hits, rounds=ROUNDS))
    plain = find_course(GAME, Information(), 0, 0, None, None).plain
    assert plain.hit_frequency and plain.hits_interval and plain.exact
    assert plain.hits_interval.low < plain.hit_frequency < plain.hits_interval.high
    assert plain.hits_interval.low < 0.3305 < plain.hits_interval.high
    said = next(row for row in _rows(plain, "Bet") if row[0] == "Hit frequency")
    assert "sampled" in said[2]


@pytest.mark.parametrize("hole", chosen([2, 6], {6}))
def test_rounds_against_two_cards_come_to_what_these_are_worth(hole: int) -> None:
    assert isinstance(GAME.course, BlackjackSwitch)
    played = as_round(_against_pair(GAME, (hole, TEN), ROUNDS))
    worth = _switch_value(GAME.course, shoe_of(GAME.deck), hole, TEN, True)
    assert played.variance
    assert float(played.expected_value) == pytest.approx(worth, abs=ERRORS * sqrt(played.variance / ROUNDS))


def test_against_a_natural_nothing_is_won() -> None:
    results = _against_pair(GAME, (ACE, TEN), ROUNDS)
    assert set(results) <= {-2, -1, 0} and results[Fraction(-2)] > ROUNDS * 0.85


def test_the_leak_comes_with_all_its_figures() -> None:
    """They were left out; sampled, as its interval says."""
    game = games.find("blackjack-switch")
    (asked,) = (information for leak, information in leaks_of(game) if leak is Leak.DEALER)
    known = kept_finding(game, Leak.DEALER, asked, (EXACT_S, SAMPLE_S))
    assert known
    figures = known.figures.to_dict()
    assert not figures["exact"] and figures["interval"]["from"] < known.edge < figures["interval"]["to"]
    assert known.variance and known.hit_frequency and 0.37 < known.hit_frequency < 0.39
    assert known.variance > PLAIN_VARIANCE, "more hands are doubled and split"
    assert figures["desirability_index"] == pytest.approx(1000 * float(known.edge) / sqrt(known.variance))
    assert figures["n0"] == pytest.approx(float(known.variance / known.edge**2))
