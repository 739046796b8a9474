"""A served log for every test that wants one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ledger.witness.served import Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    """A server that publishes nothing yet."""
    with serving() as running:
        yield running
