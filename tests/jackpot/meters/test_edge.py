"""What a progressive returns: exact fractions by two routes, the formulas, and published examples."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.answers.par import LevelRow, WagerPar
from fairfelt.jackpot import FixedPays, TermsError
from fairfelt.jackpot.meters import (
    MeterError,
    Pace,
    ProgressiveBet,
    Tax,
    Waiting,
    break_even,
    climb_of,
    count_bet,
    edge,
    house_edge_at,
    long_run_edge,
    return_at,
)
from fairfelt.rules.hands import POKER, Poker
from tests.jackpot.meters.meters import GAME, HANDS, LINK, five_card, level, share, small, terms

PAYS = {"four of a kind": 300, "full house": 50, "flush": 40, "straight": 30, "three of a kind": 9}


def test_the_worked_example_by_the_combinatorics_of_poker() -> None:
    """Counted by the product: fixed return, slope and envy. By hand: ranks and suits of each line."""
    by_hand = {
        "four of a kind": 13 * 48,
        "full house": 13 * 4 * 12 * 6,
        "flush": 4 * 1287 - 40,
        "straight": 10 * 4**5 - 40,
        "three of a kind": 13 * 4 * 66 * 16,
    }
    bet = five_card()
    assert {pay.hand: pay.probability * HANDS for pay in bet.pays} == by_hand
    fixed = Fraction(sum(PAYS[hand] * ways for hand, ways in by_hand.items()), HANDS)
    assert bet.fixed_return == fixed == Fraction(86183, 162435)
    assert bet.slope("meter") == (Fraction(4) + Fraction(36, 10)) / HANDS == Fraction(19, 6_497_400)
    assert bet.envy_per_other == Fraction(4 * 1000 + 36 * 300, HANDS) == Fraction(185, 32487)


def test_the_worked_example_by_every_hand_of_a_deck() -> None:
    """A third route for the rare lines: all hands of one suit, and straights by their ranks."""
    royal = sum(1 for ranks in combinations(range(13), 5) if ranks == (8, 9, 10, 11, 12))
    runs = sum(1 for ranks in combinations(range(13), 5) if np.ptp(ranks) == 4 or ranks == (0, 1, 2, 3, 12))
    hits = {hit.line: hit.probability * HANDS for hit in five_card().hits}
    assert hits == {"royal flush": 4 * royal, "straight flush": 4 * (runs - royal)}
    assert POKER.lines[Poker.ROYAL_FLUSH].name in hits


@pytest.mark.parametrize(("others", "meter"), [(0, Fraction(3050080, 19)), (5, Fraction(2865080, 19))])
def test_the_break_even_meter_of_the_worked_example(others: int, meter: Fraction) -> None:
    bet = five_card()
    assert break_even(bet, "meter", others) == meter
    assert return_at(bet, {"meter": meter}, others) == 1
    assert house_edge_at(bet, {"meter": 0}, others) == 1 - bet.fixed_return - others * bet.envy_per_other


def test_the_long_run_edge_of_the_worked_example() -> None:
    at = terms(level(10_000, 18, 2))
    bet = five_card()
    without = 1 - Fraction(86183, 162435) - share(20) - Fraction(10_000, 649_740)
    assert long_run_edge(bet, at) == without == Fraction(393, 1547)
    assert long_run_edge(bet, at, 5) == without - 5 * Fraction(185, 32487)


def test_the_levels_of_a_link_have_slopes_of_their_own() -> None:
    bet = five_card("ML01")
    assert bet.levels == ("Mega", "Major")
    assert bet.slope("Mega") == Fraction(4, HANDS)
    assert bet.slope("Major") == Fraction(36, HANDS)
    even = break_even(bet, "Mega", meters={"Major": 2500})
    assert return_at(bet, {"Mega": even, "Major": 2500}) == 1
    assert even == break_even(bet, "Mega") - 2500 * 9
    with pytest.raises(MeterError, match="wins no level 'Minor'; it wins Mega, Major"):
        break_even(bet, "Minor")


def test_the_same_probabilities_whichever_game_feeds_the_link() -> None:
    """Own cards in one game, own and shared ones in another: what the law asks of a link."""
    other = count_bet(games.let_it_ride, LINK, "01")
    assert (other.hits, other.pays, other.envy_per_other) == (
        five_card().hits,
        five_card().pays,
        five_card().envy_per_other,
    )


def test_a_larger_stake_multiplies_pays_and_not_the_meter() -> None:
    """Pays and envy are multiples of the wager here; five times the bet needs five times the meter."""
    one, five = five_card(), five_card(stake=5)
    assert five.fixed_return == one.fixed_return
    assert five.envy_per_other == one.envy_per_other
    assert break_even(five, "meter") == 5 * break_even(one, "meter")


def test_a_bet_without_a_share_of_a_meter_is_refused() -> None:
    with pytest.raises(MeterError, match="Pair Plus 40/30/6/4/1 of Three Card Poker wins no share of a meter"):
        count_bet(games.three_card_poker, "Pair Plus")
    with pytest.raises(MeterError, match="a wager of 0 is not possible"):
        count_bet(GAME, LINK, stake=0)


@pytest.mark.parametrize(("seed", "rate", "mean"), [(1000, 9, "6847.66"), (6000, 8, "11197.92")])
def test_published_average_jackpots(seed: int, rate: int, mean: str) -> None:
    """Casino Hold'em Progressive as published: the hand comes 40 times in 2,598,960."""
    bet = small((Fraction(1), Fraction(40, HANDS)))
    at = climb_of(bet, terms(level(seed, rate)), "meter")
    assert at.mean_at_hit == Fraction(mean)
    assert at.deviation_at_hit.square == share(rate) ** 2 * (1 - Fraction(40, HANDS)) / Fraction(40, HANDS) ** 2


def test_the_published_jackpots_of_a_five_dollar_bet() -> None:
    """Face Up Pai Gow as published: Mega, Major and Minor at $5 return $9.55, $5.80 of it from the Mega.

    Without a jackpot a hand costs $3.11. The two of them leave the Major and the Minor $1.86.
    """
    mega, major, minor = Fraction(3_920_000), Fraction(185_000), Fraction(2_969)
    lower = Fraction("1.86") / (major + minor * 100)
    bet = ProgressiveBet(
        wager="bet",
        paytable="",
        hits=(
            LevelRow("Mega", "top", Fraction(1), Fraction("5.80") / mega),
            LevelRow("Major", "second", Fraction(1), lower),
            LevelRow("Minor", "third", Fraction(1), lower * 100),
        ),
        envy_per_other=Fraction(0),
        stake=Fraction(5),
        pays=(),
    )
    meters = {"Mega": mega, "Major": major, "Minor": minor}
    base = Fraction("1.89") / 5
    assert 5 * (base + return_at(bet, meters)) == Fraction("9.55")
    taxed = 5 * (base + return_at(bet, meters, tax=Tax(share(37), Fraction(10_000))))
    assert taxed == Fraction("9.55") - share(37) * (Fraction("5.80") + lower * major)


chances = st.fractions(Fraction(1, 1000), Fraction(1, 10))


@given(chances, chances, st.integers(1, 9), st.integers(0, 60), st.integers(0, 3))
def test_break_even_is_where_the_return_is_one(
    whole: Fraction, part: Fraction, tenths: int, rate: int, others: int
) -> None:
    bet = small((Fraction(1), whole), (Fraction(tenths, 10), part))
    even = break_even(bet, "meter", others)
    assert return_at(bet, {"meter": even}, others) == 1
    taxed = break_even(bet, "meter", others, tax=Tax(share(rate), Fraction(20)))
    assert taxed >= even
    at, beyond = (return_at(bet, {"meter": taxed + more}, others, Tax(share(rate), Fraction(20))) for more in (0, 1))
    assert min(at, beyond) >= 1


@given(chances, chances, st.integers(1, 9), st.integers(0, 5000), st.integers(1, 80), st.integers(0, 20))
def test_what_the_house_does_not_keep_is_paid_at_the_mean_meter(
    whole: Fraction, part: Fraction, tenths: int, seed: int, rate: int, reserve: int
) -> None:
    """Formula 2 by formula 3: percentage awards do not matter, every unit contributed is paid out some day."""
    bet, at = small((Fraction(1), whole), (Fraction(tenths, 10), part)), terms(level(seed, rate, reserve))
    meter = climb_of(bet, at, "meter").mean_at_hit
    assert house_edge_at(bet, {"meter": meter}) == long_run_edge(bet, at)


def test_with_fixed_pays_off_the_meter_they_cost_the_house_nothing_more() -> None:
    bet = five_card()
    tray, off = (terms(level(1000, 70), fixed_pays=fixed) for fixed in (FixedPays.TRAY, FixedPays.METER))
    assert long_run_edge(bet, off) - long_run_edge(bet, tray) == bet.fixed_return
    meter = climb_of(bet, off, "meter").mean_at_hit
    assert house_edge_at(bet, {"meter": meter}) == long_run_edge(bet, off)


def test_levels_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TermsError, match="has no level 'Mega'"):
        long_run_edge(five_card("ML01"), terms(level(1000, 20)))


def test_waiting_for_a_hit() -> None:
    wait = Waiting(Fraction(1, 4))
    assert [wait.quantile(Fraction(q, 100)) for q in (0, 25, 26, 50, 95)] == [1, 1, 2, 3, 11]
    assert wait.mean == 4
    assert wait.variance == 12
    rare = Waiting(Fraction(40, HANDS))
    median = rare.quantile(Fraction(1, 2))
    missed = 1 - Decimal(40) / HANDS
    assert missed ** (median - 1) > Decimal("0.5") >= missed**median


def test_a_pace_is_wagers_a_week() -> None:
    pace = Pace(tables=4, rounds_per_hour=Fraction(40), bettors=Fraction(7, 2), hours_per_week=Fraction(112))
    assert pace.wagers_per_week == 62_720
    assert pace.weeks(649_740) == Fraction(649_740, 62_720)
    assert Pace.observed(1000, Fraction(1, 2)).wagers_per_week == 2000
    with pytest.raises(MeterError, match="a week has no 169 hours"):
        Pace(tables=1, rounds_per_hour=Fraction(1), bettors=Fraction(1), hours_per_week=Fraction(169))


def test_a_bet_that_was_counted_before_needs_no_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper of the room solved the whole game, for minutes, to compare a handful of awards."""
    game = games.find("straight-edge-poker", "V1")
    bet = game.wager("Two Way Bad Beat")
    rows = (LevelRow("meter", "bad beat", Fraction(1), Fraction(1, 50)),)
    zero = Fraction(0)
    sheet = WagerPar(bet.name, "side bet", bet.paytable.name, 100, zero, zero, zero, zero, (), rows)
    monkeypatch.setattr(edge, "kept_sheet", lambda *_: sheet)
    monkeypatch.setattr(edge, "solve", lambda *_, **__: pytest.fail("it was counted before"))
    found = count_bet(game, bet.name)
    assert [(hit.level, hit.probability) for hit in found.hits] == [("meter", Fraction(1, 50))]
    assert found.fold is None
