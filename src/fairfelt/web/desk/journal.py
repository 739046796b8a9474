"""Finding one's way in the log by time: events are numbered without gaps, and time never runs back in them."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.ledger import Entry, Ledger
from fairfelt.room import Floor

CHUNK = 1_000


def first_since(ledger: Ledger[Floor], at_micros: int) -> int:
    """The number of the first event at or after a moment; one more than the last if there is none yet."""
    low, high = 1, ledger.committed.head.number + 1
    while low < high:
        middle = (low + high) // 2
        if ledger.entries(after=middle - 1, limit=1)[0].at_micros < at_micros:
            low = middle + 1
        else:
            high = middle
    return low


def entries_between(ledger: Ledger[Floor], first: int, last: int) -> Iterator[Entry]:
    """Events of these numbers, in chunks."""
    while first <= last:
        found = ledger.entries(after=first - 1, limit=min(CHUNK, last - first + 1))
        if not found:
            return
        yield from found
        first = found[-1].number + 1
