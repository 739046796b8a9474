"""The journal's money day by day, added up by the database: the quick way to read very many events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from fairfelt.law import Movement, day_at, movements
from fairfelt.law.core.zone import micros_at
from fairfelt.ledger import Ledger
from fairfelt.room import Floor


def day_sums(ledger: Ledger[Floor], zone: ZoneInfo, *, after: int, last: int) -> Iterator[Movement]:
    """The movements of each day after an event and up to another, where those of one kind are one movement.

    Events of a kind move money the same way, so what is told by adding their movements up is the same.
    """
    while after < last:
        on = day_at(ledger.entries(after=after, limit=1)[0].at_micros, zone)
        end = min(last, max(after + 1, ledger.first_since(_end_micros(on, zone)) - 1))
        for accounts in ledger.moved(after=after, last=end).values():
            yield from movements(on, accounts.items())
        after = end


def _end_micros(on: date, zone: ZoneInfo) -> int:
    return micros_at(datetime.combine(on + timedelta(1), time(), zone))
