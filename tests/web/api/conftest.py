"""One room is set up over HTTP; every test gets a copy of it."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.web.api.calling import Device, House, furnished, reopened


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Device]]:
    """The journal of a furnished room, and its devices."""
    folder = tmp_path_factory.mktemp("plan")
    with furnished(folder) as house:
        devices = house.devices
    return folder, devices


@pytest.fixture(scope="module")
def shared_house(plan: tuple[Path, dict[str, Device]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One room for the tests of a module whose every request is refused."""
    folder, devices = plan
    place = tmp_path_factory.mktemp("house") / "room"
    copytree(folder, place)
    with reopened(place, devices) as opened:
        yield opened


@pytest.fixture
def house(plan: tuple[Path, dict[str, Device]], tmp_path: Path) -> Iterator[House]:
    """A room of one's own."""
    folder, devices = plan
    copytree(folder, tmp_path / "room")
    with reopened(tmp_path / "room", devices) as opened:
        yield opened
