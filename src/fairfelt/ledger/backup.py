"""Copies of a journal, and journals from copies: verified before and after, whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from fairfelt.ledger.store.secrets import all_secrets, copy_secret

from .audit import is_export, verify
from .book import Book
from .chain import Entry, Head
from .errors import LedgerCorrupt, WrongJournal
from .export import read_export, read_header, write_export
from .machine import Bookkeeping
from .store import Journal, file_of, held, named, place_of, snapshot

CHUNK_ENTRIES = 2_000


def export(address: str | Path, file: Path) -> Head:
    """Write a journal to a file as JSON Lines."""

    def write(part: Path) -> None:
        with snapshot(address) as taken, part.open("wb") as out:
            write_export(taken, out)

    return _whole(file, write)


def backup(address: str | Path, file: Path) -> Head:
    """A copy of a journal that may be in use: of SQLite a database file, of PostgreSQL an export."""
    source = file_of(place_of(address))
    if source is None:
        return export(address, file)
    with snapshot(address):
        pass  # a file without a journal is refused before anything is written

    def write(part: Path) -> None:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")

    return _whole(file, write)


def restore(file: Path, address: str | Path) -> Head:
    """A journal from a backup or an export, in a place that holds none."""
    copied = verify(file, Bookkeeping()).head
    target = file_of(place_of(address))
    if target is None:
        _fill(file, address)
    elif target.exists():
        raise WrongJournal(f"{target} exists already: move it away, or restore to another place")
    else:
        with held(target):
            _whole(target, lambda part: _fill(file, part))
    found = verify(address, Bookkeeping()).head
    if found != copied:
        raise LedgerCorrupt(f"{named(place_of(address))} ends with event {found.number}, expected {copied.number}")
    return found


def _whole(file: Path, write: Callable[[Path], None]) -> Head:
    """Let something be written beside the file, verify it, and put it in place in one step."""
    if not file.absolute().parent.is_dir():
        raise WrongJournal(f"there is no folder {file.parent} to write {file.name} to: make it first")
    part = file.absolute().with_name(f".{file.name}.{os.getpid()}.part")
    try:
        write(part)
        head = verify(part, Bookkeeping()).head
        _flush(part)
        part.replace(file)
        _flush(file.absolute().parent)
    except OSError as error:
        raise WrongJournal(f"{file} cannot be written: {error.strerror}") from error
    finally:
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink()
    return head


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _fill(file: Path, address: str | Path) -> None:
    """Write every entry of a copy into a new journal, in one transaction."""
    with _source(file) as (name, entries, secrets), closing(Journal(place_of(address))) as journal:
        journal.begin(name)
        book, chunk = Book(), list[Entry]()
        for entry in entries:
            book.enter(entry)
            chunk.append(entry)
            if len(chunk) == CHUNK_ENTRIES:
                journal.add(chunk, {})
                chunk = []
        journal.add(chunk, book.balances)
        for text in secrets:
            copy_secret(journal.connection, text)
        journal.commit()


@contextmanager
def _source(file: Path) -> Iterator[tuple[str, Iterator[Entry], Iterator[str]]]:
    """A copy's name, entries and secrets; an export holds no secrets."""
    if is_export(file):
        yield read_header(file).journal, read_export(file), iter(())
    else:
        with snapshot(file) as taken:
            yield taken.journal, taken.entries(), all_secrets(taken.connection)
