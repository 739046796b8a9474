"""Reading a journal back, entry by entry, in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, select

from ..chain import NO_POSTINGS, Entry, Head, RecordedEvent, Stored, read_postings
from ..errors import WrongJournal
from .tables import BALANCES, EVENTS, JOURNAL

CHUNK_EVENTS = 2_000
LOOKED_AT_EVENTS = 20_000
_new = tuple.__new__
"""Makes a named tuple without the detour through its own constructor: a journal has millions."""

_RECORDED = select(EVENTS.c.number, EVENTS.c.at_micros, EVENTS.c.kind, EVENTS.c.body, EVENTS.c.postings)
_MOVED = select(EVENTS.c.kind, EVENTS.c.postings).where(EVENTS.c.postings != NO_POSTINGS)


def journal_row(connection: Connection) -> tuple[str, Head]:
    """The name of this journal, and its recorded head."""
    row = connection.execute(select(JOURNAL)).one_or_none()
    if row is None:
        raise WrongJournal("the database holds the tables of a journal, but none was begun")
    return row.id, Head(row.head_number, row.head_hash)


def last_head(connection: Connection) -> Head | None:
    """The last event there is."""
    row = connection.execute(
        select(EVENTS.c.number, EVENTS.c.hash, EVENTS.c.at_micros).order_by(EVENTS.c.number.desc()).limit(1)
    ).one_or_none()
    return Head(*row) if row else None


def hash_at(connection: Connection, number: int) -> str | None:
    """The hash of an event as it stands there."""
    return connection.execute(select(EVENTS.c.hash).where(EVENTS.c.number == number)).scalar_one_or_none()


def first_since(connection: Connection, at_micros: int, after: int, last: int) -> int:
    """The first event at or after a moment, or the one after the last: time never runs back, numbers have no gaps."""
    low, high = after + 1, last + 1
    while low < high:
        middle = (low + high) // 2
        when = connection.execute(select(EVENTS.c.at_micros).where(EVENTS.c.number == middle)).scalar_one()
        low, high = (middle + 1, high) if when < at_micros else (low, middle)
    return low


Moved = dict[str, dict[str, int]]
"""Millionths by kind of event and account."""


def moved(connection: Connection, *, after: int, last: int, found: Moved) -> Moved:
    """What events came to by kind and account, with what was found already."""
    for among in _chunks(after, last):
        for kind, postings in connection.execute(_MOVED.where(*among)).all():
            add_up(found, kind, postings)
    return found


def add_up(found: Moved, kind: str, postings: str) -> None:
    """Add what an event moved."""
    if postings != NO_POSTINGS:
        accounts = found.setdefault(kind, {})
        for account, micros in read_postings(postings):
            accounts[account] = accounts.get(account, 0) + micros


def recorded(connection: Connection, kinds: Collection[str], *, after: int, last: int) -> Iterator[RecordedEvent]:
    """Events of some kinds, in order."""
    wanted = _RECORDED.where(EVENTS.c.kind.in_(kinds)).order_by(EVENTS.c.number)
    for among in _chunks(after, last):
        for row in connection.execute(wanted.where(*among)).all():
            yield recorded_event(*row)


def recorded_event(number: int, at_micros: int, kind: str, body: str, postings: str) -> RecordedEvent:
    """The content of an event, and the first account it moved."""
    moved = read_postings(postings)
    return RecordedEvent(number, at_micros, kind, body, moved[0][0] if moved else None)


def _chunks(after: int, last: int) -> Iterator[tuple[ColumnElement[bool], ColumnElement[bool]]]:
    """Few events at a time: a limit would have all of them sorted."""
    for begin in range(after, last, LOOKED_AT_EVENTS):
        yield EVENTS.c.number > begin, EVENTS.c.number <= min(begin + LOOKED_AT_EVENTS, last)


def entries(
    connection: Connection, *, after: int = 0, limit: int | None = None, kinds: Collection[str] = ()
) -> Iterator[Entry]:
    """Entries in the order of their numbers, perhaps of some kinds only, read in chunks."""
    left, wanted = limit, select(EVENTS).where(EVENTS.c.kind.in_(kinds)) if kinds else select(EVENTS)
    while left is None or left > 0:
        size = CHUNK_EVENTS if left is None else min(left, CHUNK_EVENTS)
        rows = _rows(connection, wanted.where(EVENTS.c.number > after).order_by(EVENTS.c.number).limit(size))
        yield from map(_entry, rows)
        if len(rows) < size:
            return
        after, left = rows[-1][0], None if left is None else left - len(rows)


def _rows(connection: Connection, wanted: Select[Any]) -> list[Sequence[Any]]:
    """Rows as the driver gives them: they hold nothing that would have to be converted."""
    found: Any = connection.execute(wanted).cursor
    rows: list[Sequence[Any]] = found.fetchall()
    return rows


def _entry(row: Sequence[Any]) -> Entry:
    number, at_micros, device, sequence, kind, body, postings, digest, refused, answer, hash_ = row
    stored = None if digest is None else _new(Stored, (digest, bool(refused), answer))
    return _new(Entry, (number, at_micros, device, sequence, kind, body, postings, stored, hash_))


def balances(connection: Connection) -> dict[str, int]:
    """The balances as they were written with the postings."""
    return {row.account: row.amount_micros for row in connection.execute(select(BALANCES))}


def stored_answer(connection: Connection, device: str, sequence: int) -> tuple[Stored, int] | None:
    """What a device was answered then, and the event that says so."""
    row = connection.execute(
        select(EVENTS.c.digest, EVENTS.c.refused, EVENTS.c.answer, EVENTS.c.number).where(
            EVENTS.c.device == device, EVENTS.c.device_sequence == sequence, EVENTS.c.digest.is_not(None)
        )
    ).one_or_none()
    return (Stored(*row[:3]), row.number) if row else None
