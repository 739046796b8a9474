"""The tables as the migrations make them are the tables as the code knows them."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from fairfelt.ledger.store import place_of, reading_engine
from fairfelt.ledger.store.migrate import LATEST, alembic_config, check_version
from fairfelt.ledger.store.tables import METADATA
from tests.ledger.desk import opened


def test_migrations_lead_to_the_tables(place: str) -> None:
    opened(place).close()
    with reading_engine(place_of(place)).connect() as connection:
        assert check_version(connection) == LATEST
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert ScriptDirectory.from_config(alembic_config(connection)).get_current_head() == LATEST


def test_full_durability_is_asked_for(place: str) -> None:
    with opened(place) as ledger:
        connection = ledger._journal.connection
        if connection.dialect.name == "sqlite":
            settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in settings}
            assert found == settings
        else:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
