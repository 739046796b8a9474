from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.room.pit_on_a_ledger import OPENED


@pytest.fixture(autouse=True)
def close_ledgers() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
