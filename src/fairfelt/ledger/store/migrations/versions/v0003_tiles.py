"""Full tiles of the Merkle tree over the events."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of tiles."""
    op.create_table(
        "tiles",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("index", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
