"""What is bet at a table: raises, bets that are not always made, envy bonuses."""

from __future__ import annotations

import json
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import BetRound, WinningsError, bet_round
from fairfelt.analysis.winnings.covariance import bets_together
from fairfelt.analysis.winnings.session import lundberg_bankroll
from fairfelt.analysis.winnings.tables import FloorQuestion, TableTerms, portfolio_line
from fairfelt.cli.commands.bench import TableOptions
from fairfelt.cli.commands.bench import floor as command
from fairfelt.cli.io.errors import BadInput
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Par
from fairfelt.reports.winnings import floor_report
from fairfelt.rules.cards import Deck

THREE = "three-card-poker"
SMALL = Deck("9TJQK", "cs")
ENVY = ("Three Card Poker Bonus", "TCPB-03E")


@pytest.fixture(scope="module")
def three() -> Par:
    return engine.answer(games.find(THREE)).par


def mean_of(bet: BetRound) -> Fraction:
    return sum((net * chance for net, chance in bet.results), Fraction(0))


@pytest.mark.parametrize("slug", [THREE, "let-it-ride"])
def test_every_bet_loses_what_its_results_say(slug: str) -> None:
    """A raise is not made in every round, and a bet may be taken back: a round wins by rounds, not by units bet."""
    par = engine.answer(games.find(slug)).par
    for sheet in par.wagers:
        if not sheet.levels:
            bet = bet_round(par, sheet.wager, sheet.paytable)
            assert bet.edge == -mean_of(bet), (slug, sheet.wager)
            assert bet.handle == sheet.average_stake


def test_all_that_is_bet_has_the_raises_in_it(three: Par) -> None:
    plan = TableTerms(Fraction(25), players=5, rounds=Fraction(40)).plan(three.game, bet_round(three))
    assert plan.handle_an_hour == 25 * 5 * 40 * three.round.average_wager
    assert plan.win_an_hour == plan.handle_an_hour * three.round.element_of_risk
    report = floor_report(three.game, plan, FloorQuestion(drop=Fraction(10_000)))
    assert report.plain["handle_units"]["fraction"] == "370/221"
    text = report.render("text").decode()
    assert "$8,371.04" in text, "all that is bet in an hour: 25 x 5 x 40 x 370/221"
    assert "6.70" in text.split("Bet for each unit of the drop")[1].splitlines()[0]


def test_all_bets_together_have_a_handle_of_their_own() -> None:
    """Ante, raise and two side bets have stakes; the Ante Bonus has none."""
    solution = engine.solve(games.find(THREE).with_deck(SMALL))
    assert bets_together(solution).handle == solution.round.average_wager + 2


@pytest.mark.parametrize("players", [1, 2, 5])
def test_envy_bonuses_are_paid_to_everybody_else(three: Par, players: int) -> None:
    """Both the house and a player lose and win what the sheet with so many other bettors says."""
    counted = engine.par(three.game, bettors=players - 1).wager(*ENVY)
    least = three.game.paytable(*ENVY).envy
    assert least
    terms = TableTerms(Fraction(least.least), players)
    plan = terms.plan(three.game, bet_round(three, *ENVY))
    assert plan.player and plan.bet.edge == plan.player.edge == counted.house_edge
    assert sum(chance for _, chance in plan.bet.results) == sum(chance for _, chance in plan.player.results) == 1


def test_an_envy_bonus_in_currency_weighs_less_on_a_large_bet(three: Par) -> None:
    envy = three.game.paytable(*ENVY).envy
    assert envy and not envy.times_wager
    bet = bet_round(three, *ENVY)
    small, large = (bet.as_paid(4, Fraction(envy.least * times)) for times in (1, 10))
    assert bet.edge - small.edge == 10 * (bet.edge - large.edge) > 0
    assert bet.as_paid(4, Fraction(envy.least, 2)).edge == bet.edge


def test_there_is_no_bound_without_results() -> None:
    with pytest.raises(WinningsError, match="one by one"):
        lundberg_bankroll(BetRound("round", (), Fraction(1, 200), Fraction(13, 10)), 0.01)


def test_what_was_counted_before_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.engine.exact.par", _nobody_counts)
    assert command(THREE, table=TableOptions(players=1, hours=1, shifts=1, days=1)) == 0


def _nobody_counts(*_: object, **__: object) -> None:
    raise AssertionError("it was counted before")


def test_a_bet_on_a_meter_is_as_the_house_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Bets of one, seeds and rates as they come, and no word of players, whose result goes by the meter."""
    assert (
        command("blazing-7s-progressive-dealers-up-card", table=TableOptions(hours=1, shifts=1, days=1), json=True) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["stake"]["fraction"] == "1/1" and found["meter"]["seeds"] and found["player"] == []
    par = engine.answer(games.find("blazing-7s-progressive-dealers-up-card")).par
    line = portfolio_line(par, ("", ""), 1, TableTerms(Fraction(1)))
    assert Fraction(found["house_edge"]["fraction"]) == line.plan.bet.edge


def test_seats_are_not_sampled_for_all_bets_together() -> None:
    with pytest.raises(BadInput, match="--sample-seats"):
        command(THREE, all_bets=True, sample_seats=True)


def test_bets_that_are_counted_one_by_one_are_not_put_together() -> None:
    """Where hands are split, no ending holds all of a round: Free Bet Blackjack had a house edge of 103%."""
    solution = engine.solve(games.find("casino-war"))
    lacking: Any = SimpleNamespace(
        game=solution.game, total=solution.total, round=solution.round, endings=solution.endings[1:]
    )
    assert bets_together(solution).mean
    with pytest.raises(WinningsError, match="counted one by one"):
        bets_together(lacking)
