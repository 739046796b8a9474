"""Win pages found in the log. What is remembered is only where each stands, and when it was claimed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from typing import Any

from fairfelt.ledger import Entry, Ledger
from fairfelt.room import Floor, WinPage, win_pages

CONFIRMED, CLAIMED = "awards confirmed", "claims set"


class WinLog:
    """Finds win pages by their numbers. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._stands_at: list[tuple[int, int | None]] = []
        """The event of each win and the time of its claim, in the order of their numbers."""
        self._claims: dict[str, dict[int, tuple[str, int]]] = {}
        """The hand claimed at each seat of each table, and since when."""
        self._read_to = 0
        self._reading = Lock()

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        """The page of that number."""
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def pages(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[WinPage]:
        """Pages in the order of their numbers."""
        self.read_on(ledger)
        wanted = range(after + 1, min(after + limit, len(self._stands_at)) + 1)
        events = sorted({self._stands_at[number - 1][0] for number in wanted})
        found = {page.number: page for event in events for page in _pages(ledger.entries(after=event - 1, limit=1))}
        prints = ledger.committed.state.prints
        return [
            replace(found[number], copy=prints.get(number, 0), claimed_at_micros=self._stands_at[number - 1][1])
            for number in wanted
        ]

    def read_on(self, ledger: Ledger[Floor]) -> None:
        """Read what was claimed and confirmed since the last look, in the order in which it happened."""
        with self._reading:
            last = ledger.committed.head.number
            found = list(ledger.told((CLAIMED, CONFIRMED), after=self._read_to, last=last))  # all, or none and an error
            for told in found:
                body = json.loads(told.body)
                if told.kind == CLAIMED:
                    self._claim(body, told.at_micros)
                else:
                    self._win(body, told.number)
            self._read_to = last

    def _claim(self, body: dict[str, Any], at_micros: int) -> None:
        before = self._claims.get(body["table"], {})
        self._claims[body["table"]] = {
            seat: before[seat] if before.get(seat, ("",))[0] == hand else (hand, at_micros)
            for seat, hand in body["claims"]
        }

    def _win(self, body: dict[str, Any], event: int) -> None:
        claims = self._claims.pop(body["table"], {})
        for award in body["awards"]:
            since = claims.get(award["seat"])
            self._stands_at.append((event, since[1] if since else None))


def _pages(entries: Iterable[Entry]) -> Iterable[WinPage]:
    return (page for entry in entries for page in win_pages(json.loads(entry.body), entry.at_micros))
