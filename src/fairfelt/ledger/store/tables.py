"""The tables of a journal. Migrations make them; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

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
    Column("hash", String(64), nullable=False),
)

POSTINGS = Table(
    "postings",
    METADATA,
    Column("number", BigInteger, ForeignKey("events.number"), primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", Text, nullable=False),
    Column("amount_micros", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, ForeignKey("events.number"), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("refused", Boolean, nullable=False),
    Column("answer", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What each command was answered, for the device that asks again."""

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

TILES = Table(
    "tiles",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)
"""Full tiles of the Merkle tree over the events: worked out from their hashes and written with them."""
