"""Moving old events out of the database to compressed files: nothing is removed before its file was verified.

It runs beside the server that writes the journal. A file is written, flushed and verified under a temporary name, then
renamed; only then are its events removed, in the transaction that also writes its row into the table of archives.
A killed run leaves a complete journal, and perhaps a file that the next run overwrites.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from fairfelt.ledger.replay import kept_numbers, kept_texts
from fairfelt.ledger.transparency.merkle import TILE_LEAVES

from ..canonical import digest
from ..chain import Head, event_place
from ..errors import LedgerCorrupt, LedgerUnavailable, WrongJournal
from ..machine import Bookkeeping
from ..replay import STATE, Replayed, nothing_yet, read_note, replay_on
from ..store import Snapshot, check_contents, flush, named, place_of, snapshot
from ..store.archive import Range, file_name, folder_of, open_archive_file, write_archive_file
from ..store.place import PRIVATE, complaints, writing_engine
from ..store.tables import APPEND_ONLY, ARCHIVES, EVENTS
from ..store.tiles import check_roots

FILE_EVENTS = TILE_LEAVES * TILE_LEAVES
"""A file ends where a tile of tiles does, or with the last event that is to be moved."""
PART = ".part"
"""The ending of a file that is not verified yet."""
_FOLDER_MODE = 0o700
_TRIGGER = text("SELECT tgenabled FROM pg_trigger WHERE tgname = :name AND tgrelid = 'events'::regclass")
_NOT_ALLOWED = "42501"
"""PostgreSQL's code for a missing privilege."""
_ENABLE = {"O": "ENABLE", "A": "ENABLE ALWAYS", "R": "ENABLE REPLICA"}
"""The words that restore a trigger as it was."""


@dataclass(frozen=True)
class Plan:
    """The events to be moved."""

    folder: Path
    done: int
    """All events up to this one were moved before."""
    last: int
    """All events up to this one are to be moved."""
    newest_snapshot: int

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The first and the last event of each file."""
        found, first = list[tuple[int, int]](), self.done + 1
        while first <= self.last:
            end = min((first - 1) // FILE_EVENTS * FILE_EVENTS + FILE_EVENTS, self.last)
            found.append((first, end))
            first = end + 1
        return found

    @property
    def files(self) -> list[Path]:
        return [self.folder / file_name(first, last) for first, last in self.ranges]


def plan_archive(address: str | Path, *, up_to: int | None = None, before_micros: int | None = None) -> Plan:
    """What would be moved of the events up to a number, or before a moment: whole tiles before the newest snapshot."""
    with snapshot(address) as taken:
        newest = _newest_snapshot(taken)
        wanted = up_to if up_to is not None else taken.head.number
        if before_micros is not None:
            wanted = min(wanted, taken.first_since(before_micros) - 1)
        done, last = taken.archive.last, min(wanted, newest) // TILE_LEAVES * TILE_LEAVES
        return Plan(folder_of(taken.place, taken.journal), done, max(last, done), newest)


def archive(address: str | Path, plan: Plan, progress: Callable[[int, int], None] = lambda done, all_: None) -> Head:
    """Carry out a plan, file by file, once all that was moved before is verified; the last event in the archive."""
    machine = Bookkeeping()
    with _alone_in(plan.folder):
        with snapshot(address) as taken:
            check_contents(taken.connection)
            journal, archived = taken.journal, taken.archive
            archived.check_database(taken.connection)
        if archived.last != plan.done:
            moved = f"another process has moved events up to {archived.last} meanwhile: ask again what is left"
            raise WrongJournal(moved)
        progress(0, plan.done)
        so_far = replay_on(nothing_yet(journal, machine), archived.entries(), machine, to_the_end=False)
        for first, last in plan.ranges:
            so_far = _move(address, plan.folder, so_far, first, last)
            progress(last, plan.last)
    return so_far.head


def _newest_snapshot(taken: Snapshot) -> int:
    """The event after which the newest snapshot was taken that has the digest on the chain."""
    for number in kept_numbers(taken.connection):
        for entry in taken.entries(after=number, limit=1):
            try:
                note = read_note(entry, event_place(entry.number))
            except LedgerCorrupt:
                continue
            if note.digests.get(STATE) == digest(kept_texts(taken.connection, number).get(STATE, "")):
                return number
    raise WrongJournal(
        f"{named(taken.place)} has no snapshot of its state yet: only events before a snapshot are moved out, and a "
        f"server writes one every 20,000 events and when it is closed after some thousand"
    )


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Nobody else moves events of this journal out meanwhile."""
    import fcntl

    try:
        if not folder.is_dir():
            folder.mkdir(mode=_FOLDER_MODE, parents=True)
            flush(folder.parent)
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise WrongJournal(f"the folder {folder} cannot be used: {error.strerror}") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise WrongJournal(f"somebody else moves events to {folder} now: try again when they are done") from error
        for left in folder.glob(f".*{PART}"):
            left.unlink()  # left by a killed run
        yield
    finally:
        os.close(descriptor)


def _move(address: str | Path, folder: Path, so_far: Replayed[None], first: int, last: int) -> Replayed[None]:
    """Move one range; where the journal then stands."""
    place, file = place_of(address), folder / file_name(first, last)
    part = folder / f".{file.name}{PART}"
    try:
        with snapshot(address) as taken:
            entries = taken.entries(after=first - 1, limit=last - first + 1)
            sha256 = write_archive_file(part, taken.journal, so_far.head, entries)
            part.chmod(PRIVATE)
            hash_ = taken.hash_at(last)
            written = Range(first, last, hash_ or "", file.name, sha256)
            found = _verify(part, written, so_far, taken.connection)
        part.replace(file)
        flush(folder)
    except OSError as error:
        raise WrongJournal(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    with complaints(place), writing_engine(place, create=False).connect() as connection:
        _remove(connection, place, written)
    return found


def _verify(part: Path, written: Range, so_far: Replayed[None], connection: Connection) -> Replayed[None]:
    """Read a file back from the disk: its chain, its books and its tree go on from all before it."""
    entries = open_archive_file(part, written, so_far.journal).entries()
    found = replay_on(so_far, entries, Bookkeeping(), to_the_end=False)
    if found.head[:2] != (written.last, written.last_hash):
        raise LedgerCorrupt(f"{part} ends with event {found.head.number}, expected {written.last}: nothing was removed")
    check_roots(connection, 0, so_far.tree.size // TILE_LEAVES, found.filled[len(so_far.filled) :])
    return found


def _remove(connection: Connection, place: URL, written: Range) -> None:
    """Remove the events of a range and say where they are, in one transaction."""
    lifted = _lift_trigger(connection, place)
    try:
        removed = connection.execute(delete(EVENTS).where(EVENTS.c.number <= written.last)).rowcount
    except DBAPIError as error:
        if connection.dialect.name == "postgresql" and getattr(error.orig, "sqlstate", "") == _NOT_ALLOWED:
            raise WrongJournal(_as_owner(place)) from error
        raise
    before = connection.execute(select(func.max(ARCHIVES.c.last))).scalar_one() or 0
    if (before, removed) != (written.first - 1, written.last - written.first + 1):
        connection.rollback()
        raise LedgerUnavailable(f"the events up to {written.last} were moved by somebody else: nothing was removed now")
    connection.execute(insert(ARCHIVES).values(written._asdict()))
    if lifted:
        connection.exec_driver_sql(f"ALTER TABLE events {lifted} TRIGGER {APPEND_ONLY}")
    connection.commit()


def _lift_trigger(connection: Connection, place: URL) -> str:
    """Have the trigger that keeps events from being removed out of the way, for this transaction alone; how it was."""
    if connection.dialect.name != "postgresql":
        return ""
    enabled = _ENABLE.get(connection.execute(_TRIGGER, {"name": APPEND_ONLY}).scalar() or "", "")
    if enabled:
        try:
            connection.exec_driver_sql(f"ALTER TABLE events DISABLE TRIGGER {APPEND_ONLY}")
        except DBAPIError as error:
            raise WrongJournal(_as_owner(place)) from error
    return enabled


def _as_owner(place: URL) -> str:
    return (
        f"{named(place)} does not let this user remove events: move them out as the owner of its tables, "
        f"and leave the servers their own user"
    )
