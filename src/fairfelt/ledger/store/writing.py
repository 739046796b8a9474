"""Writing a group: events, balances and the new head, all in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, update

from ..chain import Entry, Head
from .tables import ARCHIVES, BALANCES, EVENTS, JOURNAL

Row = tuple[Any, ...]
_NO_ANSWER = (None, None, None)
CHUNKS_ROWS = tuple(1 << power for power in range(11, -1, -1))
"""SQLite takes up to 32,766 values in one statement. After each another thread may take Python's lock, so there
are few of them: one for each bit of the number of rows."""
MOST_IN_ONE = 64
"""Maximum number of rows in a statement of their exact length: the driver caches 128 statements."""
_MOVE = f"UPDATE {JOURNAL.name} SET head_number = ?, head_hash = ? WHERE head_number = ? AND head_hash = ?"
_MOVE_AND_ASK = f"{_MOVE.replace('?', '%s')} RETURNING current_setting('synchronous_standby_names')"
_REPLACING = " ON CONFLICT (account) DO UPDATE SET amount_micros = excluded.amount_micros"


def begin_journal(connection: Connection, journal: str, head: Head) -> None:
    """The one row of a new journal."""
    connection.execute(insert(JOURNAL).values(singleton=1, id=journal, head_number=head.number, head_hash=head.hash))


def append(connection: Connection, follows: Head, entries: Sequence[Entry], balances: Mapping[str, int]) -> bool:
    """Write entries after a head, and the balances they lead to; says whether their commit waits for a standby."""
    standbys = _move_head(connection, follows, entries[-1].head) if entries else ""
    _insert(connection, EVENTS, event_rows(entries))
    _upsert_balances(connection, balances)
    return bool(standbys)


def touch(connection: Connection) -> None:
    """Write what is there already."""
    connection.execute(update(JOURNAL).values(head_number=JOURNAL.c.head_number))


def bring_back(connection: Connection, entries: Iterable[Entry]) -> None:
    """Write entries that were moved out to files, which are named no more."""
    connection.execute(delete(ARCHIVES))
    left = iter(entries)
    while chunk := list(islice(left, CHUNKS_ROWS[0])):
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
    """Rows for the table of events."""
    for number, at_micros, device, sequence, kind, body, posted, answer, hash_ in entries:
        digest, refused, text = answer or _NO_ANSWER
        yield number, at_micros, device, sequence, kind, body, posted, digest, refused, text, hash_


def _insert(connection: Connection, table: Table, rows: Iterator[Row]) -> None:
    """The quickest way each database has for many rows at once."""
    first = next(rows, None)
    if first is None:
        return
    rows = chain((first,), rows)
    if connection.dialect.name == "sqlite":
        _insert_in_chunks(connection, table, rows)
        return
    cursor: Any = connection.connection.cursor()
    columns = ", ".join(column.name for column in table.columns)
    with cursor, cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _insert_in_chunks(connection: Connection, table: Table, rows: Iterable[Row], ending: str = "") -> None:
    """Many rows to a statement: with one row each, Python would hand its lock around after every row."""
    values, width = tuple(chain.from_iterable(rows)), len(table.columns)
    done, mark = 0, _mark(connection)
    cursor: Any = connection.connection.cursor()  # the driver's own: others would look through every statement first
    for size in _chunks(len(values) // width):
        end = done + size * width
        cursor.execute(_insert_of(table, size, mark, ending), values[done:end])
        done = end


@cache
def _chunks(rows: int) -> tuple[int, ...]:
    """How many rows go into each statement: all of a small group, and of a large one what each bit counts."""
    if rows <= MOST_IN_ONE:
        return (rows,) if rows else ()
    full, rest = divmod(rows, CHUNKS_ROWS[0])
    return (CHUNKS_ROWS[0],) * full + tuple(size for size in CHUNKS_ROWS[1:] if rest & size)


def _mark(connection: Connection) -> str:
    """The placeholder of a value in a statement. Statements of every group are written for the driver, to save time."""
    return "?" if connection.dialect.name == "sqlite" else "%s"


@cache
def _insert_of(table: Table, size: int, mark: str, ending: str) -> str:
    columns = [column.name for column in table.columns]
    row = f"({', '.join([mark] * len(columns))})"
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES {', '.join([row] * size)}{ending}"


def _upsert_balances(connection: Connection, balances: Mapping[str, int]) -> None:
    _insert_in_chunks(connection, BALANCES, sorted(balances.items()), _REPLACING)
