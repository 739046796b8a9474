"""Win pages found in the log. What is remembered is only where each stands, and when it was claimed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from fairfelt.ledger import Entry, Ledger, RecordedEvent
from fairfelt.room import Floor, WinPage, win_pages
from fairfelt.room.events.kinds import AWARDS_CONFIRMED, CLAIMS_SET

from .projection import EventProjection


class WinLog(EventProjection):
    """Finds win pages by their numbers."""

    kinds = (CLAIMS_SET, AWARDS_CONFIRMED)

    def __init__(self) -> None:
        super().__init__()
        self._stands_at: list[tuple[int, int | None]] = []
        """The event of each win and the time of its claim, in the order of their numbers."""
        self._claims: dict[str, dict[int, tuple[str, int]]] = {}
        """The hand claimed at each seat of each table, and since when."""

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

    def _take(self, event: RecordedEvent, body: Mapping[str, Any]) -> None:
        if event.kind == CLAIMS_SET:
            self._claim(body, event.at_micros)
        else:
            self._win(body, event.number)

    def _claim(self, body: Mapping[str, Any], at_micros: int) -> None:
        before = self._claims.get(body["table"], {})
        self._claims[body["table"]] = {
            seat: before[seat] if before.get(seat, ("",))[0] == hand else (hand, at_micros)
            for seat, hand in body["claims"]
        }

    def _win(self, body: Mapping[str, Any], event: int) -> None:
        claims = self._claims.pop(body["table"], {})
        for award in body["awards"]:
            since = claims.get(award["seat"])
            self._stands_at.append((event, since[1] if since else None))


def _pages(entries: Iterable[Entry]) -> Iterable[WinPage]:
    return (page for entry in entries for page in win_pages(json.loads(entry.body), entry.at_micros))
