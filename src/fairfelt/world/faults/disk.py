"""Where a night's journal is kept: in memory for thousands of nights, in real SQLite files for torn writes."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

from fairfelt.ledger import Entry
from fairfelt.ledger.chain import exported, genesis
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.export import Header, write_export
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.room import Floor, Room

from .clock import Clock
from .journals import NAME, Failing, FailingMemory, MemoryEngine
from .torn_writes import Files, log_of, torn

CHECKPOINT_PAGES = (4, 30, 1_000)
"""After how many pages SQLite copies its log into the database: after every commit, now and then, never in a night."""


class Disk(Protocol):
    """What outlives the server."""

    journal: Failing

    def open(self, clock: Clock) -> Engine[Floor]:
        """The room on what is there; everything is verified on the way."""

    def close(self) -> None:
        """An orderly end."""

    def watch(self) -> None:
        """A commit comes in which the power will fail."""

    def die(self, chance: Random, *, torn_write: bool) -> None:
        """The power fails: now, or it did in the middle of the commit that was watched."""

    def export(self) -> list[bytes]:
        """The log, line by line, as anybody may read it."""


class MemoryDisk:
    """A list of entries; of a torn commit it keeps all or nothing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.journal: Failing = FailingMemory(self.entries)
        self._watched = 0

    def open(self, clock: Clock) -> Engine[Floor]:
        """The room on the entries that were kept."""
        self.journal = FailingMemory(self.entries)
        return MemoryEngine(Room(), self.journal, clock)

    def close(self) -> None:
        """Nothing to do."""

    def watch(self) -> None:
        """Remember where the list ends."""
        self._watched = len(self.entries)

    def die(self, chance: Random, *, torn_write: bool) -> None:
        """Either the group was written or it was not."""
        if torn_write and chance.randrange(2):
            del self.entries[self._watched :]

    def export(self) -> list[bytes]:
        """The log as a file would have it."""
        hashes = [genesis(NAME).hash, *(entry.hash for entry in self.entries)]
        header = Header(NAME, len(self.entries), hashes[-1]).line.encode()
        return [header, *map(exported, self.entries, hashes)]


class FileDisk:
    """SQLite files in a folder; after every failure of the power the next life begins on a copy of what was left."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder, self._lives = folder, 0
        self._checkpoint_pages = chance.choice(CHECKPOINT_PAGES)
        self._file.write_bytes(_begun())
        self.journal = Failing(place_of(self._file))

    @property
    def _file(self) -> Path:
        return self._folder / f"life-{self._lives}.db"

    def open(self, clock: Clock) -> Engine[Floor]:
        """The room on the database."""
        self.journal = Failing(place_of(self._file))
        self.journal.open()
        self.journal.connection.exec_driver_sql(f"PRAGMA wal_autocheckpoint = {self._checkpoint_pages}")
        self.journal.connection.commit()
        return Engine(Room(), self.journal, clock)

    def close(self) -> None:
        """SQLite tidies up."""
        self.journal.close()

    def watch(self) -> None:
        """Keep the bytes as they are now."""
        # Reading lets go of SQLite's locks on the file, which nobody else is after here.
        self._before = Files.read(self._file)

    def die(self, chance: Random, *, torn_write: bool) -> None:
        """The files as the crash leaves them, under a new name."""
        left = Files.read(self._file)
        if torn_write:
            left = torn(self._before, left, chance)
        self.journal.close()
        for old in (self._file, log_of(self._file)):
            old.unlink(missing_ok=True)
        self._lives += 1
        left.write(self._file)

    def export(self) -> list[bytes]:
        """The log as the database has it."""
        out = BytesIO()
        with snapshot(self._file) as taken:
            write_export(taken, out)
        return out.getvalue().splitlines()


@cache
def _begun() -> bytes:
    """A database with an empty journal, made once: making the tables takes longer than a night."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "begun.db"
        journal = Journal(place_of(file))
        journal.open(new_id=NAME)
        journal.close()
        return file.read_bytes()
