"""How a server stands: active, standing by, closed; told by /healthz and /metrics, and by 503 to everybody else."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from fairfelt.ledger import LedgerUnavailable
from fairfelt.server import Controller
from tests.web.api.calling import Caller, Device, Disk, House, Seconds, bets, founded, problem, serving, settings


def read(client: TestClient) -> dict[str, float]:
    """Every number that Prometheus is told, by its name and labels."""
    return {
        ",".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
    }


@contextmanager
def second_server(folder: Path) -> Iterator[TestClient]:
    """Another server for the same journal."""
    with serving(Controller(settings(folder, Seconds(), Disk(), server="second"))) as client:
        yield client


def spoil(journal: Path) -> None:
    """Change an event that is long written."""
    with closing(sqlite3.connect(journal)) as connection:
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'trigger'")]
        for name in names:
            connection.execute(f"drop trigger {name}")
        connection.execute("update events set body = replace(body, 'Eve', 'Eva') where body like '%Eve%'")
        connection.commit()


def test_an_active_server(house: House) -> None:
    assert house.client.get("/healthz").json() == {"status": "active"}
    assert house.keypad().get("/healthz").json() == {"status": "active", "waits_for": "its own disk"}
    assert house.client.head("/healthz").status_code == 200
    assert house.client.get("/readyz").json() == {"status": "active"}
    numbers = read(house.client)
    assert (numbers["fairfelt_status,active"], numbers["fairfelt_status,standby"]) == (1, 0)
    assert (numbers["fairfelt_floor_open"], numbers["fairfelt_events"]) == (1, house.controller.head.number)


def test_metrics_count_commands_commits_refusals_and_latency(house: House) -> None:
    before = read(house.client)
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    keypad.command("/api/tables/T1/start", bets=bets(1))
    problem(keypad.post("/api/tables/T1/start", {"sequence": 99}), 409)
    now = read(house.client)
    assert now["fairfelt_requests_total,start_game,200"] == 1
    assert now["fairfelt_requests_total,start_game,409"] == 2
    assert now["fairfelt_refused_commands_total"] - before["fairfelt_refused_commands_total"] == 2
    assert now["fairfelt_command_seconds_count"] - before["fairfelt_command_seconds_count"] == 3
    assert now["fairfelt_commits"] > before["fairfelt_commits"]
    assert now["fairfelt_events"] - before["fairfelt_events"] == 3, "both refusals are on the log"
    assert now["fairfelt_meter_lag_seconds"] >= 0


def test_metrics_name_nobody_and_no_amount(house: House) -> None:
    house.keypad("T1").press("start", bets=bets(1))
    text = house.client.get("/metrics").text
    for word in ("Mega", "T1", "Sue", "card", "keypad T1", "10000"):
        assert not re.search(rf"(?<![\d.]){word}", text), "a latency may have these digits behind its point"


def test_a_closed_floor_is_told(house: House) -> None:
    house.console("sue").do("/api/floor/closing", reason="water on the floor")
    assert house.client.get("/healthz").json() == {"status": "active"}
    told = {"status": "active", "closed": "water on the floor", "waits_for": "its own disk"}
    assert house.keypad().get("/healthz").json() == told
    assert read(house.client)["fairfelt_floor_open"] == 0


def test_a_second_server_stands_by_and_says_so(tmp_path: Path) -> None:
    with founded(tmp_path) as house, second_server(tmp_path) as second:
        assert second.get("/healthz").json() == {"status": "standby"}
        assert "stands by" in problem(second.get("/readyz"), 503)["detail"]
        assert Caller(second, house.devices["console 1"]).get("/healthz").json() == {"status": "standby"}
        assert read(second)["fairfelt_status,standby"] == 1
        for path in ("/api/device", "/api/floor", "/api/links/pit", "/api/links/pit/stream"):
            answer = Caller(second, house.devices["console 1"]).get(path)
            assert problem(answer, 503)["detail"] == "This server stands by: another one is active"
            assert answer.headers["retry-after"] == "1"
        assert second.get("/api/openapi.json").status_code == 200
        for language, words in (("en", "Progressive out of service"), ("es", "Progresivo fuera de servicio")):
            shown = second.get("/display/pit", headers={"Accept-Language": language})
            assert (shown.status_code, words in shown.text) == (503, True)


@pytest.mark.parametrize("path", ["/api/device", "/api/floor"])
def test_nobody_learns_from_a_standby_whether_a_key_is_right(tmp_path: Path, path: str) -> None:
    with founded(tmp_path), second_server(tmp_path) as second:
        problem(Caller(second, Device("stranger", "no key of ours")).get(path), 503)


def test_a_spoiled_journal_keeps_the_server_closed_from_the_start(tmp_path: Path) -> None:
    with founded(tmp_path) as house:
        console = house.devices["console 1"]
    spoil(tmp_path / "room.db")
    with second_server(tmp_path) as second:
        health = second.get("/healthz")
        assert (health.status_code, health.json()["status"]) == (200, "closed")
        assert health.json() == {"status": "closed"}
        for key in ("", "guessed", console.key):
            answer = second.get("/api/device", headers={"Authorization": f"Bearer {key}"} if key else {})
            for hint in (str(tmp_path), "room.db", "event", "hash"):
                assert hint not in answer.text, "nothing of the database, its files and events for strangers"
        told = problem(Caller(second, console).get("/api/device"), 503)
        assert told["detail"] == "The floor is closed: the log of the server says why"
        assert read(second)["fairfelt_status,closed"] == 1


def test_a_journal_spoiled_while_it_runs_closes_the_floor_when_it_is_looked_at(tmp_path: Path) -> None:
    with founded(tmp_path) as house:
        eve = house.console("eve")
        spoil(tmp_path / "room.db")
        found = house.client.post("/api/verification", headers=eve.headers).json()
        assert found["passed"] is False
        assert house.client.get("/healthz").json() == {"status": "closed"}
        stranger = Caller(house.client, Device("stranger", "no key of ours"))
        assert stranger.get("/healthz").json() == {"status": "closed"}
        told = eve.get("/healthz").json()
        assert told["status"] == "closed"
        assert told["reason"].startswith("the floor is closed: ")
        assert "event" in told["reason"], "a device that the room knew is told what is wrong"
        assert read(house.client)["fairfelt_floor_open"] == 0
        assert "the floor is closed" in problem(eve.get("/api/floor"), 503)["detail"].lower()
        refused = eve.command("/api/people", person="new", name="New", role="dealer")
        problem(refused, 503)


def test_without_a_journal_to_write_to_no_game_starts_and_displays_know_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Displays went on to show the meters as current, while every START was refused."""
    keypad, display = house.keypad(), house.at("display")
    before = display.get("/api/links/pit").json()

    def full(*_: object) -> None:
        raise LedgerUnavailable("database or disk is full")

    with monkeypatch.context() as disk:
        journal = house.controller.ledger._engine._journal
        disk.setattr(journal, "append", full)
        disk.setattr(journal, "try_to_write", full)
        assert "send it again" in problem(keypad.command("/api/tables/T1/start", bets=bets(1)), 503)["detail"]
        for query in ({}, {"after": before["sequence"]}):
            told = problem(display.get("/api/links/pit", **query), 503)["detail"]
            assert "cannot be written" in told or "lost its hold" in told
        problem(display.get("/api/links/pit/stream"), 503)
    tries = (house.client.get("/healthz").json() for _ in range(100_000))  # it tries to write once a second
    assert {"status": "active"} in tries
    assert display.get("/api/links/pit").json() == before
    keypad.press("start", bets=bets(1))
    assert display.get("/api/links/pit").json()["levels"][0]["amount_micros"] == 10_000_750_000
