"""The analyst's bench in notebooks: one call, and the report shows itself with its picture."""

from __future__ import annotations

import pytest

from fairfelt import count_cards, design_paytable, floor, games, portfolio, verdict
from fairfelt.analysis.counting.shoe_bet import NotCountable
from fairfelt.analysis.protection.exposure import protect
from fairfelt.analysis.protection.information import BadInformation
from fairfelt.analysis.winnings.bets import WinningsError
from fairfelt.analysis.winnings.tables import add_sessions
from fairfelt.reports.protection import exposure_report
from fairfelt.reports.report import NoPicture, Report
from fairfelt.reports.sheet import Sheet

THREE = games.find("three-card-poker")


def test_what_a_table_wins() -> None:
    report = floor(THREE, wager="Pair Plus", bet=5, players=3, rounds=40)
    assert report.plain["players"] == 3 and report.plain["shift"]["bets"] == 960
    assert "<iframe" in report._repr_html_()


def test_designs() -> None:
    report = design_paytable(
        THREE, "Pair Plus", edge="3..4%", whole_numbers=True, keep={"pair": "1", "flush": "4"}, designs=2
    )
    assert len(report.plain["designs"]) == 2
    assert b"top_award" in report.render("csv").splitlines()[0]


def test_a_leak_has_a_picture() -> None:
    report = exposure_report(protect(THREE, seen="dealer 1"))
    assert b"nothing seen" in report.render("svg")
    found = verdict(THREE)
    assert found.render("svg").count(b"<rect") >= len(found.records) > 1
    assert found.plain["limit"] != verdict(THREE, limit=200).plain["limit"]


def test_a_bet_from_a_shoe_is_counted() -> None:
    report = count_cards(games.find("commission-baccarat"), "Player", shoes=50, removed="4s")
    assert report.plain["wager"] == "Player" and "<iframe" in report._repr_html_()


def test_wrong_numbers_are_refused_in_a_sentence() -> None:
    """No shoes ended in an error of the arrays, and a limit below nothing gave a cost below nothing."""
    with pytest.raises(NotCountable, match="0 shoes are not possible: give 1 or more"):
        count_cards(games.find("commission-baccarat"), "Player", shoes=0)
    with pytest.raises(BadInformation, match="a limit of -5 is not possible: give 1 or more"):
        verdict(THREE, limit=-5)


def test_a_sheet_without_a_picture_says_so() -> None:
    with pytest.raises(NoPicture, match="no picture on this sheet"):
        Report(Sheet("A", "B"), {}).render("svg")


def test_a_portfolio_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(add_sessions, "__defaults__", (1 << 16,))  # millions of cells are as right, and take seconds
    report = portfolio({"three-card-poker": {"tables": 2, "players": 3}, "three-card-poker:Pair Plus": {"bet": 5}})
    game, bet = report.plain["tables"]
    assert (game["tables"], game["players"], game["stake"]) == (2, 3, 25.0)
    assert (bet["bet"], bet["tables"], bet["stake"]) == ("Pair Plus", 1, 5.0)
    assert "What the tables win together" in report._repr_html_()
    with pytest.raises(WinningsError, match="a table has no size"):
        portfolio({"three-card-poker": {"size": 2}})
