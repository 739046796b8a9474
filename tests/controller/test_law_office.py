"""The controller keeps the room's day: told at the start, at midnight where the room is, and never twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dying_server import settings

from fairfelt.controller import Controller
from fairfelt.controller.founding import Founder, found
from fairfelt.controller.law_office import MOST_S, LawOffice
from fairfelt.law import Mode
from fairfelt.room import Floor, Regime, Role

PATIENCE_S = 20.0
PACIFIC = Regime("wa-commercial", Mode.ADVISE, "America/Los_Angeles", "", date(2023, 6, 14))


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

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor(regime=PACIFIC)))
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

    async def tell(_: object, kind: str, body: Any) -> Any:
        assert kind == "begin day"
        days.append(body["day"])

    ledger: Any = SimpleNamespace(committed=SimpleNamespace(state=Floor(regime=PACIFIC)))
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
        await found(controller, Founder("eve", "Eve", "E-1", "2468"))
        by = {"cards": ["E-1"]}
        await controller.tell("add person", {"person": "eli", "name": "Eli", "role": Role.EXECUTIVE.value, **by})
        await controller.tell("issue card", {"card": "E-2", "person": "eli", "secret": "0" * 64, **by})
        law = {"profile": "wa-commercial", "mode": "advise", "zone": "America/Los_Angeles", "document": "D"}
        answer = await controller.tell("set law", {**law, "cards": ["E-1", "E-2"]})
        assert not answer.refused, answer.text
        await controller.law.keep(controller.ledger)
        assert controller.floor.regime.day == date(2039, 12, 31)
        await controller.stop()
        controller = Controller(chosen)
        await controller.start()
        clock[0] = evening + timedelta(seconds=1)
        await until(lambda: controller.floor.regime.day == date(2040, 1, 1))
        await controller.stop()

    asyncio.run(scene())
