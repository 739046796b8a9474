"""Reading a journal back, entry by entry, in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, select

from ..chain import Entry, Head, RecordedEvent, Stored
from ..errors import LedgerCorrupt, WrongJournal
from .tables import ANSWERS, BALANCES, EVENTS, JOURNAL, POSTINGS

CHUNK_EVENTS = 2_000
LOOKED_AT_EVENTS = 20_000

_ENTRIES = select(EVENTS, ANSWERS.c.digest, ANSWERS.c.refused, ANSWERS.c.answer).select_from(
    EVENTS.outerjoin(
        ANSWERS,
        and_(
            ANSWERS.c.number == EVENTS.c.number,
            ANSWERS.c.device == EVENTS.c.device,
            ANSWERS.c.sequence == EVENTS.c.device_sequence,
        ),
    )
)


_RECORDED = select(EVENTS.c.number, EVENTS.c.at_micros, EVENTS.c.kind, EVENTS.c.body, POSTINGS.c.account).select_from(
    EVENTS.outerjoin(POSTINGS, and_(POSTINGS.c.number == EVENTS.c.number, POSTINGS.c.line == 0))
)


def journal_row(connection: Connection) -> tuple[str, Head]:
    """Which journal this is, and the head it was left with."""
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


def first_since(connection: Connection, at_micros: int, last: int) -> int:
    """The first event at or after a moment, or the one after the last: time never runs back, numbers have no gaps."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        when = connection.execute(select(EVENTS.c.at_micros).where(EVENTS.c.number == middle)).scalar_one()
        low, high = (middle + 1, high) if when < at_micros else (low, middle)
    return low


def moved(connection: Connection, *, after: int, last: int) -> dict[str, dict[str, int]]:
    """What events came to by kind and account; the database adds up, which is quicker than to read them all."""
    total = func.sum(POSTINGS.c.amount_micros)
    rows = connection.execute(
        select(EVENTS.c.kind, POSTINGS.c.account, total)
        .join_from(POSTINGS, EVENTS, POSTINGS.c.number == EVENTS.c.number)
        .where(POSTINGS.c.number > after, POSTINGS.c.number <= last)
        .group_by(EVENTS.c.kind, POSTINGS.c.account)
    )
    found: dict[str, dict[str, int]] = {}
    for kind, account, micros in rows:
        found.setdefault(kind, {})[account] = int(micros)
    return found


def recorded(connection: Connection, kinds: Collection[str], *, after: int, last: int) -> Iterator[RecordedEvent]:
    """What events of some kinds say, in their order, looked for in chunks: a limit would have all of them sorted."""
    wanted = _RECORDED.where(EVENTS.c.kind.in_(kinds)).order_by(EVENTS.c.number)
    for begin in range(after, last, LOOKED_AT_EVENTS):
        among = EVENTS.c.number > begin, EVENTS.c.number <= min(begin + LOOKED_AT_EVENTS, last)
        yield from (RecordedEvent(*row) for row in connection.execute(wanted.where(*among)).all())


def entries(
    connection: Connection, *, after: int = 0, limit: int | None = None, kinds: Collection[str] = ()
) -> Iterator[Entry]:
    """Entries in the order of their numbers, perhaps of some kinds only, read in chunks."""
    left, wanted = limit, _ENTRIES.where(EVENTS.c.kind.in_(kinds)) if kinds else _ENTRIES
    while left is None or left > 0:
        size = CHUNK_EVENTS if left is None else min(left, CHUNK_EVENTS)
        rows = connection.execute(wanted.where(EVENTS.c.number > after).order_by(EVENTS.c.number).limit(size)).all()
        if not rows:
            return
        postings = _postings(connection, [row.number for row in rows])
        for row in rows:
            yield _entry(row, tuple(postings.get(row.number, ())))
        if len(rows) < size:
            return
        after, left = rows[-1].number, None if left is None else left - len(rows)


def _postings(connection: Connection, numbers: Sequence[int]) -> dict[int, list[tuple[str, int]]]:
    """Postings of events in the order of their numbers; a range is quicker to ask for, where they are one."""
    gapless = numbers[-1] - numbers[0] < len(numbers)
    among = POSTINGS.c.number.between(numbers[0], numbers[-1]) if gapless else POSTINGS.c.number.in_(numbers)
    rows = connection.execute(select(POSTINGS).where(among).order_by(POSTINGS.c.number, POSTINGS.c.line))
    found: dict[int, list[tuple[str, int]]] = {}
    for number, line, account, amount in rows:
        lines = found.setdefault(number, [])
        if line != len(lines):
            raise LedgerCorrupt(f"event {number}: its posting {len(lines)} is missing, number {line} stands there")
        lines.append((account, amount))
    return found


def _entry(row: Sequence[Any], postings: tuple[tuple[str, int], ...]) -> Entry:
    number, at_micros, device, sequence, kind, body, hash_, digest, refused, answer = row
    stored = None if digest is None else Stored(digest, refused, answer)
    return Entry(number, at_micros, device, sequence, kind, body, postings, stored, hash_)


def balances(connection: Connection) -> dict[str, int]:
    """What the accounts hold, as it was written with the postings."""
    return {row.account: row.amount_micros for row in connection.execute(select(BALANCES))}


def counts(connection: Connection) -> tuple[int, int]:
    """How many postings and answers there are, to find those that belong to no event."""
    found = [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (POSTINGS, ANSWERS)]
    return found[0], found[1]


def stored_answer(connection: Connection, device: str, sequence: int) -> tuple[Stored, int] | None:
    """What a device was answered then, and the event that says so."""
    row = connection.execute(
        select(ANSWERS).where(ANSWERS.c.device == device, ANSWERS.c.sequence == sequence)
    ).one_or_none()
    return (Stored(row.digest, row.refused, row.answer), row.number) if row else None
