"""The controller keeps the room's day, told at the start and at midnight where the room is, and counts for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairfelt.law import Mode
from fairfelt.ledger import Command
from fairfelt.room import SERVER, Floor, Jurisdiction, Role, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.law import BeginDay, ExamineLinks, ExamineTransfer
from fairfelt.server import Controller
from fairfelt.server.founding import Founder, found
from fairfelt.server.law_office import MOST_S, LawOffice
from tests.room.floors import command
from tests.server.dying_server import settings

PATIENCE_S = 120
PACIFIC = Jurisdiction("wa-commercial", Mode.ADVISE, "America/Los_Angeles", "", date(2023, 6, 14))


def micros(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000_000)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("clock", "wait_s"),
    [
        (datetime(2023, 6, 15, 6, 59, 58, tzinfo=UTC), 2.0),
        (datetime(2023, 6, 15, 6, 58, tzinfo=UTC), MOST_S),
        (datetime(2023, 6, 15, 7, 0, tzinfo=UTC), MOST_S),
    ],
)
def test_the_next_look_is_at_midnight_where_the_room_is_or_sooner(clock: datetime, wait_s: float) -> None:
    async def untold(*_: object) -> Any:
        raise AssertionError("nothing is told")

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor(jurisdiction=PACIFIC)))
    assert LawOffice(untold, lambda: micros(clock)).wait_s(ledger) == pytest.approx(wait_s)


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (datetime(2023, 6, 15, 6, 59, tzinfo=UTC), []),
        (datetime(2023, 6, 15, 7, 0, tzinfo=UTC), ["2023-06-15"]),
        (datetime(2023, 6, 13, 7, 0, tzinfo=UTC), []),
    ],
)
def test_a_day_is_told_when_it_is_a_new_one(clock: datetime, told: list[str]) -> None:
    days: list[str] = []

    async def tell(_: object, command: RoomCommand) -> Any:
        assert isinstance(command, BeginDay)
        days.append(str(command.day))

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor(jurisdiction=PACIFIC)))
    asyncio.run(LawOffice(tell, lambda: micros(clock)).begin_day(ledger))
    assert days == told


def test_a_room_without_a_law_hears_of_no_days() -> None:
    async def untold(*_: object) -> Any:
        raise AssertionError("nothing is told")

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor()))
    asyncio.run(LawOffice(untold, lambda: 0).keep(ledger))


def test_midnight_comes_by_itself(tmp_path: Path) -> None:
    """A real controller, and a clock that stands one tenth of a second before midnight and then runs."""
    evening = datetime(2040, 1, 1, 7, 59, 59, 900_000, tzinfo=UTC)

    async def scene() -> None:
        clock = [evening]
        chosen = replace(settings(str(tmp_path / "room.db")), clock=lambda: micros(clock[0]))
        controller = Controller(chosen)
        await controller.start()
        await found(
            controller, [Founder("eve", "Eve", "E-1", "2468"), Founder("ike", "Ike", "T-1", "8642", Role.TECHNICIAN)]
        )
        law = {"profile": "wa-commercial", "mode": "advise", "zone": "America/Los_Angeles", "document": "D"}
        answer = await controller.tell(command("set law", **law, cards=["E-1", "T-1"]))
        assert not answer.refused, answer.text
        await controller.law.keep(controller.ledger)
        assert controller.floor.jurisdiction.day == date(2039, 12, 31)
        await controller.stop()
        controller = Controller(chosen)
        await controller.start()
        clock[0] = evening + timedelta(seconds=1)
        await until(lambda: controller.floor.jurisdiction.day == date(2040, 1, 1))
        await controller.stop()

    asyncio.run(scene())


@pytest.mark.parametrize(("level", "binds"), [("Mega", True), ("Major", False)])
def test_a_transfer_is_counted_off_the_event_loop_and_once(level: str, binds: bool) -> None:
    """Two jackpots of one game: nobody wins Mega as often as Major."""
    pit = Room()
    heard: list[ExamineTransfer] = []
    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=two_jackpots()))

    async def tell(_: object, command: RoomCommand) -> Any:
        decision = pit.decide(ledger.committed.state, Command(SERVER, len(heard), command, 0))
        assert not decision.refused, decision.answer
        ledger.committed.state = decision.state
        assert isinstance(command, ExamineTransfer)
        heard.append(command)

    async def scene() -> int:
        turns, counting = 0, asyncio.create_task(twice())
        while not counting.done():
            turns += 1
            await asyncio.sleep(0)
        await counting
        return turns

    async def twice() -> None:
        office = LawOffice(tell, lambda: 0)
        for _ in range(2):
            await office.examine_transfer(ledger, ("old", "heir", level))

    assert asyncio.run(scene()) > 1, "others have their turn while it counts"
    (examined,) = heard
    assert [found.binds for found in examined.findings] == [binds]


def test_a_link_that_two_ask_for_at_once_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def count(floor: Floor, jackpot: str, joining: object) -> ExamineLinks | None:
        return None if counted else ExamineLinks(jackpot=jackpot, combinations=(), locations=(), findings=())

    async def tell(_: object, command: RoomCommand) -> Any:
        assert isinstance(command, ExamineLinks)
        counted.append(command.jackpot)

    async def scene() -> None:
        office = LawOffice(tell, lambda: 0)
        await asyncio.gather(*(office.examine(ledger, "pit") for _ in range(5)))

    monkeypatch.setattr("fairfelt.server.law_office.examination", count)
    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor()))
    asyncio.run(scene())
    assert counted == ["pit"]


def two_jackpots() -> Floor:
    """A table at each, and the law of a day."""
    room, floor = Room(), Floor()
    levels = [{"name": name, "seed_micros": 1, "rate_ppm": 1} for name in ("Mega", "Major")]
    terms = {"name": "m", "levels": levels, "largest_increment_micros": 1, "executive_from_micros": 0}
    table = {"game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01"}
    for name in ("old", "heir"):
        for kind, body in (
            ("open jackpot", {"jackpot": name, "terms": terms}),
            ("make link", {"link": name, "jackpot": name, "location": "Spokane"}),
            ("set up table", {"table": name, "link": name, "controls": "nexus", **table}),
        ):
            decision = room.decide(floor, Command("console", 1, command(kind, **body), 0))
            assert not decision.refused, decision.answer
            floor = decision.state
    return replace(floor, jurisdiction=PACIFIC)
