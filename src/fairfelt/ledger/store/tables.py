"""The tables of a journal: making them, and refusing a database that holds others, or what hides rows."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

from ..chain import FORMAT
from ..errors import LedgerCorrupt, WrongJournal

METADATA = MetaData()

VERSION = Table(
    "alembic_version",
    METADATA,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""One row: the version of these tables. Its name is that of the tool that made the first journals' tables."""

JOURNAL = Table(
    "journal",
    METADATA,
    Column(
        "singleton", Integer, CheckConstraint("singleton = 1", name="one_row"), primary_key=True, autoincrement=False
    ),
    Column("id", Text, nullable=False),
    Column("head_number", BigInteger, nullable=False),
    Column("head_hash", String(64), nullable=False),
)
"""One row: which journal this is, and where it stands."""

EVENTS = Table(
    "events",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("at_micros", BigInteger, nullable=False),
    Column("device", Text),
    Column("device_sequence", BigInteger),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("postings", Text, nullable=False),
    Column("digest", String(64)),
    Column("refused", Boolean),
    Column("answer", Text),
    Column("hash", String(64), nullable=False),
)
"""An event with its postings as canonical JSON, and with the last event of a command what the command was answered."""

ANSWERED = Index(
    "answered",
    EVENTS.c.device,
    EVENTS.c.device_sequence,
    unique=True,
    sqlite_where=EVENTS.c.digest.is_not(None),
    postgresql_where=EVENTS.c.digest.is_not(None),
)
"""Answers kept for devices that ask again."""

BALANCES = Table(
    "balances",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("amount_micros", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Worked out from the postings and written with them; a replay gives the same."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Texts that the journal names by their SHA-256 only; written once, and never exported."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""What was known after an event, as compressed texts; the event after it says the digest of each."""

TILES = Table(
    "tiles",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Inner hashes of the tree over the events, so that no proof has to read them all."""

ARCHIVES = Table(
    "archives",
    METADATA,
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("last", BigInteger, nullable=False),
    Column("last_hash", String(64), nullable=False),
    Column("file", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Ranges of events that were moved out to files."""


LATEST = "0001"
"""The version of the tables that this program makes."""
FORMAT_1_TABLE = "answers"
"""A table that only journals of the previous format have."""
APPEND_ONLY = "fairfelt_append_only"
"""The one trigger that may be there: it refuses to change or remove what was written."""
APPEND_ONLY_BODY = "BEGIN RAISE EXCEPTION 'events are only ever added'; END"
_SHOWN = 3

_SQLITE = text("SELECT type, name FROM sqlite_master WHERE type <> 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
_POSTGRESQL = text(
    """
    SELECT CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'table' END, relname
      FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('v', 'm', 'S', 'f', 'p')
    UNION ALL
    SELECT 'trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      LEFT JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
        AND NOT (tgname = :append_only AND tgtype & 2 = 2 AND regexp_replace(btrim(prosrc), '\\s+', ' ', 'g') = :body)
    UNION ALL
    SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'policy', policyname FROM pg_policies WHERE schemaname = current_schema()
    """
)


def make_tables(connection: Connection) -> None:
    if not has_tables(connection):
        METADATA.create_all(connection)
        connection.execute(insert(VERSION).values(version_num=LATEST))
    connection.commit()


def has_tables(connection: Connection) -> bool:
    """Whether a database has the tables of a journal; other tables and those of a newer program are refused."""
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        if tables:
            raise WrongJournal(f"the database holds other tables ({', '.join(sorted(tables)[:3])}) and no journal")
        return False
    if FORMAT_1_TABLE in tables:
        raise WrongJournal(f"the journal has the format fairfelt-ledger-1 of a trial version: this one reads {FORMAT}")
    versions = connection.execute(select(VERSION.c.version_num)).scalars().all()
    if len(versions) == 1 and versions[0] > LATEST:
        raise WrongJournal(
            f"the journal was written by a newer Fairfelt (tables {versions[0]}, this one knows {LATEST}): update "
            f"this one"
        )
    if versions != [LATEST]:
        shown = ", ".join(map(str, versions)) or "none"
        raise LedgerCorrupt(f"the database says that its tables have the version {shown}, expected {LATEST}")
    return True


def check_contents(connection: Connection) -> None:
    """Refuse a database with tables, views, triggers or rules that no journal has."""
    found, known = set(inspect(connection).get_table_names()), set(METADATA.tables)
    if missing := sorted(known - found):
        raise LedgerCorrupt(f"the database lacks the table {missing[0]}")
    strange = [f"the table {name}" for name in sorted(found - known)]
    strange += sorted(f"the {kind} {name}" for kind, name in _acting(connection))
    if strange:
        more = " …" if strange[_SHOWN:] else ""
        raise LedgerCorrupt(
            f"the database holds what no journal has: {', '.join(strange[:_SHOWN])}{more}; "
            f"find out who put it there, and remove it"
        )


def _acting(connection: Connection) -> list[tuple[str, str]]:
    if connection.dialect.name == "sqlite":
        ours = {index.name for table in METADATA.sorted_tables for index in table.indexes}
        return [(kind, name) for kind, name in connection.execute(_SQLITE) if name not in ours]
    words = {"append_only": APPEND_ONLY, "body": APPEND_ONLY_BODY}
    return [(kind, name) for kind, name in connection.execute(_POSTGRESQL, words)]
