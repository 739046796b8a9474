"""The journal's money day by day, added up by the database: the quick way to read very many events."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.law import GamingDays, Movement, movements
from fairfelt.ledger import Ledger
from fairfelt.room import Floor


def day_sums(ledger: Ledger[Floor], days: GamingDays, *, after: int, last: int) -> Iterator[Movement]:
    """The movements of each day after an event and up to another, where those of one kind are one movement.

    Events of a kind move money the same way, so adding their movements up loses nothing.
    """
    while after < last:
        on = days.day_of(ledger.entries(after=after, limit=1)[0].at_micros)
        end = min(last, max(after + 1, ledger.first_since(days.end_micros(on)) - 1))
        for accounts in ledger.moved(after=after, last=end).values():
            yield from movements(on, accounts.items())
        after = end
