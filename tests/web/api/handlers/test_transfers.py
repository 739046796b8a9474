"""The odds of a transfer over HTTP: counted before the notice and before the transfer, and told in every answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.api.calling import TERMS, Caller, House, problem

LAW = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 1"}
PLAYED = {"game": "flushes-gone-wild", "paytable": "ML01", "wager": "Multi-Game Link Progressive"}
NOTICE = {"way": "transfer", "to": "heir", "document": "notice 1"}


@pytest.fixture
def two(house: House) -> Caller:
    """Two people of a room with an heir, under a law that advises."""
    eve = house.console("eve", "ida")
    eve.do("/api/jackpots", jackpot="heir", terms=TERMS)
    eve.do("/api/links", link="annex", jackpot="heir", location="Tacoma")
    eve.do("/api/tables", table="T9", link="annex", **PLAYED)
    two = house.console("ann", "eve")
    two.do("/api/law", **LAW, mode="advise")
    return two


def counted(house: House) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = house.console("ray").get("/api/events", kind="transfer examined").json()["events"]
    return told


def test_worse_odds_are_refused_with_both_fractions(house: House, two: Caller) -> None:
    two.do("/api/law", **LAW, mode="enforce")
    told = problem(two.command("/api/jackpots/mega/ending", **NOTICE, level="Mega"), 409)
    assert "3/216580" in told["detail"]
    assert "1/649740" in told["detail"]
    assert two.get("/api/endings").json()["endings"] == []
    two.do("/api/jackpots/mega/ending", **NOTICE, level="Major")
    (row,) = two.get("/api/endings").json()["endings"]
    assert (row["to"], row["level"]) == ("heir", "Major")
    assert row["notices"][0].startswith("counted exactly: Major of heir is won at least as often")
    assert [event["body"]["level"] for event in counted(house)] == ["Mega", "Major"]


def test_under_advise_players_and_regulator_read_what_was_found(house: House, two: Caller) -> None:
    two.do("/api/jackpots/mega/ending", **NOTICE, level="Mega")
    (row,) = house.console("ray").get("/api/endings").json()["endings"]
    assert "3/216580" in row["notices"][0]
    paper = two.get("/api/jackpots/mega/notice").text
    assert "Its full amount moves to heir, Mega." in paper
    assert "3/216580" in paper
    kinds = [event["kind"] for event in house.console("ray").get("/api/jackpots/mega/history").json()["events"]]
    assert kinds[-2:] == ["transfer examined", "retirement announced"]


def test_a_transfer_counts_by_itself_and_never_twice_as_things_stand(house: House, two: Caller) -> None:
    moved = {"into": "heir", "level": "Mega", "document": "memo"}
    two.do("/api/jackpots/mega/retirement", **moved)
    (found,) = counted(house)
    assert "3/216580" in found["body"]["findings"][0]["sentence"]
    problem(two.command("/api/jackpots/mega/retirement", **moved), 409)
    assert len(counted(house)) == 1, "what is retired is not counted any more"


def test_a_donation_is_not_counted(house: House, two: Caller) -> None:
    two.do("/api/jackpots/mega/ending", way="donation", to="a fund", document="notice 1")
    assert counted(house) == []
    (row,) = two.get("/api/endings").json()["endings"]
    assert (row["level"], row["notices"]) == ("", [])


def test_a_transfer_without_a_level_says_what_is_missing(two: Caller) -> None:
    told = problem(two.command("/api/jackpots/mega/ending", **NOTICE), 409)
    assert told["detail"] == "Heir has no level ''; it has Mega, Major"
