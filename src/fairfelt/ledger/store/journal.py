"""A journal held for writing: the lock, the connection, one transaction for a group."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import URL, Connection, Table, delete, insert, select, text, update

from ..chain import Entry, Head, Stored, genesis
from ..errors import JournalHeld, LedgerUnavailable, WrongJournal
from .place import (
    KEEP_ALIVE,
    NO_STANDBY,
    OWN_DISK,
    SILENT_S,
    STANDBYS,
    FileLock,
    Identity,
    complaints,
    file_of,
    has_several_hosts,
    identity_of,
    named,
    waits_for,
    writing_engine,
)
from .snapshot import Snapshot, snapshot_of
from .tables import ARCHIVES, BALANCES, EVENTS, JOURNAL, check_contents, make_tables
from .tiles import write_tiles
from .witness import Witness, check_no_copy, check_witness, read_witness, witness_file

if TYPE_CHECKING:
    from psycopg.errors import Diagnostic

Row = tuple[Any, ...]
_NO_ANSWER = (None, None, None)
PROBE_BYTES = 1 << 20
CHUNK_ROWS = 2_048
"""SQLite takes up to 32,766 values in one statement. After each another thread may take Python's lock, so there
are few of them."""
_MOVE = f"UPDATE {JOURNAL.name} SET head_number = ?, head_hash = ? WHERE head_number = ? AND head_hash = ?"
_MOVE_AND_ASK = f"{_MOVE.replace('?', '%s')} RETURNING current_setting('synchronous_standby_names')"
_REPLACING = " ON CONFLICT (account) DO UPDATE SET amount_micros = excluded.amount_micros"


def _begin_journal(connection: Connection, journal: str, head: Head) -> None:
    """The one row of a new journal."""
    connection.execute(insert(JOURNAL).values(singleton=1, id=journal, head_number=head.number, head_hash=head.hash))


def _touch(connection: Connection) -> None:
    """Write what is there already."""
    connection.execute(update(JOURNAL).values(head_number=JOURNAL.c.head_number))


def bring_back(connection: Connection, entries: Iterable[Entry]) -> None:
    """Write entries that were moved out to files, which are named no more."""
    connection.execute(delete(ARCHIVES))
    left = iter(entries)
    while chunk := list(islice(left, CHUNK_ROWS)):
        _insert(connection, EVENTS, event_rows(chunk))


def _move_head(connection: Connection, follows: Head, head: Head) -> str:
    """Say where the journal now ends, if it ended where we think it did; gives the standbys that are waited for."""
    if not connection.in_transaction():
        connection.begin()
    cursor: Any = connection.connection.cursor()
    asks = connection.dialect.name == "postgresql"
    cursor.execute(_MOVE_AND_ASK if asks else _MOVE, (head.number, head.hash, follows.number, follows.hash))
    if cursor.rowcount != 1:
        raise RuntimeError("another hand has written to the journal")
    return str(cursor.fetchone()[0]) if asks else ""


def event_rows(entries: Sequence[Entry]) -> Iterator[Row]:
    for number, at_micros, device, sequence, kind, body, posted, answer, hash_ in entries:
        digest, refused, text = answer or _NO_ANSWER
        yield number, at_micros, device, sequence, kind, body, posted, digest, refused, text, hash_


def _insert(connection: Connection, table: Table, rows: Iterable[Row], ending: str = "") -> None:
    """Many rows to a statement: with one row each, Python would hand its lock around after every row."""
    left, mark = iter(rows), "?" if connection.dialect.name == "sqlite" else "%s"
    cursor: Any = connection.connection.cursor()  # the driver's own: others would look through every statement first
    while chunk := list(islice(left, CHUNK_ROWS)):
        cursor.execute(_insert_of(table, len(chunk), mark, ending), tuple(chain.from_iterable(chunk)))


@lru_cache(maxsize=128)
def _insert_of(table: Table, size: int, mark: str, ending: str) -> str:
    columns = [column.name for column in table.columns]
    row = f"({', '.join([mark] * len(columns))})"
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {', '.join([row] * size)}{ending}"


# One writer for one PostgreSQL journal: the session that holds the lock. The lock falls free when the session ends.


_SESSION = {
    **{f"tcp_{name}": str(value) for name, value in KEEP_ALIVE.items()},
    "tcp_user_timeout": f"{SILENT_S}s",
    "idle_session_timeout": f"{SILENT_S}s",
    "idle_in_transaction_session_timeout": f"{SILENT_S}s",
}
"""How PostgreSQL finds out that a writer's machine is gone, or its process stands still; a living one beats."""
_SET = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SESSION.items())
_TRY = text(f"SELECT {_SET}, pg_try_advisory_lock(hashtext('fairfelt-ledger'), hashtext(current_schema()))")


def take_advisory_lock(connection: Connection) -> bool:
    """Lock the schema's journal for as long as this connection lives.

    The connection that writes is the one that holds the lock: who loses it can no longer write either, and who gets
    it knows that nothing the last holder sent is still under way. PostgreSQL ends it after seconds of silence.
    """
    taken = bool(connection.execute(_TRY).one()[-1])
    connection.commit()
    return taken


class Journal:
    """The one writer's hand on a journal. Whatever the database says against it comes out as LedgerUnavailable."""

    def __init__(self, place: URL) -> None:
        self.place = place
        self.id = ""
        self.waits_for = ""
        """The disks that a commit waits for, in words."""
        self._head = Head(0, "")
        """The head that this writer wrote last, or found."""
        self._connection: Connection | None = None
        self._warning = ""
        """The last warning of the database."""
        self._file = file_of(place)
        self._files: dict[Path, Identity | None] = {}
        """The database file and its write-ahead log, as they were when this writer opened them."""
        self._lock = FileLock(self._file) if self._file else None
        self._witness: Witness | None = None
        self.taken_anew = False
        """The lock was lost and taken again when the journal was last reopened: others may have written meanwhile."""

    @property
    def connection(self) -> Connection:
        """The connection, for reading in the same breath."""
        if self._connection is None:
            raise LedgerUnavailable(f"{named(self.place)} is not open")
        return self._connection

    def open(self, *, new_id: str | None = None) -> None:
        """Take the lock, make the tables, begin a journal where there is none."""
        self._connect(create=True)
        with self.complaints():
            make_tables(self.connection)
            check_contents(self.connection)
            if self.connection.execute(select(JOURNAL)).first() is None:
                begun = new_id or uuid4().hex
                _begin_journal(self.connection, begun, genesis(begun))
            found = snapshot_of(self.connection, self.place)
            self.id, self._head = found.journal, found.head
            if seen := read_witness(self.place):
                check_witness(seen, found)
            else:
                check_no_copy(self.place, self._head)
            self._commit_what_is_seen()
        self._remember_files()
        self._open_witness(anew=False)

    def begin(self, journal: str) -> None:
        """Begin a journal under a given name, in a place that must hold none; nothing stays without a commit."""
        self._connect(create=True)
        with self.complaints():
            make_tables(self.connection)
            if self.connection.execute(select(JOURNAL)).first() is not None:
                raise WrongJournal(f"{named(self.place)} holds a journal already: restore to another place")
            self.id, self._head = journal, genesis(journal)
            _begin_journal(self.connection, self.id, self._head)

    def reopen(self) -> Head | None:
        """Connect again after a failure, as the owner, and read where the journal stands.

        Returns None if another file took the place of ours or the journal does not end as recorded:
        all of it must be read again.
        """
        before, locked = self._files.get(self._file) if self._file else None, self._lock and self._lock.identity
        self._disconnect()
        self._connect(create=False)
        self.taken_anew = self._lock is None or self._lock.identity != locked
        with self.complaints():
            taken = snapshot_of(self.connection, self.place)
            found, self._head = taken.journal, taken.head
            head = taken.last_head() or genesis(found)
            self._commit_what_is_seen()
        self._remember_files()
        if found != self.id:
            raise WrongJournal(f"{named(self.place)} now holds journal {found}, expected {self.id}")
        now = self._files.get(self._file) if self._file else None
        return head if before in (None, now) and head[:2] == self._head[:2] else None

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int]) -> None:
        """Write a group; when this returns it is on disk."""
        self._check_files()
        self.add(entries, balances)
        self.commit()
        self._check_files()

    def add(self, entries: Sequence[Entry], balances: Mapping[str, int]) -> None:
        """Write entries into the transaction that is open, if the journal still ends where this writer left it."""
        with self.complaints():
            if entries:
                standbys = _move_head(self.connection, self._head, entries[-1].head)
                _insert(self.connection, EVENTS, event_rows(entries))
                self.waits_for = STANDBYS if standbys else OWN_DISK
                if not standbys and has_several_hosts(self.place):
                    raise LedgerUnavailable(NO_STANDBY)
                write_tiles(self.connection, entries[0].number - 1, entries[-1].number)
            _insert(self.connection, BALANCES, sorted(balances.items()), _REPLACING)
        if entries:
            self._head = entries[-1].head

    def commit(self) -> None:
        """Make what was added durable."""
        with self.complaints():
            self._commit_heard()
        if self._witness is None:
            self._open_witness(anew=True)
        else:
            self._witness.note(self.id, self._head)

    def stored_answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        """What a device was answered then."""
        with self.complaints():
            found = Snapshot(self.id, self._head, self.connection, self.place).stored_answer(device, sequence)
            self.connection.commit()
            return found

    def beat(self) -> None:
        """A sign of life for PostgreSQL, which ends a session that gives none; a look at the files of SQLite."""
        if self._witness:
            with suppress(OSError):
                self._witness.flush()
        if self._file:
            self._check_files()
            return
        with self.complaints():
            self.connection.exec_driver_sql("SELECT 1")
            self.connection.commit()

    def try_to_write(self) -> None:
        """Write what is there already, to find out whether anything can be written.

        That needs no space. So for a file as much is written beside it, and removed, as a group may need.
        """
        self._check_files()
        with self.complaints():
            if self._file:
                with TemporaryFile(dir=self._file.parent) as probe:
                    probe.write(bytes(PROBE_BYTES))
                    os.fsync(probe.fileno())
            _touch(self.connection)
            self.connection.commit()

    def close(self) -> None:
        self._disconnect()
        if self._witness:
            with suppress(OSError):
                self._witness.close()
            self._witness = None
        if self._lock:
            self._lock.release()

    @contextmanager
    def complaints(self) -> Iterator[None]:
        """Turn complaints of the database into our errors; the transaction is rolled back."""
        try:
            with complaints(self.place):
                yield
        except Exception:
            self._give_up()
            raise

    def _connect(self, *, create: bool) -> None:
        if self._lock and not self._lock.take(create=create):
            raise JournalHeld(f"another server writes {named(self.place)}")
        with self.complaints():
            self._connection = writing_engine(self.place, create=create).connect()
            held = self._lock is not None or take_advisory_lock(self._connection)
            self.waits_for = waits_for(self._connection)
            if self._file is None:
                self._hear_warnings(self._connection)
            self._connection.commit()
        if not held:
            self._disconnect()
            raise JournalHeld(f"another server writes {named(self.place)}")

    def _commit_what_is_seen(self) -> None:
        """What another writer, or we, committed on a primary that then died may be on its own disk alone.

        Nothing of that is answered for before a commit of ours, which comes after it, is at the standby as well.
        """
        if self.waits_for == STANDBYS:
            _touch(self.connection)
        self._commit_heard()

    def _commit_heard(self) -> None:
        """A warning is not a confirmation: if the wait for a standby is canceled, it may or may not have the data."""
        self._warning = ""
        self.connection.commit()
        if self._warning:
            raise LedgerUnavailable(f"the database warned while it committed: {self._warning}")

    def _hear_warnings(self, connection: Connection) -> None:
        def heard(notice: Diagnostic) -> None:
            if notice.severity_nonlocalized == "WARNING":
                self._warning = notice.message_primary or "without a word"

        driver: Any = connection.connection.driver_connection
        driver.add_notice_handler(heard)

    def _open_witness(self, *, anew: bool) -> None:
        """Have the head written down from now on; for a journal that is made on purpose whatever stood there goes."""
        file = witness_file(self.place)
        if file is None:
            return
        self._witness = Witness(file)
        if anew or not file.exists():
            self._witness.renew(self.id, self._head)
        else:
            self._witness.go_on()

    def _remember_files(self) -> None:
        if self._file:
            real = self._file.resolve()
            self._files = {file: identity_of(file) for file in (self._file, real.with_name(f"{real.name}-wal"))}

    def _check_files(self) -> None:
        """SQLite would go on writing into files that were removed, and lose it all."""
        for file, known in self._files.items():
            if identity_of(file) != known:
                raise LedgerUnavailable(f"the file {file} was removed or replaced")

    def _give_up(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.rollback()

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.invalidate()
            with suppress(Exception):
                self._connection.close()
            self._connection = None
