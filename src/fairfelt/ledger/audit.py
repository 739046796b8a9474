"""Exports that anyone can read (JSON Lines, each event with its hash), and verifying an export or a database."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import IO, Any

from sqlalchemy import URL

from .canonical import MOST_SEALED_BYTES, canonical, parsed
from .chain import FORMAT, Entry, Head, exported, genesis, read_line
from .errors import LedgerCorrupt, LedgerUnavailable, WrongJournal
from .machine import Machine, S
from .replay import Audit, Progress, Replayed, replay, replay_snapshot
from .store import Snapshot, check_contents, check_secrets, check_witness, file_of, place_of, read_witness, snapshot

MOST_LINE_BYTES = 1 << 24
POLL_S = 0.25


@dataclass(frozen=True)
class Header:
    """The first line: which journal, how many events, and the hash of the last."""

    journal: str
    events: int
    head: str
    secrets: Mapping[str, Any] | None = None
    """Sealed, in a backup; an export for others to read has none."""

    @property
    def line(self) -> str:
        sealed = {} if self.secrets is None else {"secrets": self.secrets}
        return canonical(
            {"events": self.events, "format": FORMAT, "head": self.head, "journal": self.journal, **sealed},
            MOST_SEALED_BYTES,
        )


def line_place(number: int) -> str:
    """How an entry of a file is named in a complaint."""
    return f"line {number + 1} (event {number})"


def write_export(taken: Snapshot, out: IO[bytes], *, sealed: Mapping[str, Any] | None = None) -> Head:
    """Write all of a journal; the chain is only copied here, and verified by the reader."""
    out.write(f"{Header(taken.journal, taken.head.number, taken.head.hash, sealed).line}\n".encode())
    head = genesis(taken.journal)
    for entry in taken.entries(limit=taken.head.number):
        out.write(exported(entry, head.hash) + b"\n")
        head = entry.head
    return head


def read_header(file: Path) -> Header:
    with _opened(file) as source:
        return _header(source, file)


def read_export(file: Path) -> Iterator[Entry]:
    """The entries of a file, each line exactly as the journal writes it; a cut or altered file is refused."""
    with _opened(file) as source:
        header = _header(source, file)
        head = genesis(header.journal)
        while line := source.readline(MOST_LINE_BYTES):
            entry = _entry(line, head)
            yield entry
            head = entry.head
        if head.number != header.events or head.hash != header.head:
            raise LedgerCorrupt(
                f"the file ends after line {head.number + 1} with event {head.number}, but its header promises "
                f"{header.events} events ending in {header.head}: it was cut, or lines were added"
            )


def _opened(file: Path) -> IO[bytes]:
    try:
        return file.open("rb")
    except OSError as error:
        raise WrongJournal(f"{file} cannot be read: {error.strerror}") from error


def _header(source: IO[bytes], file: Path) -> Header:
    line = source.readline(MOST_SEALED_BYTES)
    try:
        found = parsed(line.decode())
        header = Header(found["journal"], found["events"], found["head"], found.get("secrets"))
        if found["format"] == FORMAT and line.decode() == f"{header.line}\n":
            return header
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        pass
    raise LedgerCorrupt(f"line 1 of {file} is not the header of an exported journal")


def _entry(line: bytes, head: Head) -> Entry:
    where = line_place(head.number + 1)
    if not line.endswith(b"\n"):
        raise LedgerCorrupt(f"{where} is cut off in the middle")
    try:
        entry, previous = read_line(line[:-1])
    except ValueError as error:
        raise LedgerCorrupt(f"{where} {error}") from error
    if previous != head.hash:
        raise LedgerCorrupt(
            f"{where} follows {previous}, expected {head.hash}: a line is missing, added or out of place"
        )
    return entry


_SQLITE_MAGIC = b"SQLite format 3\0"


def is_export(address: str | Path | URL) -> bool:
    """Whether this is a file that is not a database."""
    file = file_of(place_of(address))
    if file is None or not file.is_file():
        return False
    with file.open("rb") as source:
        return source.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC


def verify(
    address: str | Path | URL,
    machine: Machine[S],
    *,
    known: Head | None = None,
    progress: Progress | None = None,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Chain, books, answers and machine of a database or an exported file; LedgerCorrupt says what is wrong where.

    `progress` receives the number of the last good event.
    """
    if is_export(address):
        file = file_of(place_of(address))
        assert file is not None
        entries, journal = read_export(file), read_header(file).journal
        return replay(entries, journal, machine, known=known, place=line_place, audit=audit)
    place = place_of(address)
    seen = read_witness(place)
    with snapshot(address) as taken:
        check_contents(taken.connection)
        if seen:
            check_witness(seen, taken)
        return replay_snapshot(taken, machine, known=known, progress=progress, audit=audit)


def verify_apart(
    address: str | Path | URL, machine: Machine[S], *, known: Head, progress: Progress, stopped: Flag
) -> Head:
    """The end of a journal that a process of its own has verified, which yields to a running server."""
    context = get_context("spawn")
    received, sent = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(sent, address, machine, known))
    process.start()
    sent.close()
    try:
        while True:
            while not received.poll(POLL_S):
                if stopped.is_set():
                    raise LedgerUnavailable("the ledger was closed before all of it was verified")
            found = received.recv()
            if isinstance(found, Exception):
                raise found
            if isinstance(found, Head):
                return found
            progress(found)
    except EOFError:  # it was ended from outside
        return verify(address, machine, known=known, progress=progress).head
    finally:
        process.terminate()
        process.join()


def _report(to: Connection, address: str | Path | URL, machine: Machine[S], known: Head) -> None:
    """Send the number of the last good event now and then, and at last the head or what is wrong."""
    prepare_process()
    try:
        to.send(verify(address, machine, known=known, progress=to.send).head)
    except Exception as error:
        to.send(error)


GARBAGE_THRESHOLD = 100_000
"""Entries by the thousand are made and forgotten, and none of them holds itself: looking for such costs a tenth."""
NICENESS = 10
"""What runs beside a room yields to the server of the floor."""


def prepare_process() -> None:
    """Make a process ready: it yields to others, and ends with the one that began it, whatever becomes of that."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)


def verify_secrets(address: str | Path) -> None:
    """What the journal names and does not show is here and as it was; an exported file has none of it."""
    if not is_export(address):
        with snapshot(address) as taken:
            check_secrets(taken.connection, taken.archive)
