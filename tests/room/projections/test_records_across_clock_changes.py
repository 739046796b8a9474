"""Every kind of record puts the last moment of a gaming day into it, and the next one not, where the clocks change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from fairfelt.law import GamingDays, games_report, time_zone
from fairfelt.ledger import Answer, Ledger
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.law import BeginDay
from fairfelt.room.projections.days import DayLog, read_table_days
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import read_shifts
from fairfelt.server.law_office import LawOffice
from tests.room.floors import UNIT
from tests.room.pit_on_a_ledger import PitOnALedger

ZONE = "America/Los_Angeles"
SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)
"""In the night to these days the clocks skip an hour, and repeat one."""
LONG_DAYS = [
    (SPRING, 0, 23), (SPRING - timedelta(1), 6, 23), (SPRING, 2, 23),
    (AUTUMN, 0, 25), (AUTUMN - timedelta(1), 6, 25), (AUTUMN, 1, 25),
]  # fmt: skip
"""Gaming days that a change falls into, the hour at which they begin, and how many hours they have."""
OFFICE = ["card ann", "card eve"]


@pytest.fixture(params=LONG_DAYS, ids=str)
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[PitOnALedger, date]]:
    """A room with a game of $1, $2 and $4 in the first and the last moment of such a day, and in the next one."""
    on, hour, hours = request.param
    days = GamingDays(time_zone(ZONE), hour)
    begin, end = days.begin_micros(on), days.end_micros(on)
    assert end - begin == hours * 3600 * UNIT
    pit = PitOnALedger(tmp_path / "room.db", begin - 3600 * UNIT)
    law = {"profile": "wa-commercial", "mode": "advise", "zone": ZONE, "day_begins_hour": hour, "document": "D-1"}
    pit.do("set law", **law, cards=OFFICE)
    for at, units in ((begin, 1), (end - 1, 2), (end, 4)):
        pit.now_micros = at
        pit.serves("enter pin", card="card dan", device="keypad T1", right=True)
        pit.press("start game", bets={"1": units * UNIT}, cards=["card dan"])
        pit.press("end game", cards=["card dan"])
        pit.serves("sign out", card="card dan", device="keypad T1")
    yield pit, on
    pit.ledger.close()


def test_books_and_reports_of_a_day(night: tuple[PitOnALedger, date]) -> None:
    pit, on = night
    days, read = pit.floor.jurisdiction.days, DayLog().read(pit.ledger)
    for day, wagered in ((on, 3), (on + timedelta(1), 4)):
        _, period = PeriodLog().read(pit.ledger, days.begin_micros(day), days.end_micros(day))
        assert period.tables["T1"].wagered_micros == wagered * UNIT
        (line,) = games_report(read.book, pit.floor.currency_by_jackpot, day, day)
        assert line.figures.held_micros == wagered * (170_000 + 90_000)
        assert sum(read.sums[day, "mega"].values()) == 0


def test_the_daily_record_of_a_table(night: tuple[PitOnALedger, date]) -> None:
    pit, on = night
    for day in (on, on + timedelta(1)):
        pit.serves("begin day", day=day.isoformat())
        pit.do("record count", table="T1", day=day.isoformat(), counted="opening", amount_micros=day.day * UNIT,
               document="S-1", cards=OFFICE)  # fmt: skip
    for day, rounds in ((on, 2), (on + timedelta(1), 1)):
        found = read_table_days(pit.ledger, PeriodLog(), day)[0]
        assert (found.rounds, [row.amount_micros for row in found.counts]) == (rounds, [day.day * UNIT])


def test_the_shifts_of_a_day(night: tuple[PitOnALedger, date]) -> None:
    pit, on = night
    days = pit.floor.jurisdiction.days
    for day, games in ((on, 2), (on + timedelta(1), 1)):
        found = read_shifts(pit.ledger, days.begin_micros(day), days.end_micros(day))
        assert sum(shift.games for shift in found) == games
        assert {days.day_of(shift.from_micros) for shift in found} == {day}


def test_the_server_tells_the_day_when_it_begins_and_not_an_hour_off(night: tuple[PitOnALedger, date]) -> None:
    pit, on = night
    told = list[date]()

    async def tell(ledger: Ledger[Floor], command: RoomCommand) -> Answer:
        assert isinstance(command, BeginDay)
        told.append(command.day)
        return pit.serves("begin day", day=command.day.isoformat())  # type: ignore[return-value]

    office = LawOffice(tell, lambda: pit.now_micros)
    end = pit.floor.jurisdiction.days.end_micros(on)
    for at in (end - 10 * UNIT, end):
        pit.now_micros = at
        asyncio.run(office.begin_day(pit.ledger))
        assert 0 < office.wait_s(pit.ledger) <= 60
    assert told == [on, on + timedelta(1)]
    pit.now_micros = end - 10 * UNIT
    assert office.wait_s(pit.ledger) == 10
