"""Intervals of sampled figures hold the truth as often as they say: 99 times in 100."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.analysis.protection.exposure import MIN_HANDS, MIN_THINNED_HANDS, expose
from fairfelt.analysis.protection.information import Information, view_of
from fairfelt.analysis.protection.sample import SampledView, sample_view
from fairfelt.engine.core.information_sets import Group
from fairfelt.engine.estimate.interval import DEVIATIONS, Interval, paired_interval
from fairfelt.engine.solve import advisor, core_game
from fairfelt.rules import Cards
from fairfelt.rules.cards import Deck
from tests.support.heavy import IS_HEAVY_RUN, chosen_rows

Floats = NDArray[np.float64]
SEEDS = 400
LEAST_HELD = 0.985
SMALL = core_game(games.find("three-card-poker")).with_deck(Deck(ranks="2468TQA"))


def skewed(share: float) -> Floats:
    """What hands from the worst to the best gain: nothing, but for some near the middle that gain up to an Ante."""
    gains, some = np.zeros(10_000), int(10_000 * share)
    places = np.random.default_rng(1).choice(np.arange(3_000, 6_000), some, replace=False)
    gains[places] = np.geomspace(0.001, 1.0, some)
    return gains


def draw(population: Floats, n: int, seed: int) -> Floats:
    """Two of each stratum."""
    random = np.random.default_rng(seed)
    places = (np.repeat(np.arange(n // 2), 2) + random.random(n)) / (n // 2) * len(population)
    return np.asarray(population[places.astype(int)])


@pytest.mark.parametrize(
    ("share", "n"),
    chosen_rows([(0.1, MIN_THINNED_HANDS), (0.08, MIN_HANDS), (0.02, MIN_HANDS), (0.005, 2_000)], [0.1]),
)
def test_an_interval_of_skewed_gains_holds_as_often_as_it_says(share: float, n: int) -> None:
    population, held = skewed(share), 0
    truth, most = float(population.mean()), float(population.max())
    for seed in range(SEEDS):
        lies = paired_interval(draw(population, n, seed), seed, most=most)
        held += lies.low <= truth <= lies.high
    assert held >= LEAST_HELD * SEEDS


def test_an_interval_of_errors_alone_would_hold_too_seldom() -> None:
    """The gain is skewed: a sample without a large gain has a small error too."""
    population, below, above = skewed(0.1), 0, 0
    truth = float(population.mean())
    for seed in range(SEEDS):
        values = draw(population, 80, seed)
        reach = DEVIATIONS * np.sqrt(((values[0::2] - values[1::2]) ** 2).sum()) / len(values)
        below += values.mean() + reach < truth
        above += values.mean() - reach > truth
    assert below > 0.02 * SEEDS
    assert above < below / 4


def test_a_sample_that_shows_no_gain_does_not_say_that_there_is_none() -> None:
    lies = paired_interval(np.zeros(400), 1, most=2.0)
    assert lies.low <= 0 < lies.high
    assert lies.high == pytest.approx(2.0 * 5.3 / 400, rel=0.02), "rarer than 5.3 in 400, 99.5 times in 100"


@pytest.mark.parametrize(
    ("look", "seeds"), chosen_rows([("sampled", SEEDS if IS_HEAVY_RUN else 10), ("thinned", SEEDS)], ["sampled"])
)
def test_a_sampled_leak_holds_what_is_counted(look: str, seeds: int) -> None:
    """With as few hands as are ever sampled."""
    seen = Information(dealer=(1,))
    exact, base, of = expose(SMALL, seen), advisor(SMALL), SampledView.of(view_of(SMALL, seen))
    assert exact.figures.exact
    hands, held = MIN_HANDS, 0
    if look == "thinned":
        of, hands = replace(of, dealt=(Group(Cards.DEALER, 1, 1, size=1),), kept=6), MIN_THINNED_HANDS
    for seed in range(1, seeds + 1):
        found = sample_view(of, base, hands, seed=seed)
        lies = found.interval(exact.plain.edge)
        held += lies.low <= exact.figures.edge <= lies.high
        assert (lies.n, lies.seed) == (found.hands, seed)
    assert held >= (LEAST_HELD * seeds if seeds == SEEDS else seeds - 2), f"{held} of {seeds}"


def test_an_interval_moves_and_is_cut() -> None:
    lies = Interval(-1.0, 3.0, 400, 7, 0.5)
    assert lies.moved(1.0) == Interval(0.0, 4.0, 400, 7, 0.5)
    assert lies.cut(least=0.0) == Interval(0.0, 3.0, 400, 7, 0.5)
    assert lies.cut(most=float(Fraction(-2))) == Interval(-2.0, -2.0, 400, 7, 0.5)
    few, many = Interval.around(0.0, 1.0, 12, 1), Interval.around(0.0, 1.0, 10**7, 1)
    assert few.high == pytest.approx(3.106, rel=0.005), "Student's t with eleven degrees of freedom"
    assert many.high == pytest.approx(DEVIATIONS)
