"""Where journals are kept: SQLite files and PostgreSQL databases."""

from . import saved
from .contents import check_contents, check_secrets
from .journal import Journal
from .place import file_of, named, place_of, reading_engine, shown, waits_for
from .secrets import Secrets
from .snapshot import Reader, Snapshot, snapshot, snapshot_of
from .witness import Witness, check_witness, flush, read_witness, witness_file

__all__ = [
    "Journal",
    "Reader",
    "Secrets",
    "Snapshot",
    "Witness",
    "check_contents",
    "check_secrets",
    "check_witness",
    "file_of",
    "flush",
    "named",
    "place_of",
    "read_witness",
    "reading_engine",
    "saved",
    "shown",
    "snapshot",
    "snapshot_of",
    "waits_for",
    "witness_file",
]
