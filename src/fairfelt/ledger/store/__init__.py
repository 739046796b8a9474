"""Where journals are kept: SQLite files and PostgreSQL databases."""

from . import saved
from .journal import Journal
from .ownership import held
from .place import file_of, named, place_of, reading_engine, shown
from .secrets import Secrets
from .snapshot import Reader, Snapshot, snapshot

__all__ = [
    "Journal",
    "Reader",
    "Secrets",
    "Snapshot",
    "file_of",
    "held",
    "named",
    "place_of",
    "reading_engine",
    "saved",
    "shown",
    "snapshot",
]
