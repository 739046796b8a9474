"""Win pages found in the log. What is remembered is only where each stands; the log holds the rest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from fairfelt.ledger import Entry, Ledger
from fairfelt.room import Floor, WinPage, win_pages

KIND = "awards confirmed"
CHUNK = 1_000


class WinLog:
    """Finds win pages by their numbers. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._stands_at: list[int] = []
        """The event of each win, in the order of their numbers."""
        self._read_to = 0

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        """The page of that number."""
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def pages(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[WinPage]:
        """Pages in the order of their numbers."""
        self._catch_up(ledger)
        wanted = range(after + 1, min(after + limit, len(self._stands_at)) + 1)
        events = sorted({self._stands_at[number - 1] for number in wanted})
        found = {page.number: page for event in events for page in _pages(ledger.entries(after=event - 1, limit=1))}
        prints = ledger.committed.state.prints
        return [replace(found[number], copy=prints.get(number, 0)) for number in wanted]

    def _catch_up(self, ledger: Ledger[Floor]) -> None:
        """Read what was confirmed since the last look."""
        while entries := ledger.entries(after=self._read_to, limit=CHUNK, kind=KIND):
            for entry in entries:
                self._stands_at += [entry.number] * len(json.loads(entry.body)["awards"])
            self._read_to = entries[-1].number


def _pages(entries: Iterable[Entry]) -> Iterable[WinPage]:
    return (page for entry in entries for page in win_pages(json.loads(entry.body), entry.at_micros))
