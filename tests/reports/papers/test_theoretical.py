"""Theoretical against actual, by hand and against played rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import comb, exp

import pytest
from msgspec import structs

from fairfelt import games
from fairfelt.engine.answers.par import LevelRow
from fairfelt.jackpot import FixedPays, Level, Terms
from fairfelt.jackpot.meters.edge import FixedPay, ProgressiveBet, count_bet
from fairfelt.law import profile
from fairfelt.reports.papers.controls import RoomFacts, Software
from fairfelt.reports.room.tables import dealt_fairly, theoretical_report
from fairfelt.room.projections.periods import AtTable
from fairfelt.room.table_odds import (
    ALONE,
    chance_text,
    compare_hits,
    crowd_of,
    hits_chance,
    hits_text,
    most_alike,
    rare_hands,
)
from fairfelt.room.table_win import TableFigures, return_to_players
from tests.room.floors import MEGA, UNIT, Pit

LINK = "Multi-Game Link Progressive"
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
BET = ProgressiveBet(
    wager="Bet",
    paytable="1",
    hits=(LevelRow("meter", "top", Fraction(1), TENTH),),
    pays=(FixedPay("low", Fraction(3, 2), HALF),),
)


def test_means_and_variances_are_those_of_the_wagers_made() -> None:
    seen = AtTable("mega", wagers=110, wagered_micros=600, fixed_micros=450, sizes={5: 100, 10: 10}, hits={"low": 60})
    top, low, money = compare_hits(BET, seen)
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
    _, low, _ = compare_hits(BET, seen)
    assert low.remark == remark


def test_figures_of_two_days_add_up() -> None:
    first = AtTable("mega", sizes={5: 2}, hits={"low": 1}, fixed_micros=7)
    first.add(AtTable("mega", sizes={5: 1, 10: 4}, hits={"top": 1}, fixed_micros=3))
    assert (first.sizes, first.hits, first.fixed_micros) == ({5: 3, 10: 4}, {"low": 1, "top": 1}, 10)


TERMS = Terms(
    name="one", levels=(Level("meter", 1 * UNIT, 100_000),), largest_increment_micros=UNIT, executive_from_micros=0
)


def test_return_is_what_the_house_does_not_keep() -> None:
    """A tenth of a bet of one wins the seed of one back: 3/4 of fixed pays, 1/10 of contributions, 1/10 of seeds."""
    assert return_to_players(BET, TERMS) == (Fraction(3, 4) + 2 * TENTH, Fraction(3, 4) + TENTH)


def test_pays_off_the_meter_are_not_paid_besides_it() -> None:
    """Of a return of 20%, 85% were told to be fixed pays and contributions."""
    assert return_to_players(BET, structs.replace(TERMS, fixed_pays=FixedPays.METER)) == (2 * TENTH, TENTH)


@pytest.mark.parametrize(
    ("rate_ppm", "posted", "coins", "met"),
    [
        (168_000, 25, (), False),  # 69.86% and 0.12% of seeds; at a bet of a dollar these are 2.92%
        (169_000, 25, (), True),
        (150_000, 1, (), True),
        (150_000, 5, (1, 5), False),
        (150_000, 25, (1,), True),
        (0, 25, (), False),
    ],
)
def test_a_minimum_return_is_held_against_the_largest_bet(
    rate_ppm: int, posted: int, coins: tuple[int, ...], met: bool
) -> None:
    """Seeds were counted as if every bet were one dollar: a table for $25 chips passed that returns less than 70%."""
    levels = (Level("Mega", 10_000 * UNIT, rate_ppm), Level("Major", 1_000 * UNIT, 0))
    pit = Pit(structs.replace(MEGA, levels=levels))
    side = {LINK: {"least_micros": UNIT, "most_micros": posted * UNIT}}
    pit.do("post limits", table="T1", limits={"side_bets": side}, cards=["card ida", "card eve"])
    table = replace(pit.floor.tables["T1"], denominations_micros=tuple(coin * UNIT for coin in coins))
    law, floor = profile("wa-commercial").on(date(2026, 11, 18)), pit.floor.having("tables", "T1", table)
    room = RoomFacts(floor=floor, law=law, zone="UTC", software=Software(digest="d"), head="h", events=1)
    bet = count_bet(games.flushes_gone_wild, LINK, "ML01", beside_game=False)
    report = theoretical_report(room, "a day", [TableFigures("T1", bet, AtTable("mega"), "USD")])
    (row,) = report.plain["tables"]
    assert row["minimum_met"] is met, row["return"]
    assert ("below 70.00%" in report.render("text").decode()) is not met


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
    ride = games.find("let-it-ride")
    crowd, alike = crowd_of(ride, LINK, seen), most_alike(ride, LINK)
    assert crowd == 4 and alike == ride.seats
    alone, test = dealt_fairly("T1", BET, seen), dealt_fairly("T1", BET, seen, crowd)
    assert alone and test and test.chi_square == alone.chi_square / 4
    top = compare_hits(BET, seen, crowd, alike)[0]
    assert (top.expected, top.variance, top.actual) == (Fraction(100), Fraction(90 * 4), Fraction(140))
    assert top.chance == 1 and top.remark == "" and compare_hits(BET, seen)[0].remark


ROYAL = Fraction(1, 649_740)
ROYALS = ProgressiveBet(
    wager="Progressive", paytable="01", hits=(LevelRow("meter", "royal flush", Fraction(1), ROYAL),), pays=()
)


@pytest.mark.parametrize(("royals", "wagers", "rounds"), [(2, 37, 10), (1, 7, 3), (1, 37, 37)])
def test_a_royal_flush_that_chance_hardly_brings_needs_review(royals: int, wagers: int, rounds: int) -> None:
    """Hits were divided by the bettors of a round and rounded: two royals in 37 wagers had a chance of 100%."""
    game = games.find("flushes-gone-wild")
    seen = AtTable("mega", rounds=rounds, sizes={5: wagers}, hits={"royal flush": royals})
    crowd, alike = crowd_of(game, "Progressive", seen), most_alike(game, "Progressive")
    assert (crowd, alike) == (ALONE, 1), "own cards decide this bet, though the game has shared ones"
    royal = compare_hits(ROYALS, seen, crowd, alike)[0]
    exact = sum(comb(wagers, n) * ROYAL**n * (1 - ROYAL) ** (wagers - n) for n in range(royals, wagers + 1))
    assert royal.chance is not None and abs(royal.chance / (2 * exact) - 1) < Fraction(1, 10**60)
    assert royal.remark == "needs review"
    (told,) = rare_hands("T1", ROYALS, seen, crowd, alike)
    assert told.startswith(f"Table T1, Progressive 01, royal flush: {royals} in {wagers} wagers, 0.0000")
    assert told.endswith(f"Chance: 1 in {int(1 / royal.chance):,}. Needs review.")


@pytest.mark.parametrize("royals", [1, 2, 7])
def test_on_shared_cards_a_royal_flush_in_a_few_wagers_stands_out_too(royals: int) -> None:
    """All seats may have shared it: the chance that one round brought it is the bound."""
    seats = games.find("let-it-ride").seats
    assert hits_chance(royals, 37, ROYAL, seats) == 2 * 37 * ROYAL < Fraction(1, 1000)
    assert hits_chance(seats + 1, 37, ROYAL, seats) == hits_chance(2, 37, ROYAL)


@pytest.mark.parametrize("alike", [2, 3])
def test_the_bound_for_shared_cards_is_never_below_the_truth(alike: int) -> None:
    """Ten rounds whose bets all win together, and ten whose bets never do: by hand, as coins with one side rarer."""
    for share in (Fraction(1, 10), Fraction(1, 50)):
        for rounds_hit in range(1, 11):
            together = hits_chance(rounds_hit, 10, share)
            assert hits_chance(rounds_hit * alike, 10 * alike, share, alike) >= together
            assert hits_chance(rounds_hit, 10 * alike, share, alike) >= hits_chance(rounds_hit, 10 * alike, share)
    assert hits_chance(0, 10 * alike, HALF, alike) == hits_chance(0, 10, HALF), "a bettor of each round has none"


def test_odd_counts_have_a_chance_as_well() -> None:
    assert hits_chance(8, 7, ROYAL) == 0, "more hits than wagers"
    assert hits_chance(-1, 7, ROYAL) == hits_chance(0, 0, ROYAL) == 1, "an award of an earlier day was backed out"
    assert hits_chance(7, 7, Fraction(1)) == 1 and hits_chance(6, 7, Fraction(1)) == 0
    assert [chance_text(each) for each in (Fraction(1, 4), Fraction(1, 1000), Fraction(1, 1001), Fraction(0))] == [
        "25.00%", "0.10%", "1 in 1,001", "never",
    ]  # fmt: skip
    assert tuple(rare_hands("T1", ROYALS, AtTable("mega", hits={"royal flush": 1}))) == (), "no wager, no activity"


def test_a_rare_hand_is_not_expected_never() -> None:
    """A royal flush in 354 bets stood there as 0.00."""
    assert [hits_text(Fraction(n, 10**7)) for n in (2, 153, 2_300, 5_140_000, 74_800_000)] == [
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
    low, money = compare_hits(rare, once)
    assert low.sigmas and low.sigmas > 3 and money.sigmas and money.sigmas > 3
    assert low.chance is not None and float(low.chance) == pytest.approx(2 * (1 - (3499 / 3500) ** 212))
    assert low.remark == money.remark == ""
    twice = AtTable("mega", sizes={5: 212}, wagered_micros=1060, fixed_micros=50_000, hits={"low": 3})
    assert compare_hits(rare, twice)[0].remark == "needs review"


@pytest.mark.parametrize(("hits", "chance"), [(5, 1.0), (0, 2 / 1024), (10, 2 / 1024), (8, 2 * 56 / 1024)])
def test_the_chance_of_hits_is_binomial(hits: int, chance: float) -> None:
    """Ten coins, by hand."""
    assert float(hits_chance(hits, 10, HALF)) == pytest.approx(chance)


def test_the_chance_of_many_hits_is_found_without_end() -> None:
    assert float(hits_chance(500_000, 1_000_000, HALF)) == pytest.approx(1, abs=1e-2)
    assert float(hits_chance(502_000, 1_000_000, HALF)) == pytest.approx(6.36e-5, rel=0.02), "four deviations"
    assert hits_chance(0, 100, Fraction(0)) == 1 and hits_chance(1, 100, Fraction(0)) == 0
