"""fairfelt law room: the law of a room, read off its journal while nobody is asked."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from fairfelt.cli import main
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.twin.demo import open_demonstration, tables
from tests.support.running import run


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The demonstration, which lives by a law."""
    place = tmp_path_factory.mktemp("law") / "demo.db"

    async def scene() -> None:
        cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        chosen = Settings(address=place, hasher=cheap, read_manifest=lambda: Manifest({"a.py": "1"}, {}))
        controller = Controller(chosen)
        await controller.start()
        await open_demonstration(controller)
        await controller.stop()

    asyncio.run(scene())
    return str(place)


def test_the_room_before_its_law(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "room", journal, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["profile"], told["mode"], told["closed"]) == ("wa-commercial", "enforce", "")
    assert set(told["tables"]) == {table.name for table in tables()}
    assert [held["kind"] for held in told["certificates"].values() if held] == ["fairfelt link certificate"]
    assert len(told["certificates"]) > 1, "every link is listed; one game needs no certificate"
    words = run("law", "room", journal, env={"COLUMNS": "240"}).out
    assert "no real document" in words
    assert "certified" in words


def test_funds_are_those_on_the_journal(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "funds", journal, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["balance_micros"] == told["held_micros"] > 0


def test_a_journal_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "room", str(tmp_path / "none.db")]) == 2
    assert "none.db" in capsys.readouterr().err
