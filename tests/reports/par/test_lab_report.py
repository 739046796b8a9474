"""The report for a laboratory: every figure is worked out again here, by hand or from the rows of the sheet."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from fairfelt import games
from fairfelt.analysis.lint import questions
from fairfelt.engine import exact as engine
from fairfelt.engine.solve import SOLVERS
from fairfelt.reports.par import lab_report as reports
from fairfelt.reports.par.lab_report import METHODS, Study, lab_report, returns, study_of
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules import Paytable, fingerprint


@cache
def study(slug: str, variant: str = "") -> Study:
    game = games.find(slug, variant)
    found = engine.answer(game)
    return Study(
        par=found.par, short=found.short, verification=engine.verification(games.find(slug)), check=found.check
    )


def said(slug: str, variant: str = "") -> str:
    return " ".join(plain_text(lab_report(study(slug, variant)).sheet, 400).split())


def test_every_solver_says_what_it_counts_and_what_it_takes_as_alike() -> None:
    assert set(METHODS) == {solver.name for solver in SOLVERS}


def test_the_play_of_every_edge_is_named_and_the_least_hold_is_the_best_player_s() -> None:
    assert "Best choice: the least hold 3.7493% 1.5158% 2.473545" in said("flush-rush")
    edges = said("commission-pai-gow")
    assert "Best setting: the least hold 2.4302%" in edges and "Both by the house way 2.7261%" in edges
    assert "Both sides set their hands by the house way" in edges


def test_the_return_of_bets_together_is_what_is_lost_by_what_is_bet() -> None:
    par = study("flush-rush").par
    rows = {tuple(row["bets"]): row["house_edge"] for row in returns(par)}
    side = par.wager("All or Nothing").house_edge
    assert rows == {
        (): par.round.element_of_risk,
        ("All or Nothing",): (par.round.house_edge + side) / (par.round.average_wager + 1),
    }


def test_no_two_bets_are_together_that_no_table_offers_together() -> None:
    made = [set(row["bets"]) for row in returns(study("flushes-gone-wild").par)]
    assert {"Flush Rush", "Progressive"} in made
    assert not any({"Progressive", "Multi-Game Link Progressive"} <= bets for bets in made)


def test_the_bands_of_the_round_are_those_of_a_normal_distribution() -> None:
    par = study("flush-rush").par
    assert par.round.variance
    edge, width = float(par.round.house_edge), 1.959964 * sqrt(par.round.variance / 1_000_000)
    assert f"{1.6448536 * sqrt(par.round.variance):.4f} 1,000" in said("flush-rush")
    assert f"{edge - width:+.2%} to {edge + width:+.2%}" in said("flush-rush")


def test_a_pay_of_three_to_two_is_rounded_at_one_chip_and_not_at_two() -> None:
    par = study("straight-edge-poker", "v1").par
    bonus = par.wager("Bonus", "1")
    row = next(row for row in bonus.outcomes if row.pays == "3 to 2")
    lower = float(bonus.house_edge + Fraction(1, 2) * row.probability)
    assert f"Bonus 1 3 to 2 two chips {float(bonus.house_edge):.4%} {lower:.4%}" in said("straight-edge-poker", "v1")
    assert "nothing is rounded" in said("flush-rush")


def test_a_meter_s_edges_at_its_seed_and_in_the_long_run() -> None:
    """By hand: four royal flushes and 36 straight flushes of 2,598,960 hands; 100% and 10% of $10,000, 15% put in."""
    par = study("flushes-gone-wild").par
    edge = par.wager("Multi-Game Link Progressive", "01").house_edge
    at_seed = edge - Fraction(4, 2_598_960) * 10_000 - Fraction(36, 2_598_960) * 1_000
    long_run = edge - Fraction(15, 100) - Fraction(4, 2_598_960) * 10_000
    row = f"Link Progressive 01 $10,000.00 15.00% {float(edge):.4%} {float(at_seed):.4%} {float(long_run):.4%}"
    assert row in said("flushes-gone-wild")


def test_a_run_or_a_recount_of_other_rules_is_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("flush-rush")
    row = {"fingerprint": fingerprint(game), "wagers": []}
    monkeypatch.setattr(reports, "records", lambda kind: [row])
    assert reports.record("simulations", game) is row
    assert reports.record("recounts", game.with_pays("All or Nothing", Paytable("AN-01", {4: 31, 1: 5}))) is None
    assert "No run of these rules is on record" in said("straight-edge-poker", "v1")


@pytest.mark.parametrize("kind", ["simulations", "recounts"])
def test_what_is_on_record_agrees_with_the_count(kind: str) -> None:
    """No shipped run is more than four standard errors off; no shipped recount differs."""
    for row in json.loads((reports.RECORDS / f"{kind}.json").read_text()):
        assert all(each["agrees"] for each in row.get("figures", [])), row["game"]
        assert all(abs(each["z"]) < 4 for each in row.get("wagers", []) if each["z"] is not None), row["game"]


def test_readings_that_a_ruling_names_are_counted() -> None:
    known = study("straight-edge-poker", "v2")
    found = study_of(engine.answer(known.game), known.verification)
    assert {effect.reading for effect in found.effects} == {
        "It pays 1 to 1, as the Play bet of Version 1 does for 0 or 1 cards."
    }
    assert all(effect.otherwise < effect.as_read for effect in found.effects), "players gain by it"


def test_the_same_game_gives_the_same_bytes_and_all_of_it_is_data() -> None:
    first, second = (lab_report(study("flush-rush")) for _ in range(2))
    assert first.render("json") == second.render("json") and first.render("html") == second.render("html")
    assert {"method", "returns", "software", "strategy", "verification", "round"} <= first.plain.keys()


def test_what_other_readings_come_to_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every dossier counted them again, longer than all the rest; what was counted in vain comes back the same."""
    found = engine.answer(games.find("solitaire-stud"))
    first = study_of(found, study("solitaire-stud").verification)
    monkeypatch.setattr(questions, "count_reading", lambda *_: pytest.fail("it is counted again"))
    assert study_of(found, study("solitaire-stud").verification).effects == first.effects
