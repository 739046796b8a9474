"""A journal as it stands at one moment, for those who only read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DatabaseError

from fairfelt.ledger.transparency.tiles import TileTree

from ..chain import Entry, Head, RecordedEvent, genesis
from ..errors import NoJournal, WrongJournal
from . import reading
from .archive import Archive
from .complaints import complaints, reading_complaints
from .contents import has_tables
from .journal import has_writer
from .place import named, place_of, reading_engine
from .tiles import Roots, tile_tree


@dataclass(frozen=True)
class Snapshot:
    """One transaction's view of a journal."""

    journal: str
    head: Head
    """The head in the journal's own row."""
    connection: Connection
    place: URL

    @cached_property
    def archive(self) -> Archive:
        """Events that were moved out to files; whatever is read is read over both."""
        return Archive(self.connection, self.place, self.journal)

    def entries(self, *, after: int = 0, limit: int | None = None, kinds: Collection[str] = ()) -> Iterator[Entry]:
        """Entries in order, perhaps of some kinds only."""
        moved_out = self.archive.last
        if not moved_out or after >= moved_out:
            return reading.entries(self.connection, after=after, limit=limit, kinds=kinds)
        return self._entries_of_both(after, limit, kinds)

    def _entries_of_both(self, after: int, limit: int | None, kinds: Collection[str]) -> Iterator[Entry]:
        found = 0
        for entry in islice(self.archive.entries(after=after, kinds=kinds), limit):
            found += 1
            yield entry
        left = None if limit is None else limit - found
        yield from reading.entries(self.connection, after=self.archive.last, limit=left, kinds=kinds)

    def has_writer(self) -> bool:
        """Whether a server writes the journal now, as far as that can be known here."""
        return has_writer(self.connection)

    def balances(self) -> dict[str, int]:
        """The balances as they were written with the postings."""
        return reading.balances(self.connection)

    def hash_at(self, number: int) -> str | None:
        """The hash of an event, or of the beginning."""
        if not number:
            return genesis(self.journal).hash
        return self.archive.hash_at(number) or reading.hash_at(self.connection, number)

    def tree(self, roots: Roots) -> TileTree:
        """The Merkle tree over the events; roots of tiles are kept for the next time."""
        return tile_tree(self.connection, roots)

    def first_since(self, at_micros: int) -> int:
        """The first event at or after a moment, or the one after the last."""
        found = self.archive.first_since(at_micros)
        if found is not None:
            return found
        return reading.first_since(self.connection, at_micros, self.archive.last, self.head.number)

    def moved(self, *, after: int, last: int) -> dict[str, dict[str, int]]:
        """Sums of the events after one and up to another, by kind and account."""
        found: dict[str, dict[str, int]] = {}
        for entry in self._moved_out(after, last):
            reading.add_up(found, entry.kind, entry.posted)
        return reading.moved(self.connection, after=max(after, self.archive.last), last=last, found=found)

    def recorded(self, kinds: Collection[str], *, after: int, last: int) -> Iterator[RecordedEvent]:
        """Events of some kinds, after one and up to another."""
        for entry in self._moved_out(after, last, kinds):
            yield reading.recorded_event(entry.number, entry.at_micros, entry.kind, entry.body, entry.posted)
        yield from reading.recorded(self.connection, kinds, after=max(after, self.archive.last), last=last)

    def _moved_out(self, after: int, last: int, kinds: Collection[str] = ()) -> Iterator[Entry]:
        """Events of the archive after one and up to another."""
        if after < min(last, self.archive.last):
            for entry in self.archive.entries(after=after, kinds=kinds):
                if entry.number > last:
                    return
                yield entry


def snapshot_of(connection: Connection, place: URL) -> Snapshot:
    """The snapshot that the transaction of a connection sees."""
    return Snapshot(*reading.journal_row(connection), connection, place)


@contextmanager
def snapshot(address: str | Path | URL) -> Iterator[Snapshot]:
    """Open a journal for reading while another process may write it."""
    place = place_of(address)
    try:
        connection = reading_engine(place).connect()
    except DatabaseError as error:
        raise WrongJournal(f"{named(place)} cannot be opened ({' '.join(str(error.orig).split())})") from error
    with connection, reading_complaints(place):
        if not has_tables(connection):
            raise NoJournal(f"{named(place)} holds no journal")
        yield snapshot_of(connection, place)


class Reader:
    """Reads a journal that this process writes: over short connections of its own, from any thread."""

    def __init__(self, place: URL) -> None:
        self._place = place
        self._engine = reading_engine(place)

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """The journal as it stands now; LedgerUnavailable if it is out of reach."""
        with complaints(self._place), self._engine.connect() as connection:
            yield snapshot_of(connection, self._place)
