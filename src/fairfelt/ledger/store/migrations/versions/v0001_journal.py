"""All tables of format 2."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "journal",
        sa.Column(
            "singleton",
            sa.Integer,
            sa.CheckConstraint("singleton = 1", name="one_row"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("head_number", sa.BigInteger, nullable=False),
        sa.Column("head_hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("at_micros", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text),
        sa.Column("device_sequence", sa.BigInteger),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("postings", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64)),
        sa.Column("refused", sa.Boolean),
        sa.Column("answer", sa.Text),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    answered = sa.text("digest IS NOT NULL")
    op.create_index(
        "answered",
        "events",
        ["device", "device_sequence"],
        unique=True,
        sqlite_where=answered,
        postgresql_where=answered,
    )
    _make_what_stands_beside()


def _make_what_stands_beside() -> None:
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount_micros", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tiles",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "archives",
        sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("last_hash", sa.String(64), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )
