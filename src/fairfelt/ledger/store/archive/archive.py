"""The archive of a journal: all events that were moved out, read as if they still stood in the database."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, func, select

from fairfelt.runtime.configuration import ARCHIVE_VARIABLE, archive_folder

from ...canonical import digest
from ...chain import Entry, Stored
from ...errors import ArchiveMissing, LedgerCorrupt
from ..place import file_of
from ..tables import ARCHIVES, EVENTS
from .archive_file import ArchiveFile, Range, archived_answer, open_archive_file

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
        """The folder of the files."""
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
                return archived_answer(file, device, sequence)
        return None

    def check_database(self, connection: Connection) -> None:
        """What was moved out is no longer in the database, and the rest is."""
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
