"""The tables of a journal, as they are made in an empty database."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

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
