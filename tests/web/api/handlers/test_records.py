"""For those who look after the room: the floor, the log, verification, closing and opening, software."""

from __future__ import annotations

import json

import pytest

from fairfelt.room.commands.closing import FindSoftware
from fairfelt.server import Manifest
from tests.web.api.calling import QUADS, SOFTWARE, UNIT, House, bets, problem

OTHER = Manifest({"a.py": "2"}, {"python": "3"})


def test_the_floor_at_a_glance(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand=QUADS)
    floor = house.console("dan").get("/api/floor").json()
    assert floor["links"] == [{"link": "pit", "jackpot": "mega", "location": "Spokane", "folded_hands": "as the sheet"}]
    tables = {row["table"]: (row["controls"], row["phase"], row["claims"]) for row in floor["tables"]}
    claim = {"seat": 1, "hand": QUADS, "folded": False}
    assert tables == {"T1": ("nexus", "claimed", [claim]), "T2": ("legacy", "betting", [])}
    assert [jackpot["jackpot"] for jackpot in floor["jackpots"]] == ["mega"]
    assert (floor["closed"], floor["software"]) == ("", SOFTWARE.digest)


def test_the_log_in_parts_is_the_log(house: House) -> None:
    ray = house.console("ray")
    last = ray.get("/api/events", limit=1).json()["last"]
    whole = ray.get("/api/events", limit=1000).json()["events"]
    assert [event["number"] for event in whole] == list(range(1, last + 1))
    parts = [ray.get("/api/events", after=after, limit=7).json()["events"] for after in range(0, last, 7)]
    assert [event for part in parts for event in part] == whole
    assert ray.get("/api/events", after=last).json()["events"] == []


def test_the_log_by_kind(house: House) -> None:
    events = house.console("ray").get("/api/events", kind="device enrolled").json()["events"]
    assert [event["body"]["device"] for event in events][:2] == ["console 1", "keypad T1"]
    assert {event["kind"] for event in events} == {"device enrolled/1"}
    assert house.console("ray").get("/api/events", kind="device enrolled/1").json()["events"] == events
    assert house.console("ray").get("/api/events", kind="device enrolled/2").json()["events"] == []


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 1001}, {"after": -1}, {"limit": "x"}, {"befor": 1}])
def test_a_part_that_cannot_be(shared_house: House, query: dict[str, object]) -> None:
    problem(shared_house.console("ray").get("/api/events", **query), 400)


def test_every_refusal_is_on_the_log(house: House) -> None:
    number = problem(house.keypad("T1").command("/api/tables/T1/end"), 409)["number"]
    (event,) = house.console("ray").get("/api/events", after=number - 1, limit=1).json()["events"]
    assert (event["kind"], event["device"], event["body"]["command"]) == ("refused/1", "keypad T1", "end game/1")


def test_verification_passes_and_says_what_was_looked_at(house: House) -> None:
    ray = house.console("ray")
    found = house.client.post("/api/verification", headers=ray.headers).json()
    last = ray.get("/api/events", after=found["events"] - 1, limit=1).json()["events"][0]
    assert (found["passed"], found["wrong"], found["head"]) == (True, "", last["hash"])
    assert found["software"] == SOFTWARE.digest
    assert ray.get("/api/verification").json() == found


def test_software_changed_on_the_disk_closes_the_floor(house: House) -> None:
    house.disk.manifest = OTHER
    ray = house.console("ray")
    found = house.client.post("/api/verification", headers=ray.headers).json()
    assert found["passed"] is False
    assert "the software on the disk was changed while it ran: a.py" in found["wrong"]
    assert house.keypad().get("/healthz").json()["closed"] == found["wrong"]
    told = problem(house.keypad("T1").command("/api/tables/T1/start", bets=bets(1)), 409)
    assert told["detail"].startswith("The floor is closed: the software on the disk was changed")


def test_one_person_closes_the_floor_and_two_open_it(house: House) -> None:
    house.console("sue").do("/api/floor/closing", reason="water on the floor")
    keypad = house.keypad("T1")
    assert keypad.get("/api/tables/T1").json()["live"] == []
    told = problem(keypad.command("/api/tables/T1/start", bets=bets(1)), 409)
    assert told["detail"] == "The floor is closed: water on the floor"
    assert house.at("display").get("/api/links/pit").json()["closed"] == "water on the floor"
    problem(house.console("eve").command("/api/floor/opening", why="dry"), 403)
    problem(house.console("eve", "sue").command("/api/floor/opening", why="dry"), 403)
    house.console("eve", "ida").do("/api/floor/opening", why="dry")
    assert keypad.press("start", bets=bets(1))["phase"] == "playing"


def test_a_table_is_taken_out_of_service_and_put_back(house: House) -> None:
    ida = house.console("ida")
    ida.do("/api/tables/T1/closing", reason="torn felt")
    told = problem(house.keypad("T1").command("/api/tables/T1/start", bets=bets(1)), 409)
    assert told["detail"] == "Table T1 is out of service: torn felt"
    assert house.keypad("T2").press("start", bets=bets(1))["phase"] == "playing"
    ida.do("/api/tables/T1/opening")
    assert house.keypad("T1").press("start", bets=bets(1))["phase"] == "playing"


def test_other_software_runs_once_two_people_approve_it(house: House) -> None:
    house.run(house.controller.tell, FindSoftware(digest=OTHER.digest, version="2"))
    told = problem(house.keypad("T1").command("/api/tables/T1/start", bets=bets(1)), 409)
    assert "the software is not the approved one" in told["detail"]
    approval = {"digest": OTHER.digest, "document": "letter 12"}
    problem(house.console("ida").command("/api/software", **approval), 403)
    wrong = house.console("ida", "eve").command("/api/software", **{**approval, "digest": "0" * 64})
    assert "only the software that runs here" in problem(wrong, 409)["detail"].lower()
    house.console("ida", "eve").do("/api/software", **approval)
    assert house.console("ray").get("/api/floor").json()["software"] == OTHER.digest
    assert house.keypad("T1").press("start", bets=bets(1))["phase"] == "playing"


def test_the_log_that_is_told_is_the_one_that_is_kept(house: House) -> None:
    """Every event with its postings, as the ledger itself reads it."""
    told = house.console("ray").get("/api/events", limit=1000).json()["events"]
    kept = house.controller.ledger.entries(limit=len(told))
    assert [(event["number"], event["hash"], event["body"]) for event in told] == [
        (entry.number, entry.hash, json.loads(entry.body)) for entry in kept
    ]


def test_daily_records_of_tables_are_read_over_the_api(house: House) -> None:
    """They could be entered over the API, and read on a page only."""
    two = house.console("ann", "eve")
    asked = {"day": "2023-06-14", "document": "slip 4"}
    for counted, amount in (("opening", 9_000), ("drop", 4_000), ("closing", 7_000)):
        two.do("/api/tables/T1/counts", **asked, counted=counted, amount_micros=amount * UNIT)
    ray = house.console("ray")
    found = ray.get("/api/table-records", first="2023-06-13", last="2023-06-14").json()["tables"]
    assert [(one["day"], one["table"]) for one in found] == [
        ("2023-06-13", "T1"), ("2023-06-13", "T2"), ("2023-06-14", "T1"), ("2023-06-14", "T2"),
    ]  # fmt: skip
    assert (found[0]["win_micros"], found[0]["remarks"]) == (None, ["no activity"])
    day = found[2]
    assert (day["drop_micros"], day["fill_micros"], day["win_micros"]) == (4_000 * UNIT, None, 2_000 * UNIT)
    assert [count["by"] for count in day["counts"]] == [["Ann", "Eve"]] * 3
    assert "no handle on record" in day["theory_missing"]
    report = ray.get("/api/funds/report", first="2023-06-14", last="2023-06-14").json()
    assert report["days"][0]["win_micros"] == 2_000 * UNIT
    assert len(report["tables"]) == 2
    problem(house.console("dan").get("/api/table-records"), 403)
