"""The journal, its events and postings, the answers and the balances."""

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
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "postings",
        sa.Column("number", sa.BigInteger, sa.ForeignKey("events.number"), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("amount_micros", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, sa.ForeignKey("events.number"), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("refused", sa.Boolean, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount_micros", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
