"""Theoretical against actual, by hand and against played rounds."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from fairfelt import games
from fairfelt.meters.progressive_bet import FixedPay, LevelHit, ProgressiveBet
from fairfelt.reports.papers.dealt_fairly import dealt_fairly, hits_chance
from fairfelt.reports.papers.theoretical import _hits, compare_table, return_to_players
from fairfelt.reports.room.bet_lines import ALONE, crowd_of
from fairfelt.room.projections.period import AtTable

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
BET = ProgressiveBet(
    wager="Bet",
    paytable="1",
    hits=(LevelHit("meter", "top", Fraction(1), TENTH),),
    pays=(FixedPay("low", Fraction(3, 2), HALF),),
)


def test_means_and_variances_are_those_of_the_wagers_made() -> None:
    seen = AtTable("mega", wagers=110, wagered_micros=600, fixed_micros=450, sizes={5: 100, 10: 10}, hits={"low": 60})
    top, low, money = compare_table(BET, seen)
    assert (top.expected, top.variance, top.actual) == (Fraction(11), Fraction(99, 10), Fraction(0))
    assert (low.expected, low.variance, low.actual) == (Fraction(55), Fraction(55, 2), Fraction(60))
    # Each unit brings 3/2 in one of two rounds: mean 3/4, variance 9/4 / 2 - 9/16 = 9/16.
    assert money.expected == Fraction(3, 4) * 600
    assert money.variance == Fraction(9, 16) * (100 * 25 + 10 * 100)
    assert money.actual == 450 == money.expected
    assert money.sigmas == 0


@pytest.mark.parametrize(("hits", "remark"), [(55, ""), (70, ""), (75, "needs review"), (30, "needs review")])
def test_a_figure_beyond_three_deviations_is_to_be_looked_into(hits: int, remark: str) -> None:
    seen = AtTable("mega", sizes={5: 110}, wagered_micros=550, hits={"low": hits})
    _, low, _ = compare_table(BET, seen)
    assert low.remark == remark


def test_figures_of_two_days_add_up() -> None:
    first = AtTable("mega", sizes={5: 2}, hits={"low": 1}, fixed_micros=7)
    first.add(AtTable("mega", sizes={5: 1, 10: 4}, hits={"top": 1}, fixed_micros=3))
    assert (first.sizes, first.hits, first.fixed_micros) == ({5: 3, 10: 4}, {"low": 1, "top": 1}, 10)


def test_return_is_what_the_house_does_not_keep() -> None:
    assert return_to_players(BET, TENTH, Fraction(1, 20)) == (Fraction(19, 20), Fraction(3, 4) + TENTH)


def test_hands_that_come_too_often_are_not_explained_by_chance() -> None:
    """A tenth top, half low, the rest nothing: by hand, three cells and two degrees of freedom."""
    fair = AtTable("mega", sizes={5: 1000}, hits={"top": 100, "low": 500})
    odd = AtTable("mega", sizes={5: 1000}, hits={"top": 140, "low": 500})
    found, test = (dealt_fairly("T1", BET, seen) for seen in (fair, odd))
    assert found and test and (found.chi_square, found.freedom, found.p_value) == (0, 2, 1)
    assert test.chi_square == 40**2 / 100 + 40**2 / 400
    assert test.p_value == pytest.approx(exp(-10)), "with two degrees of freedom, e to half the chi-square"


def test_bets_on_shared_cards_are_won_and_lost_as_one() -> None:
    """Four players at one board had the odds of four boards: a fair Let It Ride was to be looked into too often."""
    seen = AtTable("mega", rounds=250, sizes={5: 1000}, hits={"top": 140, "low": 500})
    assert crowd_of(games.find("three-card-poker"), seen) == ALONE
    crowd = crowd_of(games.find("let-it-ride"), seen)
    assert crowd == 4
    alone, test = dealt_fairly("T1", BET, seen), dealt_fairly("T1", BET, seen, crowd)
    assert alone and test and test.chi_square == alone.chi_square / 4
    top = compare_table(BET, seen, crowd)[0]
    assert (top.expected, top.variance, top.actual) == (Fraction(100), Fraction(90 * 4), Fraction(140))
    assert top.chance == hits_chance(35, 250, TENTH) and top.remark == "" and compare_table(BET, seen)[0].remark


def test_a_rare_hand_is_not_expected_never() -> None:
    """A royal flush in 354 bets stood there as 0.00."""
    assert [_hits(Fraction(n, 10**7)) for n in (2, 153, 2_300, 5_140_000, 74_800_000)] == [
        "0.000000", "0.000015", "0.00023", "0.51", "7.48",
    ]  # fmt: skip


def test_few_bets_tell_nothing_and_rare_hands_are_counted_together() -> None:
    assert dealt_fairly("T1", BET, AtTable("mega")) is None
    few = dealt_fairly("T1", BET, AtTable("mega", sizes={5: 60}, hits={"top": 6, "low": 30}))
    assert few and few.freedom == 1, "six of the rare hand are too few by themselves"


def test_a_rare_hand_that_came_once_is_no_reason_to_look() -> None:
    """Expected 0.06 times it is almost four deviations away, and comes in six of a hundred such weeks all the same."""
    rare = ProgressiveBet(
        wager="Bet", paytable="1", hits=(), pays=(FixedPay("low", Fraction(5000), Fraction(1, 3500)),)
    )
    once = AtTable("mega", sizes={5: 212}, wagered_micros=1060, fixed_micros=25_000, hits={"low": 1})
    low, money = compare_table(rare, once)
    assert low.sigmas and low.sigmas > 3 and money.sigmas and money.sigmas > 3
    assert low.chance == pytest.approx(2 * (1 - (3499 / 3500) ** 212))
    assert low.remark == money.remark == ""
    twice = AtTable("mega", sizes={5: 212}, wagered_micros=1060, fixed_micros=50_000, hits={"low": 3})
    assert compare_table(rare, twice)[0].remark == "needs review"


@pytest.mark.parametrize(("hits", "chance"), [(5, 1.0), (0, 2 / 1024), (10, 2 / 1024), (8, 2 * 56 / 1024)])
def test_the_chance_of_hits_is_binomial(hits: int, chance: float) -> None:
    """Ten coins, by hand."""
    assert hits_chance(hits, 10, HALF) == pytest.approx(chance)


def test_the_chance_of_many_hits_is_found_without_end() -> None:
    assert hits_chance(500_000, 1_000_000, HALF) == pytest.approx(1, abs=1e-2)
    assert hits_chance(502_000, 1_000_000, HALF) == pytest.approx(6.36e-5, rel=0.02), "four deviations"
    assert hits_chance(0, 100, Fraction(0)) == 1 and hits_chance(1, 100, Fraction(0)) == 0
