"""Seats of a table win and lose together."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import BetRound, bet_round
from fairfelt.analysis.winnings.covariance import (
    SeatsTogether,
    sample_seats,
    seats_together,
    shares_all_cards,
    shipped_seats,
)
from fairfelt.analysis.winnings.session import play_session
from fairfelt.analysis.winnings.tables import FloorQuestion, TablePlan, TableTerms, pace_of
from fairfelt.engine import exact as engine
from fairfelt.engine.simulation import simulate
from fairfelt.reports.winnings import floor_report, seats_words
from fairfelt.rules import fingerprint
from fairfelt.rules.cards import Deck
from tests.support.running import run
from tests.support.settled_deals import settle_deals
from tools.ship_seats import every_game, keys

THREE = games.find("three-card-poker")
BACCARAT = games.find("commission-baccarat")
TERMS = TableTerms(Fraction(25), players=6)


def coin(win: Fraction) -> BetRound:
    mean = 2 * win - 1
    return BetRound("coin", ((Fraction(-1), 1 - win), (Fraction(1), win)), -mean, 1 - mean**2)


def test_everybody_who_bets_on_the_same_cards_wins_together() -> None:
    """Six players on one side are one player with six units: exactly, to the last quantile."""
    bet = bet_round(engine.par(BACCARAT), "Player")
    plan = TERMS.plan(BACCARAT, bet)
    assert plan.crowd == 6
    alone = play_session(bet, round(plan.pace.rounds_an_hour * 8))
    assert plan.shift.house_quantile(0.05) == 6 * alone.house_quantile(0.05)
    assert plan.shift.ahead == pytest.approx(alone.ahead, abs=1e-9)
    assert plan.shift.variance == 36 * alone.variance and plan.shift.mean == 6 * alone.mean


def test_who_shares_all_cards() -> None:
    assert [shares_all_cards(game) for game in (BACCARAT, THREE, games.find("classic-blackjack"))] == [
        True,
        False,
        False,
    ]


def test_blocks_keep_mean_and_variance_of_a_table() -> None:
    plan = TablePlan(
        coin(Fraction(2, 5)), pace_of(THREE, 5), Fraction(10), Fraction(8), 1, 1, SeatsTogether(0.25, 0.001, 10**6)
    )
    assert plan.crowd == 2
    shift, bets = plan.shift, plan.bets_in(1)
    mean = float((shift.results * shift.chances).sum())
    assert mean == pytest.approx(-bets / 5, abs=0.3)
    assert float((shift.results**2 * shift.chances).sum()) - mean**2 == pytest.approx(bets * 0.96 * 2, rel=1e-3)


def test_seats_that_may_be_independent_are_taken_so() -> None:
    assert SeatsTogether(0.001, 0.01).crowd(7) == 1
    assert SeatsTogether(0.2, 0.01).crowd(1) == 1


def test_a_sample_of_the_correlation_holds_the_counted_one() -> None:
    """Every deal of nine cards to two seats and the dealer, settled; then a sample of the same game."""
    small = THREE.with_deck(Deck(ranks="QKA", suits="cdh"))
    cards = np.array(small.deck.cards, np.uint8)
    deals = []
    for dealer in combinations(range(len(cards)), 3):
        rest = [at for at in range(len(cards)) if at not in dealer]
        for own in combinations(rest, 3):
            others = combinations([at for at in rest if at not in own], 3)
            deals += [[*own, *other, *dealer] for other in others]
    settled = settle_deals(small, cards[np.array(deals)], seats=2)
    nets = np.zeros((len(deals), 2))
    for wager in small.wagers:
        if wager.is_base:
            for seat in (1, 2):
                answers = settled.outcomes(wager.name, seat=seat)
                nets[:, seat - 1] += [float(outcome.pay.net * units) for outcome, units in answers]
    off = nets - nets.mean(axis=0)
    counted = float((off[:, 0] * off[:, 1]).mean() / (off[:, 0] ** 2).mean())
    sampled = simulate(small, rounds=100_000, seed=3, seats=2).wagers[0]
    assert sampled.seat_correlation is not None and sampled.seat_correlation_error is not None
    assert sampled.seat_correlation == pytest.approx(counted, abs=3 * sampled.seat_correlation_error)
    products = off[:, 0] * off[:, 1]
    assert sampled.seat_correlation_error == pytest.approx(
        products.std() / (off[:, 0] ** 2).mean() / 100_000**0.5, rel=0.05
    )
    assert simulate(small, rounds=100, seed=1).wagers[0].seat_correlation is None


def pair_plus_correlation() -> float:
    """Of two hands from one deck, counted exactly: all pairs of hands, less those with cards in common.

    The sum over disjoint pairs is that of (-1)^|T| S(T)² over all sets T of cards, S(T) over the hands that hold T.
    """
    hands = list(combinations(range(52), 3))
    deals = [[*hand, *[card for card in range(6) if card not in hand][:3]] for hand in hands]
    settled = settle_deals(THREE, np.array(THREE.deck.cards, np.uint8)[np.array(deals)])
    nets = [outcome.pay.net * units for outcome, units in settled.outcomes("Pair Plus")]
    mean = Fraction(sum(nets)) / len(nets)
    sums: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for hand, net in zip(hands, nets, strict=True):
        for size in range(4):
            for held in combinations(hand, size):
                sums[held] += net - mean
    disjoint = sum((-1) ** len(held) * found**2 for held, found in sums.items()) / (len(hands) * comb(49, 3))
    return float(disjoint / (sum((net - mean) ** 2 for net in nets) / len(nets)))


def test_a_bet_on_own_cards_goes_alone() -> None:
    own = seats_together(THREE, "Pair Plus")
    assert own and own.correlation == pytest.approx(pair_plus_correlation(), abs=own.error)
    assert own.crowd(6) < Fraction("1.01")
    assert sample_seats(THREE, 20_000)["Pair Plus: 40/30/6/4/1"][0] == pytest.approx(0, abs=0.03)


def test_a_rare_large_pay_widens_the_interval_of_a_correlation() -> None:
    """The error was that of normal results, one by the root of the rounds: a rare large pay moves it by more."""
    seats = sample_seats(games.find("straight-edge-poker"), 20_000)
    assert seats["Two Way Bad Beat: 1"][1] > 1.5 * 20_000**-0.5


def test_another_paytable_of_a_side_bet_leaves_the_game_as_it_was() -> None:
    changed = THREE.with_paytable("Pair Plus", "40/30/6/3/1")
    assert seats_together(changed) == seats_together(THREE)
    assert seats_together(changed, "Pair Plus") is not None


def test_the_sheet_says_how_seats_go_together() -> None:
    report = floor_report(THREE, TERMS.plan(THREE, bet_round(engine.par(THREE))), FloorQuestion())
    text = " ".join(report.render("text").decode().split())
    assert "two of them have a correlation of +0.19" in text and "how the seats go together is sampled" in text
    seats = seats_together(THREE)
    assert seats and f"correlation of {seats.correlation:+.4f}" in text
    others = TERMS.plan(THREE, bet_round(engine.par(THREE))).pace.players - 1
    varies = float(1 + others * Fraction(f"{seats.correlation:.4f}"))
    assert report.plain["seats"]["varies_times"] == varies, "it was reckoned in twentieths, and deviations came out low"
    assert f"is {varies:.4f} times that of" in text
    assert report.render("csv").decode().count("\r\n") == 5


def test_what_is_kept_is_of_games_as_they_are_today() -> None:
    today = {key for game in every_game() for key, _ in keys(game)}
    assert set(shipped_seats()) <= today
    assert fingerprint(THREE) in shipped_seats()


def test_a_game_that_nobody_sampled_says_so() -> None:
    own = THREE.with_deck(Deck(ranks="89TJQKA"))
    assert seats_together(own) is None
    plan = TablePlan(coin(Fraction(2, 5)), pace_of(own, 5), Fraction(10), Fraction(8), 1, 1)
    assert plan.crowd == 1 and "not known here" in seats_words(plan)


def test_two_seats_of_switched_hands_go_together() -> None:
    """Each plays two hands against the same dealer's, so they go together more than single hands do (0.35)."""
    found = seats_together(games.find("blackjack-switch"))
    assert found is not None and 0.45 < found.correlation < 0.6


def test_the_command_takes_hours(tmp_path: Path) -> None:
    file = tmp_path / "floor.json"
    ran = run("floor", "three-card-poker", "--after", "6", "-o", str(file))
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(file.read_text())
    assert [each["hours"] for each in found["player"]] == [6]
    assert run("floor", "three-card-poker", "-o", str(tmp_path / "shift.svg")).code == 0
    assert (tmp_path / "shift.svg").read_text().startswith("<svg")


def test_what_cannot_be_asked_is_said() -> None:
    ran = run("floor", "three-card-poker", "--after", "0")
    assert (ran.code, ran.err) == (2, "fairfelt: --after 0 is not possible: give 1 to 10,000 hours\n")
