"""Reading a journal: as it stands at one moment, from the database and from the files that events were moved out to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Select, select, text
from sqlalchemy.exc import DatabaseError

from ..chain import NO_POSTINGS, Entry, Head, RecordedEvent, Stored, genesis, read_postings
from ..errors import LedgerUnavailable, NoJournal, WrongJournal
from .archive import Archive
from .place import complaints, file_of, named, place_of, reading_complaints, reading_engine
from .tables import BALANCES, EVENTS, JOURNAL, has_tables

CHUNK_EVENTS = 2_000
LOOKED_AT_EVENTS = 20_000
_RECORDED = select(EVENTS.c.number, EVENTS.c.at_micros, EVENTS.c.kind, EVENTS.c.body, EVENTS.c.postings)
_MOVED = select(EVENTS.c.kind, EVENTS.c.postings).where(EVENTS.c.postings != NO_POSTINGS)
_HELD = text(
    "SELECT pg_is_in_recovery() OR EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid::bigint = hashtext('fairfelt-ledger')::bigint & 4294967295"
    " AND objid::bigint = hashtext(current_schema())::bigint & 4294967295)"
)
"""A copy of the database that only follows another one does not know who writes there."""


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
        """Entries in order, perhaps of some kinds only, read in chunks."""
        if self.archive.last and after < self.archive.last:
            for entry in islice(self.archive.entries(after=after, kinds=kinds), limit):
                limit = None if limit is None else limit - 1
                yield entry
            after = self.archive.last
        wanted = select(EVENTS).order_by(EVENTS.c.number)
        wanted = wanted.where(EVENTS.c.kind.in_(kinds)) if kinds else wanted
        while limit is None or limit > 0:
            size = CHUNK_EVENTS if limit is None else min(limit, CHUNK_EVENTS)
            found: Any = self.connection.execute(wanted.where(EVENTS.c.number > after).limit(size)).cursor
            rows = found.fetchall()  # as the driver gives them: they hold nothing that would have to be converted
            yield from map(_entry, rows)
            if len(rows) < size:
                return
            after, limit = rows[-1][0], None if limit is None else limit - len(rows)

    def last_head(self) -> Head | None:
        """The last event in the database, which is not read from the journal's own row."""
        wanted = select(EVENTS.c.number, EVENTS.c.hash, EVENTS.c.at_micros).order_by(EVENTS.c.number.desc()).limit(1)
        row = self.connection.execute(wanted).one_or_none()
        return Head(*row) if row else None

    def has_writer(self) -> bool:
        """Whether a server writes the journal now; for a file a reader cannot know, and assumes so."""
        connection = self.connection
        return connection.dialect.name != "postgresql" or bool(connection.execute(_HELD).scalar_one())

    def balances(self) -> dict[str, int]:
        """The balances as they were written with the postings."""
        return {row.account: row.amount_micros for row in self.connection.execute(select(BALANCES))}

    def hash_at(self, number: int) -> str | None:
        """The hash of an event, or of the beginning."""
        if not number:
            return genesis(self.journal).hash
        stored = select(EVENTS.c.hash).where(EVENTS.c.number == number)
        return self.archive.hash_at(number) or self.connection.execute(stored).scalar_one_or_none()

    def stored_answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        """What a device was answered then, and the event that says so."""
        row = self.connection.execute(
            select(EVENTS.c.digest, EVENTS.c.refused, EVENTS.c.answer, EVENTS.c.number).where(
                EVENTS.c.device == device, EVENTS.c.device_sequence == sequence, EVENTS.c.digest.is_not(None)
            )
        ).one_or_none()
        return (Stored(*row[:3]), row.number) if row else self.archive.stored_answer(device, sequence)

    def first_since(self, at_micros: int) -> int:
        """The first event at or after a moment, or the one after the last: time never runs back."""
        found = self.archive.first_since(at_micros)
        if found is not None:
            return found
        low, high = self.archive.last + 1, self.head.number + 1
        while low < high:
            middle = (low + high) // 2
            when = self.connection.execute(select(EVENTS.c.at_micros).where(EVENTS.c.number == middle)).scalar_one()
            low, high = (middle + 1, high) if when < at_micros else (low, middle)
        return low

    def moved(self, *, after: int, last: int) -> dict[str, dict[str, int]]:
        """Sums of the events after one and up to another, by kind and account."""
        found: dict[str, dict[str, int]] = {}
        moved_out = ((one.kind, one.posted) for one in self._moved_out(after, last) if one.posted != NO_POSTINGS)
        for kind, postings in chain(moved_out, self._rows(_MOVED, after, last)):
            accounts = found.setdefault(kind, {})
            for account, micros in read_postings(postings):
                accounts[account] = accounts.get(account, 0) + micros
        return found

    def recorded(self, kinds: Collection[str], *, after: int, last: int) -> Iterator[RecordedEvent]:
        """Events of some kinds, after one and up to another."""
        rows = self._rows(_RECORDED.where(EVENTS.c.kind.in_(kinds)).order_by(EVENTS.c.number), after, last)
        moved_out = ((one.number, one.at_micros, one.kind, one.body, one.posted)
                     for one in self._moved_out(after, last, kinds))  # fmt: skip
        for number, at_micros, kind, body, postings in chain(moved_out, rows):
            moved = read_postings(postings)
            yield RecordedEvent(number, at_micros, kind, body, moved[0][0] if moved else None)

    def _moved_out(self, after: int, last: int, kinds: Collection[str] = ()) -> Iterator[Entry]:
        """Events of the archive after one and up to another."""
        if after < min(last, self.archive.last):
            for entry in self.archive.entries(after=after, kinds=kinds):
                if entry.number > last:
                    return
                yield entry

    def _rows(self, wanted: Select[Any], after: int, last: int) -> Iterator[Sequence[Any]]:
        """Events of the database, few at a time: a limit would have all of them sorted."""
        for begin in range(max(after, self.archive.last), last, LOOKED_AT_EVENTS):
            among = EVENTS.c.number > begin, EVENTS.c.number <= min(begin + LOOKED_AT_EVENTS, last)
            yield from self.connection.execute(wanted.where(*among)).all()


def _entry(row: Sequence[Any]) -> Entry:
    number, at_micros, device, sequence, kind, body, postings, digest, refused, answer, hash_ = row
    stored = None if digest is None else Stored(digest, bool(refused), answer)
    return Entry(number, at_micros, device, sequence, kind, body, postings, stored, hash_)


def snapshot_of(connection: Connection, place: URL) -> Snapshot:
    """The snapshot that the transaction of a connection sees."""
    row = connection.execute(select(JOURNAL)).one_or_none()
    if row is None:
        raise WrongJournal("the database holds the tables of a journal, but none was begun")
    return Snapshot(row.id, Head(row.head_number, row.head_hash), connection, place)


@contextmanager
def snapshot(address: str | Path | URL) -> Iterator[Snapshot]:
    """Open a journal for reading while another process may write it."""
    place = place_of(address)
    try:
        connection = reading_engine(place).connect()
    except DatabaseError as error:  # a server may be there in a moment, a file is as it is
        kind = WrongJournal if file_of(place) else LedgerUnavailable
        raise kind(f"{named(place)} cannot be opened ({' '.join(str(error.orig).split())})") from error
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
