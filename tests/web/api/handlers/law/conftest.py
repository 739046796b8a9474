"""The room of 2023, set up once and copied for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.web.api.calling import (
    Device,
    House,
    Wall,
    furnished,
    reopened,
)
from tests.web.api.handlers.law.lawful_house import LETTER


@pytest.fixture(scope="session")
def room_of_2023(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Device]]:
    """A furnished room that was set up on the day of the letter."""
    folder, wall = tmp_path_factory.mktemp("letter"), Wall()
    wall.set(LETTER)
    with furnished(folder, wall) as house:
        return folder, house.devices


@pytest.fixture
def house(room_of_2023: tuple[Path, dict[str, Device]], tmp_path: Path) -> Iterator[House]:
    folder, devices = room_of_2023
    copytree(folder, tmp_path / "room")
    wall = Wall()
    wall.set(LETTER, 13)
    with reopened(tmp_path / "room", devices, wall) as opened:
        yield opened
