"""The tables are those of the first version, and a journal asks for full durability."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.ledger.bank import move
from tests.ledger.desk import opened

FIRST = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE journal (singleton INTEGER NOT NULL CONSTRAINT one_row CHECK (singleton = 1), id TEXT NOT NULL,
    head_number BIGINT NOT NULL, head_hash VARCHAR(64) NOT NULL, PRIMARY KEY (singleton));
CREATE TABLE events (number INTEGER NOT NULL, at_micros BIGINT NOT NULL, device TEXT, device_sequence BIGINT,
    kind TEXT NOT NULL, body TEXT NOT NULL, postings TEXT NOT NULL, digest VARCHAR(64), refused BOOLEAN, answer TEXT,
    hash VARCHAR(64) NOT NULL, PRIMARY KEY (number));
CREATE UNIQUE INDEX answered ON events (device, device_sequence) WHERE digest IS NOT NULL;
CREATE TABLE balances (account TEXT NOT NULL, amount_micros BIGINT NOT NULL, PRIMARY KEY (account)) WITHOUT ROWID;
CREATE TABLE secrets (digest VARCHAR(64) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (digest)) WITHOUT ROWID;
CREATE TABLE snapshots (number BIGINT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (number, name))
    WITHOUT ROWID;
CREATE TABLE tiles (level INTEGER NOT NULL, "index" BIGINT NOT NULL, hashes BLOB NOT NULL,
    PRIMARY KEY (level, "index")) WITHOUT ROWID;
CREATE TABLE archives (first BIGINT NOT NULL, last BIGINT NOT NULL, last_hash VARCHAR(64) NOT NULL,
    file TEXT NOT NULL, sha256 VARCHAR(64) NOT NULL, PRIMARY KEY (first)) WITHOUT ROWID;
"""


def schema(file: Path) -> dict[str, str]:
    """The statements that made the tables and the index."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    return {name: "".join(sql.split()) for name, sql in rows}


def test_a_journal_in_the_tables_of_the_first_version_opens_and_a_new_one_has_the_same(tmp_path: Path) -> None:
    first, new = tmp_path / "first.db", tmp_path / "new.db"
    with closing(sqlite3.connect(first)) as connection:
        connection.executescript(FIRST)
    with opened(str(first)) as ledger, opened(str(new)):
        assert ledger.submit(move("k", 1)).result().number == 1
    assert schema(new) == schema(first)


def test_full_durability_is_asked_for(place: str) -> None:
    with opened(place) as ledger:
        connection = ledger._journal.connection
        if connection.dialect.name == "sqlite":
            settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in settings}
            assert found == settings
        else:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
