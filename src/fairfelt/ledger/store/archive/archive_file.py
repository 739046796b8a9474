"""One archive file: a range of events as an export writes them, compressed in parts so that one event is found quickly.

It is a gzip file of several members: a header line first, then parts of some events each. Any program that unpacks
gzip gives the header and the lines of all events.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder, Encoder

from ...chain import FORMAT, Entry, Head, Stored, device_text, exported, read_own_line
from ...errors import ArchiveMissing, LedgerCorrupt

PART_EVENTS = 2_048
MOST_OPEN = 1_024
MOST_ANSWERS = 1_024
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
    """Files are named by the events that they hold."""
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
        """Entries after a number, in order."""
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
            return read_own_line(line)
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


@lru_cache(maxsize=MOST_ANSWERS)
def archived_answer(file: ArchiveFile, device: str, sequence: int) -> tuple[Stored, int] | None:
    """What a device was answered in a file; what it asks again and again is looked for once."""
    return file.answer(device, sequence)
