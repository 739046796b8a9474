"""What a table wins: figures in print, small cases counted out, and the error that is stated."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import BetRound, WinningsError, bet_round
from fairfelt.analysis.winnings.covariance import bets_together
from fairfelt.analysis.winnings.session import (
    diffusion_bankroll,
    lundberg_bankroll,
    play_session,
)
from fairfelt.analysis.winnings.tables import FloorQuestion, TablePlan, pace_of
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Par
from fairfelt.reports.winnings import floor_report
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck

HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def baccarat() -> Par:
    return engine.par(games.find("commission-baccarat"))


@pytest.fixture(scope="module")
def three() -> Par:
    return engine.par(games.find("three-card-poker"))


def coin(win: Fraction) -> BetRound:
    """One unit won or lost."""
    mean = 2 * win - 1
    return BetRound("coin", ((Fraction(-1), 1 - win), (Fraction(1), win)), -mean, 1 - mean**2)


def test_a_session_is_every_way_the_rounds_can_go(three: Par) -> None:
    """Four rounds of a bet counted out, result by result."""
    bet = bet_round(three, "Pair Plus")
    counted: dict[Fraction, Fraction] = {}
    for way in product(bet.results, repeat=4):
        net = sum((each for each, _ in way), Fraction(0))
        counted[net] = counted.get(net, Fraction(0)) + prod((chance for _, chance in way), start=Fraction(1))
    session = play_session(bet, 4)
    found = dict(zip(session.results.tolist(), session.chances.tolist(), strict=True))
    assert session.error is not None and session.error < 1e-11
    assert sum(abs(found.get(float(net), 0.0) - float(chance)) for net, chance in counted.items()) <= session.error
    assert abs(session.ahead - float(sum(chance for net, chance in counted.items() if net > 0))) <= session.error
    assert abs(session.even - float(counted[Fraction(0)])) <= session.error


@pytest.mark.parametrize("rounds", [1, 500, 100_000])
def test_a_session_keeps_its_moments(three: Par, rounds: int) -> None:
    session = play_session(bet_round(three), rounds)
    assert session.chances.sum() == pytest.approx(1, abs=1e-9)
    mean = float((session.results * session.chances).sum())
    assert mean == pytest.approx(float(session.mean), rel=1e-6)
    square = float(((session.results - mean) ** 2 * session.chances).sum())
    assert square == pytest.approx(float(session.variance), rel=1e-6)


def test_a_fair_coin_is_even_after_two() -> None:
    session = play_session(coin(HALF), 2)
    assert session.ahead == pytest.approx(0.25) and session.even == pytest.approx(0.5)
    assert [session.house_quantile(share) for share in (0.1, 0.5, 0.9)] == [-2, 0, 2]


def test_lundberg_bounds_the_ruin_of_a_coin() -> None:
    """For steps of one unit, the bound is the chance itself."""
    house = coin(Fraction(2, 5))
    assert lundberg_bankroll(house, float(Fraction(2, 3) ** 10)) == pytest.approx(10)
    assert diffusion_bankroll(house, 0.01) == pytest.approx(np.log(100) * 0.96 / 0.4)
    with pytest.raises(WinningsError, match="no edge"):
        lundberg_bankroll(coin(HALF), 0.01)


def test_pace_is_as_published() -> None:
    blackjack = games.find("classic-blackjack")
    assert [pace_of(blackjack, n).rounds_an_hour for n in (1, 7)] == [209, 52]
    assert pace_of(games.find("three-card-poker"), 6).rounds_an_hour == 50
    assert pace_of(games.find("three-card-poker"), 6, Fraction(30)).bets_an_hour == 180


def test_a_table_sheet_agrees_with_its_numbers(three: Par) -> None:
    game = games.find("three-card-poker")
    plan = TablePlan(bet_round(three), pace_of(game, 6), Fraction(10), Fraction(8), 1, 300)
    report = floor_report(game, plan, FloorQuestion(drop=Fraction(2000)))
    assert Fraction(report.plain["win_per_hour"]["fraction"]) == three.round.house_edge * 10 * 300
    assert report.plain["shift"]["bets"] == 2400 and report.plain["day"]["bets"] == 2400
    below = play_session(plan.bet, 2400)
    quantile = Fraction(report.plain["shift"]["quantiles"]["0.05"]) / 10
    house = -below.results
    assert below.chances[house < float(quantile)].sum() < 0.05 <= below.chances[house <= float(quantile)].sum()
    text = report.render("text").decode()
    assert "The house loses a shift once in" in text and "Theoretical hold" in text


def test_shares_of_a_meter_are_refused() -> None:
    """The game itself was taken as if its meter never paid, where its opening bet is on the meter."""
    par = engine.par(games.find("blazing-7s-progressive-player-cards-only"))
    for wager in ("Blazing 7's", ""):
        with pytest.raises(WinningsError, match="wins shares of a meter"):
            bet_round(par, wager)


def test_blackjack_is_by_the_normal_curve() -> None:
    """Its rounds are counted without their results, so that only the variance is known."""
    session = play_session(BetRound("round", (), Fraction(1, 200), Fraction(13, 10)), 400)
    assert session.error is None and session.chances.sum() == pytest.approx(1)
    assert float((session.results * session.chances).sum()) == pytest.approx(-2)


@pytest.mark.parametrize(
    "game",
    [games.find("three-card-poker").with_deck(Deck("9TJQK", "cs")), games.find("casino-war")],
    ids=lambda game: game.slug,
)
def test_bets_together_add_up_to_the_round(game: Game) -> None:
    """Variances and covariances of the game's own bets are the variance of the round; side bets are their sheets.

    A bet on the hands of both had been left out: no ending of the round tells it.
    """
    found, sheet = bets_together(engine.solve(game)), engine.par(game)
    assert not found.left_out
    base = [at for at, name in enumerate(found.wagers) if game.wager(name).is_base]
    assert sum(found.covariances[a][b] for a in base for b in base) == sheet.round.variance
    assert sum(found.means[at] for at in base) == -sheet.round.house_edge
    sides = [(at, name) for at, name in enumerate(found.wagers) if game.wager(name).is_optional]
    assert sides
    for at, name in sides:
        assert found.covariances[at][at] == sheet.wager(name).variance
        assert found.means[at] == -sheet.wager(name).house_edge
    together = found.round
    assert sum(chance for _, chance in together.results) == 1
    assert sum(net * chance for net, chance in together.results) == -together.edge
    assert sum((net + together.edge) ** 2 * chance for net, chance in together.results) == found.variance


def test_skewness_of_a_rare_win() -> None:
    """A bet that wins 9 to 1 once in ten: (1 - 2p) by the root of p (1 - p)."""
    rare = BetRound("rare", ((Fraction(-1), Fraction(9, 10)), (Fraction(9), Fraction(1, 10))), Fraction(0), Fraction(9))
    assert rare.skewness == pytest.approx(0.8 / 0.3)
    assert coin(HALF).skewness == 0
