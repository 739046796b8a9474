"""Two sides in everything: what a table wins with each, jackpots and leaks, beside the figures."""

from __future__ import annotations

from fractions import Fraction

from fairfelt import compare, games
from fairfelt.analysis.protection.findings import Finding, Leak, usual_terms
from fairfelt.analysis.protection.house import Verdict
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.winnings.sides import SideName, read_side_name
from fairfelt.analysis.winnings.tables import TableTerms
from fairfelt.engine import exact as engine
from fairfelt.reports.comparison import bench_side, comparison_report

THREE = "three-card-poker"
TERMS = TableTerms(Fraction(10), 5, Fraction(40), Fraction(1), 2, 300)


def test_names_are_read_as_they_are_written() -> None:
    for text in ("game", "game@v2", "game:Bonus", "game@v2:Bonus:50/10"):
        assert str(read_side_name(text)) == text
    assert read_side_name(" game : Pair Plus ") == SideName("game", wager="Pair Plus")


def test_a_game_and_one_of_its_bets_stand_side_by_side() -> None:
    par = engine.par(games.find(THREE))
    a, b = (bench_side(name, par, read_side_name(name), TERMS) for name in (THREE, f"{THREE}:Pair Plus:40/30/6/3/1"))
    report = comparison_report(a, b)
    text = report.render("text").decode()
    for row in ("Element of risk", "Hit frequency", "Skewness", "Theoretical win a year", "5% of days win less than"):
        assert row in text
    win = report.plain["b"]["table"]["win_per_hour"]["fraction"]
    assert Fraction(win) == par.wager("Pair Plus", "40/30/6/3/1").house_edge * 10 * 200
    assert report.plain["a"]["table"]["day"]["bets"] == 400
    assert isinstance(report.plain["a"]["figures"]["skewness"], float)
    outcomes = text[text.index("Every outcome") : text.index("What a table wins")]
    assert "+40" in outcomes and "Straight flush" not in outcomes, "a round and a bet are compared by results"


def test_a_bet_on_a_meter_is_told_as_the_house_has_it() -> None:
    game = games.find("blazing-7s-progressive-player-cards-only")
    par = engine.par(game)
    wager = next(bet.name for bet in game.wagers if bet.feeds_meter)
    sides = [bench_side(wager, par, SideName(game.slug, wager=wager), TERMS)] * 2
    text = comparison_report(*sides).render("text").decode()
    assert "less what is set aside for the meter" in " ".join(text.split()), "the win is not the edge of the bet"
    assert "Jackpots" in text and "1 in" in text
    assert "once in" in text, "how often at this table does not go by what is won of a meter"


def test_leaks_stand_side_by_side() -> None:
    game = games.find(THREE)
    par = engine.par(game)
    seen = Finding(Leak.DEALER, Information(dealer=(1,)), Fraction(3, 100), Fraction(-3, 100))
    verdicts = [Verdict(game, usual_terms(game), findings, ()) for findings in ((seen,), ())]
    a, b = (bench_side("side", par, SideName(THREE), TERMS, verdict) for verdict in verdicts)
    report = comparison_report(a, b)
    assert "3.00%" in report.render("text").decode()
    assert report.plain["a"]["protection"]["findings"][0]["information"] == "dealer 1"


def test_a_notebook_shows_a_comparison() -> None:
    report = compare(THREE, f"{THREE}:Pair Plus:40/30/6/3/1", bet=5)
    assert report.plain["b"]["figures"]["house_edge"]["decimal"].startswith("0.0727")
    assert report._repr_html_().startswith("<iframe srcdoc=")


def test_outcomes_of_two_paytables_fit_on_paper() -> None:
    """Their probabilities are the same and stand once; names of hands were broken to a letter a line, or were gone."""
    par = engine.answer(games.find("let-it-ride")).par
    wager = "Multi-Game Link Progressive"
    names = [SideName("let-it-ride", wager=wager, paytable=table) for table in ("01", "ML03")]
    short = TableTerms(Fraction(10), 1, Fraction(1), Fraction(1), 1, 2)
    text = comparison_report(*(bench_side(str(name), par, name, short) for name in names)).render("text").decode()
    rows = text[text.index("Every outcome") : text.index("What a table wins")].splitlines()
    assert "Probability" in rows[2] and "Probability A" not in text and max(map(len, rows)) <= 100
    assert [row.split("  ")[0] for row in rows if row.startswith(("Royal", "Full", "Flush"))] == [
        "Royal flush", "Full house", "Flush",
    ]  # fmt: skip
