"""Closed periods in archive files: reports, papers, win pages, proofs and verification are what they were before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from fairfelt.ledger import Ledger
from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.archiving import archive, plan_archive
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.store.tables import EVENTS
from fairfelt.ledger.transparency import read_proof
from fairfelt.room import Floor, Room
from fairfelt.room.commands.rounds import Bet, EndGame, StartGame
from fairfelt.room.projections.days import DayLog
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import DutyLog, WinLog
from fairfelt.server.papers import PAPERS
from tests.web.api.calling import UNIT, Caller, Device, House, Wall, bets, reopened

DAY_MICROS = 24 * 3600 * UNIT
FIRST, SECOND = "2035-03-01", "2035-03-02"
ROUNDS = 140
"""So that more than a tile of 256 events is before the second day."""


def win(house: House) -> None:
    keypad = house.keypad("T1", "dan", "eve")
    keypad.press("start", bets=bets(1, 2))
    keypad.press("hand", seat=1, hand="full house")
    keypad.press("confirm")
    keypad.press("end")


async def play(house: House) -> None:
    """Many rounds at the other table."""
    device = house.devices["keypad T2"]
    for _ in range(ROUNDS):
        for command in (StartGame(table="T2", bets=(Bet(seat=1, amount_micros=5 * UNIT),)), EndGame(table="T2")):
            device.sequence += 1
            answer = await house.controller.ask(device.name, device.sequence, command)
            assert not answer.refused


@pytest.fixture
def room(
    plan: tuple[Path, dict[str, Device]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, Path]]:
    """A room after two days, each with a win; its journal has a snapshot."""
    monkeypatch.setattr("fairfelt.ledger.ledger.CLOSING_SHARE", 1_000)
    folder, devices = plan
    place = tmp_path / "room.db"
    place.write_bytes((folder / "room.db").read_bytes())
    (tmp_path / "room.db.head").write_bytes((folder / "room.db.head").read_bytes())
    wall = Wall()
    with reopened(tmp_path, devices, wall) as house:
        wall.set(FIRST)
        win(house)
        house.run(play, house)
        wall.set(SECOND)
        win(house)
        devices = house.devices
    with reopened(tmp_path, devices, wall) as house:
        yield house, place


def looked_at(eve: Caller, anybody: Caller) -> dict[str, tuple[int, bytes]]:
    """Everything that is read off the log."""
    days = [{"first": first, "last": last} for first, last in ((FIRST, FIRST), (FIRST, SECOND), (SECOND, SECOND))]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/api/wins", {}), ("/api/wins/1", {}), ("/api/wins/2", {}), ("/api/law/records", {}), ("/api/duties.ics", {}),
        ("/api/jackpots/mega/history", {}), ("/api/events", {"limit": 400}), ("/api/reports", {}),
        *((path, day) for day in days for path in ("/api/funds/report", "/api/table-records")),
        ("/api/papers/compliance", {"form": "json"}),
        *((f"/api/papers/{paper}", {"form": "json", **days[0]}) for paper in PAPERS),
    ]  # fmt: skip
    found = {f"{path} {query}": eve.get(path, **query) for path, query in asked}
    found["proof"] = anybody.get("/api/wins/1/proof")
    return {name: (answer.status_code, answer.content) for name, answer in found.items()}


def read_anew(ledger: Ledger[Floor]) -> list[object]:
    """What reports say that have read nothing so far."""
    days, periods, end = DayLog().read(ledger), PeriodLog(), ledger.committed.head.at_micros + 1
    return [
        (days.book, days.sums), DutyLog().read(ledger), WinLog().pages(ledger, after=0, limit=9),
        [periods.read(ledger, end - back * DAY_MICROS, end) for back in (1, 2, 3)],
    ]  # fmt: skip


def test_reports_are_the_same_when_closed_periods_are_in_files(room: tuple[House, Path]) -> None:
    house, place = room
    eve, anybody, ledger = house.console("eve"), house.nobody(), house.controller.ledger
    before, read_before, whole = looked_at(eve, anybody), read_anew(ledger), verify(place, Room())
    assert sum(status == 200 for status, _ in before.values()) >= 20
    assert b"full house" in before["/api/wins/1 {}"][1]
    archive(place, plan_archive(place, up_to=10_000))
    with snapshot(place) as taken:
        first_left = taken.connection.execute(select(func.min(EVENTS.c.number))).scalar_one()
        first_of_second_day = taken.first_since(house.wall() - DAY_MICROS // 2)
    assert 256 < first_left <= first_of_second_day, "the first day is in files and no longer in the database"
    assert looked_at(eve, anybody) == before
    assert read_anew(ledger) == read_before
    after = verify(place, Room(), known=whole.head)
    assert (after.head, after.tree, after.book.balances) == (whole.head, whole.tree, whole.book.balances)
    house.client.__exit__()
    with reopened(place.parent, house.devices, house.wall) as again:
        assert read_anew(again.controller.ledger)[2] == read_before[2]
        assert again.console("eve").get("/api/wins").content == before["/api/wins {}"][1]
        proof = read_proof(again.nobody().get("/api/wins/1/proof").text)
        assert proof.index < first_left
        assert again.console("ray").post("/api/verification", None).json()["passed"]
        assert again.controller.ledger.verified.number > first_left
