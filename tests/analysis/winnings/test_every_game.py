"""What a table wins, a portfolio and a comparison, for every version of every game of the catalogue."""

from __future__ import annotations

import pytest

from fairfelt.analysis.winnings.sides import SideName
from fairfelt.analysis.winnings.tables import FloorQuestion, TableTerms, portfolio_line, table_plan, usual_stake
from fairfelt.engine import exact as engine
from fairfelt.reports.comparison import bench_side, comparison_report
from fairfelt.reports.winnings import floor_report
from fairfelt.rules import Game
from tests.support.heavy import EVERY_VERSION, OF_EACH_FAMILY, all_but

FAR_APART = {"blazing-7s-progressive-player-cards-only", "blazing-7s-progressive-dealers-up-card"}
"""Seconds for a year of a bet whose pays lie so far apart."""
CASES = all_but(EVERY_VERSION, [v for v in EVERY_VERSION if v.slug in FAR_APART or v.title not in OF_EACH_FAMILY])


@pytest.mark.parametrize("game", CASES, ids=lambda game: f"{game.slug} {game.variant}".strip())
def test_every_version_has_a_floor_a_portfolio_and_a_comparison(game: Game) -> None:
    """Two games once had no variance, and two a refusal where their only bet is on a meter."""
    par, terms = engine.answer(game).par, TableTerms(usual_stake(game))
    plan = table_plan(par, ("", ""), terms)
    assert plan.bet.variance > 0 and plan.shift.variance > 0
    sheet = floor_report(game, plan, FloorQuestion()).render("text").decode()
    assert "The house loses a shift" in sheet and "Standard deviation of a bet" in sheet
    line = portfolio_line(par, ("", ""), 2, terms)
    assert line.win_a_day == plan.bet.edge * plan.stake * line.bets_a_day
    assert float(line.day.chances.sum()) == pytest.approx(1, abs=1e-6)
    side = bench_side(game.title, par, SideName(game.slug, game.variant), terms)
    assert side.plan and not side.reason and comparison_report(side, side).render("text")
