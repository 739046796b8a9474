"""What the server notices by itself: the time service, daily backups, and what is missing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.backup import carries_secrets, tried_backup
from fairfelt.room import Floor, Room
from fairfelt.room.law.jurisdiction import Jurisdiction
from fairfelt.room.state.alarms import Backups, TimeService, TimeState
from fairfelt.runtime.configuration.settings import Backups as BackupSection
from fairfelt.server import Controller, Settings
from fairfelt.server.founding import Founder, found
from fairfelt.server.machine import read_time_service
from fairfelt.server.watching.backups import BackupSettings, S3Store, StoreFailed, is_due, last_due_micros
from tests.server.dying_server import settings

MORNING = datetime(2026, 3, 7, 20, tzinfo=UTC)
HOUR = 3_600_000_000
FOUNDERS = [Founder("eve", "Eve Example", "E-1", "2468"), Founder("ed", "Ed Example", "E-2", "8642")]
SYNCHRONIZED = TimeService(TimeState.SYNCHRONIZED, "chrony")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (0, TimeService(TimeState.SYNCHRONIZED, "the kernel")),
        (5, TimeService(TimeState.NOT_SYNCHRONIZED, "the kernel")),
        (-1, TimeService()),
    ],
)
def test_the_time_service_is_asked(answer: int, found: TimeService, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the kernel knows of the clock, also in a container. Requirement 53: it was on no record."""
    library = SimpleNamespace(adjtimex=lambda structure: answer)
    monkeypatch.setattr("fairfelt.server.machine.ctypes.CDLL", lambda name: library)
    assert read_time_service() == found


@pytest.mark.parametrize(
    ("at", "due"),
    [
        ("2026-03-08T11:59", "2026-03-07T13:00"),  # 4:59 PDT: the last was due at 5:00 PST of the day before
        ("2026-03-08T12:00", "2026-03-08T12:00"),  # 5:00 PDT, 23 hours later
        ("2026-11-01T12:59", "2026-10-31T12:00"),
        ("2026-11-01T13:00", "2026-11-01T13:00"),  # 25 hours later
    ],
)
def test_a_backup_is_due_at_its_hour_on_the_wall(at: str, due: str) -> None:
    floor = Floor(jurisdiction=Jurisdiction(zone="America/Los_Angeles"))
    now, then = (_micros(datetime.fromisoformat(text).replace(tzinfo=UTC)) for text in (at, due))
    assert last_due_micros(floor, now) == then
    assert is_due(replace(floor, backups=Backups(made_micros=then - 1)), now)
    assert not is_due(replace(floor, backups=Backups(made_micros=then)), now)


def _micros(moment: datetime) -> int:
    return int(moment.timestamp()) * 1_000_000


class Night:
    """A room, and both clocks in our hand."""

    def __init__(self, folder: Path, backups: BackupSettings | None) -> None:
        self.now, self.service = MORNING, SYNCHRONIZED
        self.chosen: Settings = replace(
            settings(str(folder / "room.db")), clock=lambda: _micros(self.now), seconds=lambda: self.now.timestamp(),
            read_time_service=lambda: self.service, backups=backups,
        )  # fmt: skip
        self.controller = Controller(self.chosen)

    def play(self, scene: Callable[[Night], Awaitable[None]]) -> None:
        """From the start of the server to its end."""

        async def played() -> None:
            await self.controller.start()
            await found(self.controller, FOUNDERS)
            await scene(self)
            await self.controller.stop()

        asyncio.run(played())

    async def look(self, **later: int) -> list[str]:
        """Wait, make the copy that is due, look around; gives what the alarms say."""
        self.now += timedelta(**later)
        assert self.controller.last_check
        self.controller.last_check = replace(self.controller.last_check, at_micros=_micros(self.now))
        await self.controller.watch.back_up(self.controller.ledger)
        await self.controller.watch.look(self.controller.ledger)
        return [alarm.says for alarm in self.controller.floor.alarms.values()]


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def test_the_server_copies_the_journal_every_day_and_verifies_the_copy(tmp_path: Path, copies: Path) -> None:
    """Requirement 57: the schedule was left to the house."""

    async def scene(night: Night) -> None:
        assert await night.look() == []
        (first,) = copies.iterdir()
        made = night.controller.floor.backups
        assert (made.file, made.made_micros) == ("fairfelt-2026-03-07-200000.backup", _micros(MORNING))
        assert verify(first, Room()).head.number == made.events
        assert carries_secrets(first)
        assert await night.look(hours=8) == []
        assert list(copies.iterdir()) == [first], "one a day"
        assert await night.look(hours=2) == []
        assert len(list(copies.iterdir())) == 2, "five in the morning, UTC"
        assert await night.look(hours=24) == []

    Night(tmp_path, BackupSettings(copied=tried_backup, folder=copies, passphrase="three words here")).play(scene)


def test_only_as_many_copies_as_planned_are_kept_and_nothing_else_is_touched(tmp_path: Path, copies: Path) -> None:
    (copies / "photos.backup").write_text("mine")
    (copies / "fairfelt-old.txt").write_text("mine")

    async def scene(night: Night) -> None:
        from fairfelt.room.commands.alarms import PlanBackups

        await night.controller.tell(PlanBackups(hour=5, keep=2, why="a small disk", cards=("E-1",)))
        for _ in range(4):
            await night.look(hours=24)
        names = sorted(file.name for file in copies.iterdir())
        assert names == [
            "fairfelt-2026-03-10-200000.backup", "fairfelt-2026-03-11-200000.backup", "fairfelt-old.txt",
            "photos.backup",
        ]  # fmt: skip

    Night(tmp_path, BackupSettings(copied=tried_backup, folder=copies)).play(scene)


def test_a_backup_that_fails_is_told_and_tried_again(tmp_path: Path, copies: Path) -> None:
    async def scene(night: Night) -> None:
        copies.rmdir()
        (said,) = await night.look()
        assert said.startswith("the backup failed: there is no folder")
        copies.mkdir()
        await night.look(minutes=5)
        assert not list(copies.iterdir()), "not at once: a full disk stays full for a while"
        await night.look(hours=1)
        assert len(list(copies.iterdir())) == 1
        (alarm,) = night.controller.floor.alarms.values()
        assert alarm.status == "over, not acknowledged"

    Night(tmp_path, BackupSettings(copied=tried_backup, folder=copies)).play(scene)


def test_a_store_that_is_away_leaves_one_copy_for_each_day(
    tmp_path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(*_: object) -> None:
        raise StoreFailed("the store is away")

    async def scene(night: Night) -> None:
        monkeypatch.setattr(S3Store, "put", is_away)
        (said,) = await night.look(hours=1)
        assert said.endswith("the store is away")
        for hours in (2, 2, 20, 2):
            await night.look(hours=hours)
        assert [file.name[9:19] for file in sorted(copies.iterdir())] == ["2026-03-07", "2026-03-08"]

    store = S3Store(BackupSection(s3_bucket="copies", s3_endpoint="http://127.0.0.1:1"))
    Night(tmp_path, BackupSettings(copied=tried_backup, folder=copies, store=store)).play(scene)


def test_a_room_without_backups_is_told_after_a_day(tmp_path: Path) -> None:
    async def scene(night: Night) -> None:
        assert await night.look(hours=25) == []
        assert await night.look(hours=1) == ["no daily backup is made: start the server with --backups FOLDER"]

    Night(tmp_path, None).play(scene)


def test_a_clock_that_is_not_synchronized_any_more_is_an_event_and_an_alarm(tmp_path: Path) -> None:
    async def scene(night: Night) -> None:
        assert await night.look() == []
        assert night.controller.floor.time_service == SYNCHRONIZED
        night.service = TimeService(TimeState.NOT_SYNCHRONIZED, "chrony")
        assert await night.look(seconds=59) == [], "it is asked once a minute"
        assert await night.look(seconds=1) == ["the server's clock is not synchronized, says chrony"]
        night.service = SYNCHRONIZED
        await night.look(minutes=1)
        (alarm,) = night.controller.floor.alarms.values()
        assert not alarm.lasts

    Night(tmp_path, None).play(scene)


def test_a_machine_without_a_time_service_is_an_alarm_until_there_is_one(tmp_path: Path) -> None:
    """Only the doctor said so."""

    async def scene(night: Night) -> None:
        night.service = TimeService()
        assert await night.look() == [
            "no time service on the server's machine says whether its clock is right: install chrony"
        ]
        night.service = SYNCHRONIZED
        await night.look(minutes=1)
        (alarm,) = night.controller.floor.alarms.values()
        assert not alarm.lasts

    Night(tmp_path, None).play(scene)


def test_a_demonstration_asks_no_time_service_and_raises_no_alarm(tmp_path: Path) -> None:
    async def scene(night: Night) -> None:
        night.service = TimeService(source="a demonstration asks no time service")
        assert await night.look() == []

    Night(tmp_path, None).play(scene)


def test_the_watch_goes_round_by_itself(tmp_path: Path, copies: Path) -> None:
    async def scene() -> None:
        night = Night(tmp_path, BackupSettings(copied=tried_backup, folder=copies))
        controller = Controller(replace(night.chosen, watch_every_s=0.01))
        await controller.start()
        await found(controller, FOUNDERS)
        async with asyncio.timeout(120):
            while not controller.floor.backups.events or controller.floor.time_service != SYNCHRONIZED:
                await asyncio.sleep(0.01)
        await controller.stop()

    asyncio.run(scene())
