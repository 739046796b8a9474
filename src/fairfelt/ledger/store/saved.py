"""The table of snapshots: what was known after an event, so that a start need not read all events before it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from .tables import SNAPSHOTS

NEWEST = 8
"""Number of newest snapshots that are kept, in case the last ones are damaged."""
APART_EVENTS = 100_000
"""Only one older snapshot is kept per this many events: verification starts there on several cores."""


def keep(connection: Connection, number: int, texts: Mapping[str, str]) -> None:
    """Write the texts of a snapshot into the transaction that is open, and remove those that nobody needs any more."""
    rows = [
        {"number": number, "name": name, "body": zlib.compress(text.encode(), 1)}
        for name, text in sorted(texts.items())
    ]
    connection.execute(insert(SNAPSHOTS), rows)
    old = numbers(connection)[NEWEST:]
    apart = {last // APART_EVENTS: last for last in old}
    if unneeded := set(old) - set(apart.values()):
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.number.in_(unneeded)))


def numbers(connection: Connection) -> list[int]:
    """The events after which something was kept, the newest first."""
    found = select(SNAPSHOTS.c.number).distinct().order_by(SNAPSHOTS.c.number.desc())
    return list(connection.execute(found).scalars())


def texts(connection: Connection, number: int) -> dict[str, str]:
    """The texts of a snapshot; empty if it cannot be unpacked, which matches no recorded digest."""
    rows = connection.execute(select(SNAPSHOTS.c.name, SNAPSHOTS.c.body).where(SNAPSHOTS.c.number == number))
    return {name: _unpacked(body) for name, body in rows}


def _unpacked(body: bytes) -> str:
    try:
        return zlib.decompress(body).decode()
    except (zlib.error, ValueError, TypeError):
        return ""
