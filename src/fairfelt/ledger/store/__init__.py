"""Where journals are kept: SQLite files and PostgreSQL databases."""

from .journal import Journal
from .place import file_of, named, place_of, reading_engine, shown, waits_for
from .secrets import Secrets, check_secrets
from .snapshot import Reader, Snapshot, snapshot, snapshot_of
from .tables import check_contents
from .witness import Witness, check_witness, flush, read_witness, witness_file

__all__ = [
    "Journal", "Reader", "Secrets", "Snapshot", "Witness", "check_contents", "check_secrets", "check_witness",
    "file_of", "flush", "named", "place_of", "read_witness", "reading_engine", "shown", "snapshot", "snapshot_of",
    "waits_for", "witness_file",
]  # fmt: skip
