"""The meter at a hit: closed forms against a count of every way, a chain and samples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.engine.answers.par import LevelRow
from fairfelt.jackpot import FixedPays
from fairfelt.jackpot.meters import (
    Balances,
    Climb,
    MeterError,
    Pace,
    climb_of,
    forecast,
    forecast_next_award,
)
from tests.jackpot.meters.meters import five_card, level, small, terms

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def steep(seed: int = 8, reserve: int = 0, part: Fraction = QUARTER) -> Climb:
    """A meter that is won whole one time in four, and by half as often."""
    whole, half = LevelRow("meter", "whole", Fraction(1), QUARTER), LevelRow("meter", "half", HALF, part)
    hits = (whole, half) if part else (whole,)
    return Climb(level="meter", seed=Fraction(seed), rise=Fraction(1), reserve_rise=Fraction(reserve), hits=hits)


def every_way(of: Climb, start: Fraction, wagers: int) -> dict[Fraction, Fraction]:
    """The meter at a whole award, by following every amount that can stand there."""
    alive, won = {start: Fraction(1)}, dict[Fraction, Fraction]()
    nothing = 1 - sum(hit.probability for hit in of.hits)
    for _ in range(wagers):
        after = dict[Fraction, Fraction]()
        for meter, chance in alive.items():
            fed = meter + of.rise
            won[fed] = won.get(fed, Fraction(0)) + chance * of.whole
            after[fed] = after.get(fed, Fraction(0)) + chance * nothing
            for hit in of.parts:
                left = fed * (1 - hit.share)
                after[left] = after.get(left, Fraction(0)) + chance * hit.probability
        alive = after
    return won


def test_mean_and_spread_at_a_hit_by_every_way() -> None:
    of = steep()
    won = every_way(of, of.seed, 14)
    missing = 1 - sum(won.values())
    mean = sum(meter * chance for meter, chance in won.items())
    square = sum(meter**2 * chance for meter, chance in won.items())
    assert missing == Fraction(3, 4) ** 14
    largest = of.seed + 60
    assert mean <= of.mean_at_hit <= mean + missing * largest
    assert square <= of.variance_at_hit + of.mean_at_hit**2 <= square + missing * largest**2
    assert of.mean_next(of.seed) == of.mean_at_hit == Fraction(1 + 2, 1) / (QUARTER + Fraction(1, 8))


def test_without_parts_it_is_geometric() -> None:
    of = steep(part=Fraction(0))
    assert of.mean_at_hit == 8 + 4
    assert of.variance_at_hit == of.waiting.variance == 12


def test_the_reserve_lifts_every_start_but_the_first() -> None:
    """Seed + r N' + c N with two independent waiting times."""
    of = steep(reserve=2, part=Fraction(0))
    assert of.mean_reseed == 8 + 2 * 4
    assert of.mean_at_hit == 8 + 2 * 4 + 4
    assert of.variance_at_hit == (2**2 + 1) * of.waiting.variance
    assert of.reseed_quantile(HALF) == 8 + 2 * 3


@settings(max_examples=25)
@given(st.integers(0, 50), st.integers(0, 5), st.fractions(Fraction(0), Fraction(1, 5)), st.integers(1, 6))
def test_moments_are_those_of_a_long_game(seed: int, reserve: int, part: Fraction, rise: int) -> None:
    """The first two moments, wager by wager from the mean on, stay as they are."""
    hits = (LevelRow("meter", "whole", Fraction(1), QUARTER), LevelRow("meter", "half", HALF, part))
    of = Climb(level="meter", seed=Fraction(seed), rise=Fraction(rise), reserve_rise=Fraction(reserve), hits=hits)
    mean, square = of.mean_at_hit, of.variance_at_hit + of.mean_at_hit**2
    again, again_square = of.mean_reseed, of.variance_of_reseed + of.mean_reseed**2
    left, left_square = 1 - QUARTER - part / 2, 1 - QUARTER - part * Fraction(3, 4)
    next_mean = rise + left * mean + QUARTER * again
    next_square = rise**2 + 2 * rise * (left * mean + QUARTER * again) + left_square * square + QUARTER * again_square
    assert (next_mean, next_square) == (mean, square)


def test_a_limit_has_no_closed_form() -> None:
    of = climb_of(five_card(), terms(level(10_000, 18, limit=20_000)), "meter")
    with pytest.raises(MeterError, match="has a limit, for which there is no closed form"):
        _ = of.mean_at_hit


def test_samples_agree_with_the_closed_forms() -> None:
    bet = small((Fraction(1), Fraction(1, 400)), (Fraction(1, 10), Fraction(1, 50)))
    at = terms(level(100, 20, 5))
    pace = Pace(tables=2, rounds_per_hour=Fraction(30), bettors=Fraction(3), hours_per_week=Fraction(50))
    found = forecast(bet, at, pace, Balances({"meter": Fraction(250)}), weeks=30, paths=400, seed=7)
    (award,) = found.awards
    assert award.mean_size is not None
    assert award.sampled_size.agrees(award.mean_size)
    assert found.deposit.agrees(found.mean_deposit)
    assert not found.made_up.mean


def test_samples_with_fixed_pays_off_the_meter_and_a_limit() -> None:
    """What the book of a jackpot would say: fed and seeded is held or paid, whatever the terms."""
    from fairfelt.jackpot.meters.forecasts import level_table, sample_years, win_table

    bet = small((Fraction(1), Fraction(1, 300)), pays=((15, Fraction(1, 30)),))
    at = terms(level(20, 60, 10, limit=60), fixed_pays=FixedPays.METER)
    levels, wins = level_table(bet, at, Balances()), win_table(bet, at)
    (fed, held, paid), made_up = sample_years(levels, wins, 1000.5, 20, 50, np.random.default_rng(3))
    kept = 20 + fed.sum(axis=1) - paid.sum(axis=1)
    assert np.allclose(kept, held[:, -1])
    assert held.min() >= 0
    assert made_up.mean() > 0


def test_the_same_seed_gives_the_same_forecast() -> None:
    bet, at, standing = (
        small((Fraction(1), Fraction(1, 400)), (HALF, Fraction(1, 50))),
        terms(level(100, 20)),
        Balances(),
    )
    one, two, other = (forecast_next_award(bet, at, "meter", standing, paths=60, seed=seed) for seed in (5, 5, 6))
    assert one.sampled_size == two.sampled_size != other.sampled_size
    assert one.wagers == (21, 115, 277, 554, 1197)


def test_too_few_samples_are_refused() -> None:
    pace = Pace(tables=1, rounds_per_hour=Fraction(1), bettors=Fraction(1), hours_per_week=Fraction(1))
    with pytest.raises(MeterError, match="0 weeks and 5 samples are too few"):
        forecast(five_card(), terms(level(1, 1)), pace, weeks=0, paths=5)
