"""Where a night's journal is kept: in memory for thousands of nights, in real SQLite files for torn writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fairfelt.ledger import Committed, Entry, Head, LedgerUnavailable
from fairfelt.ledger.audit import Header, write_export
from fairfelt.ledger.chain import Stored, exported, genesis
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.machine import S
from fairfelt.ledger.replay import replay
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.room import Floor, Room
from tests.nights.torn_writes import Files, log_of, tear, witness_of
from tests.support.clock import SimulatedClock

JOURNAL = "a night"
CHECKPOINT_PAGES = (4, 30, 1_000)
"""After how many pages SQLite copies its log into the database: after every commit, now and then, never in a night."""


class CommitFault(Enum):
    """When a commit fails."""

    BEFORE = "nothing was written"
    AFTER = "it was written, and the reply was lost"


class FaultyJournal(Journal):
    """A journal whose next commit fails when told to, and which cannot be reached for some tries after that."""

    fault: CommitFault | None = None
    tries_away = 0

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], *known: Sequence[bytes]) -> None:
        """Write a group, or fail before or after."""
        fault, self.fault = self.fault, None
        if fault is CommitFault.BEFORE:
            raise LedgerUnavailable("the disk does not answer")
        super().append(entries, balances, *known)
        if fault is CommitFault.AFTER:
            raise LedgerUnavailable("the reply was lost")

    def reopen(self) -> Head | None:
        """Reach it again, if it is there."""
        if self.tries_away:
            self.tries_away -= 1
            raise LedgerUnavailable("the disk is away")
        return super().reopen()


class _List(Journal):
    """What an engine needs of a journal, on a list that outlives it; its place is a name only, and never touched."""

    def __init__(self, entries: list[Entry]) -> None:
        super().__init__(place_of(JOURNAL))
        self.id, self.entries = JOURNAL, entries

    def reopen(self) -> Head | None:
        return self.entries[-1].head if self.entries else genesis(JOURNAL)

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], *known: Sequence[bytes]) -> None:
        self.entries += entries  # the balances need no place of their own: a replay gives them

    def stored_answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        for entry in reversed(self.entries):
            if entry.answer and (entry.device, entry.device_sequence) == (device, sequence):
                return entry.answer, entry.number
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


class MemoryJournal(FaultyJournal, _List):
    """A list that cannot always be reached."""


class _MemoryEngine(Engine[S]):
    """The ledger's engine, except that it loads from a list."""

    def _loaded(self, known: Head | None) -> tuple[Committed[S], dict[str, int]]:
        assert isinstance(self._journal, MemoryJournal)
        replayed = replay(self._journal.entries, JOURNAL, self.machine, known=known)
        committed = Committed(replayed.head, replayed.state, replayed.book.balances, replayed.tree)
        return committed, replayed.book.last_by_device


class MemoryDisk:
    """A list of entries; of a torn commit it keeps all or nothing."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.journal: FaultyJournal = MemoryJournal(self.entries)
        self._watched = 0

    def open(self, clock: SimulatedClock) -> Engine[Floor]:
        """The room on what is there; everything is verified on the way."""
        self.journal = MemoryJournal(self.entries)
        clock()  # the engine on a database notes when it had verified all of it
        return _MemoryEngine(Room(), self.journal, clock)

    def close(self) -> None:
        """An orderly end."""

    def watch(self) -> None:
        """A commit comes in which the power will fail."""
        self._watched = len(self.entries)

    def die(self, chance: Random, *, torn_write: bool) -> None:
        """The power fails: now, or it did in the middle of the commit that was watched."""
        if torn_write and chance.randrange(2):
            del self.entries[self._watched :]

    def export(self) -> list[bytes]:
        """The log, line by line, as anybody may read it."""
        hashes = [genesis(JOURNAL).hash, *(entry.hash for entry in self.entries)]
        header = Header(JOURNAL, len(self.entries), hashes[-1]).line.encode()
        return [header, *map(exported, self.entries, hashes)]


class FileDisk:
    """The same in SQLite files; after every power failure the next life begins on a copy of what was left."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder, self._lives = folder, 0
        self._checkpoint_pages = chance.choice(CHECKPOINT_PAGES)
        self._file.write_bytes(_empty_journal())
        self.journal = FaultyJournal(place_of(self._file))

    @property
    def _file(self) -> Path:
        return self._folder / f"life-{self._lives}.db"

    def open(self, clock: SimulatedClock) -> Engine[Floor]:
        """The room on the database."""
        self.journal = FaultyJournal(place_of(self._file))
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
            left = tear(self._before, left, chance)
        self.journal.close()
        for old in (self._file, log_of(self._file), witness_of(self._file)):
            old.unlink(missing_ok=True)
        self._lives += 1
        left.write(self._file)

    def export(self) -> list[bytes]:
        """The log as the database has it."""
        out = BytesIO()
        with snapshot(self._file) as taken:
            write_export(taken, out)
        return out.getvalue().splitlines()


Disk = MemoryDisk | FileDisk
"""What outlives the server."""


@cache
def _empty_journal() -> bytes:
    """A database with an empty journal, made once: making the tables takes longer than a night."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "begun.db"
        journal = Journal(place_of(file))
        journal.open(new_id=JOURNAL)
        journal.close()
        return file.read_bytes()
