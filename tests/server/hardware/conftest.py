"""One pit with a broker serves all tests of the hardware."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairfelt.server.hardware.room_api import BridgeSettings
from tests.server.hardware.pit import open_pit
from tests.web.card_room import CardRoom


@pytest.fixture(scope="session")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CardRoom, BridgeSettings]]:
    """A served room with a table controller at T1, and a broker."""
    with open_pit(tmp_path_factory.mktemp("pit")) as opened:
        yield opened
