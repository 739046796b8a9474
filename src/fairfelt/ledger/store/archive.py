"""The archive of a journal: all events that were moved out, read as if they still stood in the database."""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder
from sqlalchemy import URL, Connection, func, select

from fairfelt.runtime.configuration import ARCHIVE_VARIABLE, archive_folder

from ..canonical import digest
from ..chain import FORMAT, Entry, Head, Stored, device_text, exported, read_own_line
from ..errors import ArchiveMissing, LedgerCorrupt
from .place import file_of
from .tables import ARCHIVES, EVENTS

# One archive file: a range of events as an export writes them, compressed in parts so that one event is found quickly.
#
# It is a gzip file of several members: a header line first, then parts of some events each. Any program that unpacks
# gzip gives the header and the lines of all events.


PART_EVENTS = 2_048
MOST_OPEN = 1_024
READ_BYTES = 1 << 20
_GZIP = 31
"""The `wbits` value with which zlib reads gzip."""


class Range(NamedTuple):
    """A row of the table of archives: which events, in which file, and what that file must be."""

    first: int
    last: int
    last_hash: str
    file: str
    sha256: str


class Part(NamedTuple):
    """Some events of a file."""

    bytes: int
    """Compressed."""
    at_micros: int
    """The time of its first event."""


class ArchiveHeader(Struct, forbid_unknown_fields=True, frozen=True):
    """The first line of a file."""

    devices: dict[str, tuple[int, int]]
    """The first and the last command of each device that is answered here."""
    first: int
    format: str
    head: str
    """The hash of the last event."""
    journal: str
    last: int
    last_at_micros: int
    parts: tuple[Part, ...]
    previous: str
    """The hash of the event before the first."""


_encode = Encoder(order="sorted").encode
_decode = Decoder(ArchiveHeader).decode


def file_name(first: int, last: int) -> str:
    return f"events-{first:010}-{last:010}.jsonl.gz"


def write_archive_file(path: Path, journal: str, follows: Head, entries: Iterable[Entry]) -> str:
    """Write entries to a new file that is on the disk when this returns; its SHA-256."""
    parts, lines, chunks = list[Part](), list[bytes](), list[bytes]()
    devices, head, begun = dict[str, tuple[int, int]](), follows, 0

    def close_part() -> None:
        chunks.append(gzip.compress(b"".join(lines), mtime=0))
        parts.append(Part(len(chunks[-1]), begun))
        lines.clear()

    for entry in entries:
        if not lines:
            begun = entry.at_micros
        lines.append(exported(entry, head.hash) + b"\n")
        if entry.answer and entry.device is not None and entry.device_sequence is not None:
            devices[entry.device] = (devices.get(entry.device, (entry.device_sequence,))[0], entry.device_sequence)
        head = entry.head
        if len(lines) == PART_EVENTS:
            close_part()
    if lines:
        close_part()
    header = ArchiveHeader(
        devices, follows.number + 1, FORMAT, head.hash, journal, head.number, head.at_micros, tuple(parts), follows.hash
    )
    content = (gzip.compress(_encode(header) + b"\n", mtime=0), *chunks)
    with path.open("wb") as out:
        out.writelines(content)
        out.flush()
        os.fsync(out.fileno())
    return hashlib.sha256(b"".join(content)).hexdigest()


class ArchiveFile:
    """A file that is what its row says."""

    def __init__(self, path: Path, header: ArchiveHeader, begin: int) -> None:
        self.path, self.header = path, header
        self._offsets = list(accumulate((part.bytes for part in header.parts), initial=begin))

    def entries(self, *, after: int = 0) -> Iterator[Entry]:
        begin = max(after - self.header.first + 1, 0)
        for index in range(begin // PART_EVENTS, len(self.header.parts)):
            lines = self._lines(index)
            yield from map(self._entry, lines[max(begin - index * PART_EVENTS, 0) :])

    def first_since(self, at_micros: int) -> int:
        """The first event at or after a moment, which is in this file."""
        began = [index for index, part in enumerate(self.header.parts) if part.at_micros < at_micros]
        index = began[-1] if began else 0
        first = self.header.first + index * PART_EVENTS
        times = [self._entry(line).at_micros for line in self._lines(index)]
        return first + sum(time < at_micros for time in times)

    def answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        """What a device was answered here, and the event that says so."""
        spoken = f'"device":{device_text(device)},"device_sequence":{sequence},'.encode()
        for index in range(len(self.header.parts)):
            for line in self._lines(index):
                if spoken in line:
                    entry = self._entry(line)
                    if entry.answer and (entry.device, entry.device_sequence) == (device, sequence):
                        return entry.answer, entry.number
        return None

    def _lines(self, index: int) -> list[bytes]:
        try:
            with self.path.open("rb") as source:
                source.seek(self._offsets[index])
                return gzip.decompress(source.read(self.header.parts[index].bytes)).splitlines()
        except FileNotFoundError as error:
            raise _missing(self.path, self.header.first, self.header.last, "is missing") from error
        except (OSError, EOFError, zlib.error) as error:
            raise LedgerCorrupt(f"the archive file {self.path} is damaged: {error}") from error

    def _entry(self, line: bytes) -> Entry:
        try:
            return read_own_line(line)[0]
        except ValueError as error:
            raise LedgerCorrupt(f"the archive file {self.path} is damaged: {error}") from error


def open_archive_file(path: Path, expected: Range, journal: str) -> ArchiveFile:
    """A file, found to be what its row says; what was looked at once is not looked at again until the file changes."""
    try:
        found = path.stat()
        return _opened(path, expected, journal, (found.st_ino, found.st_size, found.st_mtime_ns))
    except FileNotFoundError as error:
        raise _missing(path, expected.first, expected.last, "is missing") from error
    except OSError as error:
        raise _missing(path, expected.first, expected.last, f"cannot be read ({error.strerror})") from error


def _missing(path: Path, first: int, last: int, what: str) -> ArchiveMissing:
    return ArchiveMissing(
        f"the archive file {path}, which holds events {first} to {last}, {what}: put it back from a copy"
    )


@lru_cache(maxsize=MOST_OPEN)
def _opened(path: Path, expected: Range, journal: str, _: tuple[int, int, int]) -> ArchiveFile:
    with path.open("rb") as source:
        found = hashlib.file_digest(source, "sha256").hexdigest()
        if found != expected.sha256:
            raise LedgerCorrupt(
                f"the archive file {path} was changed: its SHA-256 is {found}, expected {expected.sha256}; "
                f"put it back from a copy"
            )
        source.seek(0)
        header, begin = _header(path, source.read(READ_BYTES))
    actual = header.first, header.last, header.head, header.journal, header.format
    wanted = expected.first, expected.last, expected.last_hash, journal, FORMAT
    if actual != wanted:
        raise LedgerCorrupt(
            f"the archive file {path} holds events {header.first} to {header.last} of journal {header.journal}, ending "
            f"in {header.head}, expected {expected.first} to {expected.last} of {journal}, ending in "
            f"{expected.last_hash}"
        )
    return ArchiveFile(path, header, begin)


def _header(path: Path, content: bytes) -> tuple[ArchiveHeader, int]:
    """The header of a file that begins so, and where it ends."""
    unpacking = zlib.decompressobj(_GZIP)
    try:
        line = unpacking.decompress(content)
        if not unpacking.eof:
            raise ValueError("its header does not end")
        return _decode(line), len(content) - len(unpacking.unused_data)
    except (zlib.error, MsgspecError, ValueError) as error:
        raise LedgerCorrupt(f"the archive file {path} is damaged: {error}") from error


FOLDER_SUFFIX = ".archive"
_FOLDER_DIGITS = 16
_ROWS = select(ARCHIVES).order_by(ARCHIVES.c.first)


def folder_of(place: URL, journal: str) -> Path:
    """The folder of a journal's archive: beside a SQLite file, or in the archive folder for PostgreSQL."""
    if file := file_of(place):
        real = file.resolve()
        return real.with_name(f"{real.name}{FOLDER_SUFFIX}")
    folder = archive_folder()
    if folder is None:
        raise ArchiveMissing(
            f"nothing says where the archive of journal {journal} is: set {ARCHIVE_VARIABLE} to its folder"
        )
    return folder / digest(journal)[:_FOLDER_DIGITS]


class Archive:
    """The files of a journal, as the transaction of a connection sees them."""

    def __init__(self, connection: Connection, place: URL, journal: str) -> None:
        self._place, self._journal = place, journal
        self.ranges = [Range(*row) for row in connection.execute(_ROWS)]
        last = 0
        for each in self.ranges:
            if each.first != last + 1 or each.last < each.first:
                raise LedgerCorrupt(
                    f"the table of archives was changed: after events 1 to {last} it names {each.first} to {each.last}"
                )
            last = each.last
        self.last = last
        """All events up to this one were moved out."""

    @property
    def folder(self) -> Path:
        return folder_of(self._place, self._journal)

    def entries(self, *, after: int = 0, kinds: Collection[str] = ()) -> Iterator[Entry]:
        """Entries after a number in order, perhaps of some kinds only."""
        for each in self.ranges[self._index(after + 1) :]:
            for entry in self._open(each).entries(after=after):
                if not kinds or entry.kind in kinds:
                    yield entry

    def hash_at(self, number: int) -> str | None:
        """The hash of an event; nothing if it was not moved out."""
        if not 1 <= number <= self.last:
            return None
        within = self.ranges[self._index(number)]
        return within.last_hash if number == within.last else next(self.entries(after=number - 1)).hash

    def first_since(self, at_micros: int) -> int | None:
        """The first event at or after a moment; nothing if all that were moved out are older."""
        found = None
        for each in reversed(self.ranges):
            file = self._open(each)
            if file.header.last_at_micros < at_micros:
                break
            found = file
            if file.header.parts[0].at_micros < at_micros:
                break
        return found.first_since(at_micros) if found else None

    def stored_answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        """What a device was answered then, and the event that says so; its numbers only ever grew."""
        for each in reversed(self.ranges):
            file = self._open(each)
            first, last = file.header.devices.get(device, (sequence + 1, sequence))
            if sequence > last:
                return None
            if sequence >= first:
                return file.answer(device, sequence)
        return None

    def check_database(self, connection: Connection) -> None:
        """Check that moved events are no longer in the database, and the rest is."""
        first = connection.execute(select(func.min(EVENTS.c.number))).scalar_one()
        if self.last and first != self.last + 1:
            raise LedgerCorrupt(
                f"events 1 to {self.last} were moved out to files, but the first one in the database is {first}"
            )

    def _index(self, number: int) -> int:
        """The place of the range that holds an event."""
        return bisect_left(self.ranges, number, key=lambda each: each.last)

    def _open(self, each: Range) -> ArchiveFile:
        return open_archive_file(self.folder / Path(each.file).name, each, self._journal)
