"""Win pages found in the log. What is remembered is only where each stands, and when it was claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from msgspec import Struct

from fairfelt.ledger import Entry, Ledger, RecordedEvent
from fairfelt.room import Floor, WinPage
from fairfelt.room.events import RoomEvent, read_event
from fairfelt.room.events.rounds import AwardPosted, AwardsConfirmed, ClaimsSet

from .projection import EventProjection


class SavedWins(Struct, forbid_unknown_fields=True):
    """Where wins stand, as a snapshot holds it."""

    read_to: int
    stands_at: list[tuple[int, int | None]]
    posted_at: list[int]
    claims: dict[str, dict[int, tuple[str, int]]]


class WinLog(EventProjection):
    """Finds win pages by their numbers."""

    events = (ClaimsSet, AwardPosted, AwardsConfirmed)

    def __init__(self) -> None:
        super().__init__()
        self._stands_at: list[tuple[int, int | None]] = []
        """The event of each win and the time of its claim, in the order of their numbers."""
        self._posted_at: list[int] = []
        """The event of each award that anybody may see, likewise."""
        self._claims: dict[str, dict[int, tuple[str, int]]] = {}
        """The hand claimed at each seat of each table, and since when."""

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        """The page of that number."""
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def posted_at(self, ledger: Ledger[Floor], number: int) -> int | None:
        """The number of the event that posts an award for everybody, and that proofs are made of."""
        self.read_on(ledger)
        return self._posted_at[number - 1] if 1 <= number <= len(self._posted_at) else None

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

    def _saved(self) -> SavedWins:
        return SavedWins(self._read_to, self._stands_at, self._posted_at, self._claims)

    def _restore(self, saved: SavedWins) -> None:
        self._read_to, self._stands_at, self._claims = saved.read_to, saved.stands_at, saved.claims
        self._posted_at = saved.posted_at

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, ClaimsSet):
            self._claim(event, record.at_micros)
        elif isinstance(event, AwardPosted):
            self._posted_at.append(record.number)
        elif isinstance(event, AwardsConfirmed):
            self._win(event, record.number)

    def _claim(self, event: ClaimsSet, at_micros: int) -> None:
        before = self._claims.get(event.table, {})
        self._claims[event.table] = {
            seat: before[seat] if before.get(seat, ("",))[0] == hand else (hand, at_micros)
            for seat, hand in event.claims
        }

    def _win(self, event: AwardsConfirmed, number: int) -> None:
        claims = self._claims.pop(event.table, {})
        for award in event.awards:
            since = claims.get(award.seat)
            self._stands_at.append((number, since[1] if since else None))


def _pages(entries: Iterable[Entry]) -> Iterator[WinPage]:
    for entry in entries:
        if isinstance(event := read_event(entry.body), AwardsConfirmed):
            yield from event.pages(entry.at_micros)
