"""A controller starts, stands by, takes over, looks at itself, and closes the floor when something is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.server import Controller, Manifest, Settings, SignInRefused, Status, manifest
from fairfelt.server.founding import FoundedAlready, Founder, found
from fairfelt.server.manifest import foreign_code
from tests.server.dying_server import settings

FOUNDERS = [Founder("eve", "Eve Example", "E-1", "2468"), Founder("ed", "Ed Example", "E-2", "8642")]
PATIENCE_S = 120


def run(*scenes: Awaitable[None]) -> None:
    async def play() -> None:
        for scene in scenes:
            await scene

    asyncio.run(play())


async def started(chosen: Settings) -> Controller:
    controller = Controller(chosen)
    await controller.start()
    return controller


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


def test_a_room_is_founded_once(tmp_path: Path) -> None:
    async def scene() -> None:
        controller = await started(settings(str(tmp_path / "room.db")))
        key = await found(controller, FOUNDERS)
        assert controller.device_with(key) == "console 1"
        assert controller.device_with("another") is None
        assert await controller.cards.sign_in("console 1", "E-1", "2468")
        with pytest.raises(FoundedAlready):
            await found(controller, FOUNDERS)
        await controller.stop()
        with pytest.raises(LedgerUnavailable, match="has stopped"):
            _ = controller.floor

    run(scene())


def test_three_wrong_pins_lock_a_card_also_at_the_same_time(tmp_path: Path) -> None:
    async def scene() -> None:
        controller = await started(settings(str(tmp_path / "room.db")))
        await found(controller, FOUNDERS)
        tries = (controller.cards.sign_in("console 1", "E-1", f"111{nth}") for nth in range(8))
        told = await asyncio.gather(*tries, return_exceptions=True)
        assert all(isinstance(error, SignInRefused) for error in told)
        assert controller.floor.cards["E-1"].locked
        with pytest.raises(SignInRefused, match="card E-1 is locked after too many incorrect PINs"):
            await controller.cards.sign_in("console 1", "E-1", "2468")
        with pytest.raises(SignInRefused, match="card or PIN incorrect"):
            await controller.cards.sign_in("console 2", "nobody's", "2468")
        await controller.stop()

    run(scene())


def test_a_second_server_stands_by_and_takes_over(tmp_path: Path) -> None:
    async def scene() -> None:
        place = str(tmp_path / "room.db")
        first = await started(settings(place))
        await found(first, FOUNDERS)
        second = await started(settings(place))
        assert second.status is Status.STANDBY
        with pytest.raises(LedgerUnavailable, match="this server stands by: another one is active"):
            await second.tell(CloseFloor(reason="a try"))
        floor = first.floor
        await first.stop()
        await until(lambda: second.status is Status.ACTIVE)
        assert replace(second.floor) == replace(floor)
        kinds = [entry.kind for entry in second.ledger.entries()]
        assert "ledger/takeover" in kinds
        await second.stop()

    run(scene())


def test_other_software_closes_the_floor_until_two_people_approve_it(tmp_path: Path) -> None:
    async def scene() -> None:
        first = settings(str(tmp_path / "room.db"))
        controller = await started(first)
        await found(controller, FOUNDERS)
        await controller.stop()
        other = Manifest({"room/machine.py": "changed"}, {})
        controller = await started(replace(first, read_manifest=lambda: other))
        assert controller.floor.closed.startswith("the software is not the approved one")
        await controller.stop()
        controller = await started(first)
        assert not controller.floor.closed
        await controller.stop()

    run(scene())


def test_software_changed_on_the_disk_is_found_by_the_daily_look(tmp_path: Path) -> None:
    async def scene() -> None:
        found_now = [Manifest({"a.py": "1", "b.py": "2"}, {"python": "3"})]
        chosen = replace(settings(str(tmp_path / "room.db")), read_manifest=lambda: found_now[-1], check_every_s=0.01)
        controller = await started(chosen)
        found_now.append(Manifest({"a.py": "1", "b.py": "3"}, {"python": "3"}))
        await until(lambda: controller.last_check is not None and not controller.last_check.passed)
        assert controller.floor.closed == "the software on the disk was changed while it ran: b.py"
        await controller.stop()

    run(scene())


def test_a_changed_row_is_found_by_a_look_and_closes_everything(tmp_path: Path) -> None:
    async def scene() -> None:
        place = tmp_path / "room.db"
        controller = await started(settings(str(place)))
        await found(controller, FOUNDERS)
        assert (await controller.check()).passed
        with closing(sqlite3.connect(place)) as database, database:
            database.execute("UPDATE events SET body = replace(body, 'Eve', 'Eva') WHERE kind = 'room founded/1'")
        looked = await controller.check()
        assert "was changed, or one before it" in looked.wrong
        with pytest.raises(LedgerUnavailable, match="the floor is closed"):
            await controller.tell(CloseFloor(reason="a try"))
        assert controller.status is Status.CLOSED
        await controller.stop()
        again = await started(settings(str(place)))
        assert again.status is Status.CLOSED
        assert "was changed, or one before it" in again.reason
        await again.stop()

    run(scene())


@pytest.mark.xdist_group("software")
def test_a_manifest_is_about_contents_and_tells_what_changed(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.py").write_text("one")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("compiled")
    before = manifest(tmp_path)
    assert list(before.files) == ["sub/a.py"]
    assert "sqlalchemy" in before.libraries
    (tmp_path / "__pycache__" / "a.pyc").write_text("compiled again")
    assert manifest(tmp_path).digest == before.digest
    (tmp_path / "sub" / "a.py").write_text("two")
    (tmp_path / "b.css").write_text("new")
    assert manifest(tmp_path).digest != before.digest
    assert manifest(tmp_path).differences(before) == ["b.css", "sub/a.py"]


@pytest.mark.xdist_group("software")
def test_code_from_outside_the_software_closes_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `sitecustomize` that halved every share was in no digest."""
    module = ModuleType("sitecustomize")
    module.__file__ = str(tmp_path / "sitecustomize.py")
    monkeypatch.setattr(import_module("fairfelt.server.manifest"), "SHOWN", 1000)
    assert "sitecustomize" not in foreign_code()
    monkeypatch.setitem(sys.modules, "sitecustomize", module)
    assert f"sitecustomize ({tmp_path}/sitecustomize.py)" in foreign_code()

    async def scene() -> None:
        chosen = settings(str(tmp_path / "room.db"))
        controller = await started(replace(chosen, foreign_code=lambda: "code from outside the software is loaded: x"))
        assert controller.floor.closed == "code from outside the software is loaded: x"
        await controller.stop()

    run(scene())


@pytest.mark.xdist_group("software")
def test_the_manifest_covers_the_interpreter_its_library_and_what_is_run_at_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.py").write_text("one")
    monkeypatch.setattr(import_module("fairfelt.server.manifest"), "game_folders", lambda: (tmp_path / "games",))
    before = manifest(tmp_path / "root")
    found = before.libraries
    assert found["python"].startswith(".".join(map(str, sys.version_info[:3])) + " sha256:")
    assert any(name.startswith("python python") for name in found), "the interpreter itself"
    assert any(name.startswith("start file ") and name.endswith(".pth") for name in found)
    assert "pytest" in found, "whatever is installed here can be loaded"
    (tmp_path / "games" / "mine.py").write_text("two")
    assert manifest(tmp_path / "root").differences(before) == ["own game mine.py"]
