"""Bringing a database to the tables this program knows, and refusing one that is ahead of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from ..chain import FORMAT
from ..errors import LedgerCorrupt, WrongJournal

if TYPE_CHECKING:
    from alembic.config import Config

LATEST = "0001"
"""The newest migration; a test holds it against the folder."""
FORMAT_1_TABLE = "answers"
"""A table that only journals of the previous format have."""
MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = text("SELECT version_num FROM alembic_version")


def migrate(connection: Connection) -> None:
    """Bring the tables up to date."""
    if check_version(connection) != LATEST:
        from alembic import command

        command.upgrade(alembic_config(connection), "head")
    connection.commit()


def check_version(connection: Connection) -> str | None:
    """The version of the tables, or nothing where there are none; newer than this program is refused."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise WrongJournal(f"the database holds other tables ({', '.join(sorted(tables)[:3])}) and no journal")
        return None
    if FORMAT_1_TABLE in tables:
        raise WrongJournal(f"the journal has the format fairfelt-ledger-1 of a trial version: this one reads {FORMAT}")
    versions = connection.execute(_VERSION).scalars().all()
    if len(versions) > 1:
        raise LedgerCorrupt(
            f"the database says that its tables have several versions ({', '.join(map(str, versions))})"
        )
    version: str | None = versions[0] if versions else None
    if version is not None and version > LATEST:
        raise WrongJournal(
            f"the journal was written by a newer Fairfelt (tables {version}, this one knows {LATEST}): update this one"
        )
    return version


def alembic_config(connection: Connection) -> Config:
    """An Alembic configuration with the place of the migrations and the connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
