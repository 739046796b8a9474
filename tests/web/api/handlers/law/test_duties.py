"""Duties over HTTP: payouts step by step, malfunctions, and the end of a jackpot."""

from __future__ import annotations

from copy import deepcopy

import pytest

from fairfelt.ledger import Ledger
from fairfelt.room import Floor
from fairfelt.room.projections.records import Moments
from fairfelt.room.state.alarms import AlarmKind
from tests.web.api.calling import (
    QUADS,
    ROYAL,
    UNIT,
    House,
    problem,
)
from tests.web.api.handlers.law.lawful_house import LETTER, claimed, keep, lawful, office


def test_a_payout_is_done_step_by_step_with_its_timers(house: House) -> None:
    lawful(house)
    house.wall.set(LETTER, 20)
    claimed(house, ROYAL)
    sue = house.console("sue", "dan")
    (due,) = sue.get("/api/payouts").json()["payments"]
    assert (due["number"], due["next"], due["tax"]) == (1, "compare-hand", True)
    (check,) = due["deadlines"]
    assert check["by_micros"] == due["won_at_micros"] + 24 * 3600 * UNIT
    assert check["state"] == "running"
    published = house.at("auditor 1").get("/api/log/duties.ics")
    assert published.headers["content-type"].startswith("text/calendar")
    assert published.content == sue.get("/api/duties.ics").content, "for programs and for people"
    assert b"Win page 1" in published.content
    told = problem(sue.command("/api/payouts/1/steps", step="file"), 409)
    assert told["detail"].startswith("First comes 'compare-hand'")
    alone = problem(house.console("sue").command("/api/payouts/1/steps", step="compare-hand", note="x"), 409)
    assert alone["code"] == "role_required"
    assert due["steps"][0]["people"] == 2
    sue = house.console("sue", "dan")
    for step in due["steps"][:4]:
        sue.do("/api/payouts/1/steps", step=step["step"], note="noted as 7")
    kept = sue.get("/api/payouts/1").json()["retentions"]
    assert [row["until_micros"] - due["won_at_micros"] for row in kept] == [7 * 86400 * UNIT, 30 * 86400 * UNIT]
    house.wall.set("2023-06-15", 21)
    assert house.console("sue").get("/api/payouts/1").json()["deadlines"][0]["state"] == "overdue"
    sue = house.console("sue", "dan")
    for step in due["steps"][4:]:
        sue.do("/api/payouts/1/steps", step=step["step"], note="noted as 7")
    done = sue.get("/api/payouts/1").json()
    assert done["deadlines"][0]["state"] == "done late"
    assert {"sue" in step["by"] and step["at_micros"] > 0 for step in done["steps"]} == {True}
    assert sue.get("/api/payouts").json()["payments"] == []
    assert len(sue.get("/api/payouts", done="true").json()["payments"]) == 1


def overdue(house: House) -> list[str]:
    """What the server says is late, once it has looked around."""
    house.run(house.controller.watch.look, house.controller.ledger)
    return [alarm.says for alarm in house.controller.floor.alarms.values() if alarm.kind is AlarmKind.OVERDUE]


def test_a_check_that_is_late_and_a_notice_that_is_late_raise_alarms_until_they_are_done(house: House) -> None:
    """Pages and papers said overdue, and nobody was told."""
    lawful(house)
    house.wall.set(LETTER, 20)
    claimed(house, ROYAL)
    sam = house.console("sam")
    sam.do("/api/malfunctions", equipment="display 2", what="it was dark")
    won_at = house.wall.at_micros
    assert won_at
    hours = 3_600 * UNIT
    house.wall.at_micros = won_at + 24 * hours
    assert overdue(house) == [], "in time at the very moment"
    house.wall.at_micros = won_at + 24 * hours + 1
    (says,) = overdue(house)
    assert says.startswith("Win page 1: ") and "was due by 2023-06-15 13:00 (WAC 230-15-405" in says
    alarm = house.console("ray").get("/api/alarms").json()["alarms"][-1]
    house.console("sam").do(f"/api/alarms/{alarm['number']}/acknowledgment", note="the check is being written")
    assert overdue(house) == [says], "somebody knows of it, and it is late all the same"
    house.wall.at_micros = won_at + 72 * hours + 1
    assert [said.partition(":")[0] for said in overdue(house)] == ["Win page 1", "Malfunction 1"]
    house.console("sam").do("/api/malfunctions/1/notice", document="letter 9")
    sue = house.console("sue", "dan")
    for step in sue.get("/api/payouts/1").json()["steps"]:
        sue.do("/api/payouts/1/steps", step=step["step"], note="noted as 7")
    (left,) = overdue(house)
    assert left.startswith("Malfunction 1"), "over, and nobody has looked at it yet"
    assert not any(alarm.lasts for alarm in house.controller.floor.alarms.values() if alarm.kind is AlarmKind.OVERDUE)


@pytest.mark.parametrize("path", ["/api/payouts", "/api/duties.ics"])
def test_what_is_done_while_the_log_is_read_is_told_the_next_time(
    house: House, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    lawful(house)
    claimed(house, ROYAL)
    sue, duties = house.console("sue", "dan"), house.controller.duties
    (due,) = sue.get("/api/payouts").json()["payments"]
    read = duties.read

    def read_and_act(ledger: Ledger[Floor]) -> Moments:
        found = deepcopy(read(ledger))
        monkeypatch.undo()
        sue.do("/api/payouts/1/steps", step=due["next"], note="at that moment")
        return found

    monkeypatch.setattr(duties, "read", read_and_act)
    assert sue.get(path).status_code == 200
    (later,) = sue.get("/api/payouts").json()["payments"]
    assert later["next"] == due["steps"][1]["step"]


def test_a_small_award_waits_for_nothing(house: House) -> None:
    lawful(house)
    claimed(house, QUADS, UNIT)
    assert house.console("sue").get("/api/payouts").json()["payments"] == []
    problem(house.console("sue").get("/api/payouts/1"), 404)


def test_a_malfunction_has_its_hours(house: House) -> None:
    lawful(house)
    sue = house.console("sue")
    sue.do("/api/malfunctions", equipment="keypad T1", what="dark")
    (row,) = sue.get("/api/malfunctions").json()["malfunctions"]
    assert row["notice"]["by_micros"] == row["found_at_micros"] + 72 * 3600 * UNIT
    sue.do("/api/malfunctions/1/notice", document="letter 4")
    (row,) = house.console("ray").get("/api/malfunctions").json()["malfunctions"]
    assert (row["document"], row["notice"]["state"]) == ("letter 4", "done")


def test_the_end_of_a_jackpot_goes_through_its_stages(house: House) -> None:
    two = lawful(house)
    two.do("/api/jackpots/mega/ending", way="donation", to="a fund", document="notice 1")
    problem(two.command("/api/jackpots/mega/ending/begin"), 409)
    notice = two.get("/api/jackpots/mega/notice")
    assert "Jun 24, 2023" in notice.text
    house.wall.set("2023-06-24")
    keep(house)
    two = office(house)
    two.do("/api/jackpots/mega/ending/begin")
    two.do("/api/jackpots/mega/ending/gift", document="receipt 1")
    (row,) = two.get("/api/endings").json()["endings"]
    assert (row["stage"], row["closed_on"], row["document"]) == ("closed", "2023-06-24", "receipt 1")


def test_the_history_of_a_jackpot(house: House) -> None:
    two = lawful(house)
    body = {"level": "Mega", "reason": "seed recovery", "amount_micros": UNIT, "document": "memo"}
    two.do("/api/jackpots/mega/adjustments", **body)
    told = house.console("ray").get("/api/jackpots/mega/history").json()["events"]
    assert [event["kind"] for event in told] == ["jackpot opened", "adjusted"]
    assert told[0]["body"]["terms"]["levels"][0]["seed_micros"] == 10_000 * UNIT
