"""Win pages and tray slips found in the log. What is remembered is only where each stands, and when it was claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from msgspec import Struct

from fairfelt.ledger import Entry, Ledger, RecordedEvent
from fairfelt.room import Floor, WinPage
from fairfelt.room.events import RoomEvent, read_event
from fairfelt.room.events.counts import TrayPaid, TrayPayVoided
from fairfelt.room.events.duties import HouseJackpotPaid, HouseJackpotPayVoided
from fairfelt.room.events.rounds import AwardPosted, AwardsConfirmed, ClaimsSet
from fairfelt.room.events.voids import AwardBackedOut
from fairfelt.room.views.win_page import Void

from .projection import EventProjection


@dataclass(frozen=True)
class PaidSlip:
    """A slip of pays from the tray: what it paid, when, and who voided it."""

    paid: TrayPaid
    at_micros: int
    void: Void | None


class SavedWins(Struct, forbid_unknown_fields=True):
    """The state of `Wins` in a snapshot."""

    read_to: int
    stands_at: list[tuple[int, int | None]]
    posted_at: list[int]
    claims: dict[str, list[tuple[int, str, int]]]
    voids: dict[int, Void]
    slips_at: list[int]
    slip_voids: dict[int, Void]


class WinLog(EventProjection):
    """Finds win pages by their numbers."""

    events = (
        ClaimsSet, AwardPosted, AwardsConfirmed, AwardBackedOut, TrayPaid, TrayPayVoided, HouseJackpotPaid,
        HouseJackpotPayVoided,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._stands_at: list[tuple[int, int | None]] = []
        """The event of each win and the time of its claim, in the order of their numbers."""
        self._posted_at: list[int] = []
        """The number of each award's public event, in the same order."""
        self._claims: dict[str, list[tuple[int, str, int]]] = {}
        """Seat and hand of each claim of each table, and since when."""
        self._voids: dict[int, Void] = {}
        """Awards that were backed out, by number."""
        self._slips_at: list[int] = []
        """The event of each slip of pays from the tray, in the order of their numbers."""
        self._slip_voids: dict[int, Void] = {}
        """Slips that were voided, by number."""

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        """The page of that number."""
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def posted_at(self, ledger: Ledger[Floor], number: int) -> int | None:
        """The number of the public event of an award, which proofs are made of."""
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
            replace(
                found[number],
                copy=prints.get(number, 0),
                claimed_at_micros=self._stands_at[number - 1][1],
                void=self._voids.get(number),
            )
            for number in wanted
        ]

    def slips(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[PaidSlip]:
        """Slips of pays from the tray, in the order of their numbers."""
        self.read_on(ledger)
        found = list[PaidSlip]()
        for number in range(after + 1, min(after + limit, len(self._slips_at)) + 1):
            (entry,) = ledger.entries(after=self._slips_at[number - 1] - 1, limit=1)
            paid = read_event(entry.body)
            assert isinstance(paid, TrayPaid), "the log of slips says where they stand"
            found.append(PaidSlip(paid, entry.at_micros, self._slip_voids.get(number)))
        return found

    def _saved(self) -> SavedWins:
        return SavedWins(
            self._read_to, self._stands_at, self._posted_at, self._claims, self._voids, self._slips_at, self._slip_voids
        )

    def _restore(self, saved: SavedWins) -> None:
        self._read_to, self._stands_at, self._claims = saved.read_to, saved.stands_at, saved.claims
        self._posted_at, self._voids = saved.posted_at, saved.voids
        self._slips_at, self._slip_voids = saved.slips_at, saved.slip_voids

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, ClaimsSet):
            self._claim(event, record.at_micros)
        elif isinstance(event, AwardPosted):
            self._posted_at.append(record.number)
        elif isinstance(event, AwardsConfirmed):
            self._win(event, record.number)
        elif isinstance(event, HouseJackpotPayVoided):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=event.document)
            self._voids.update(dict.fromkeys(event.win_pages, void))
        elif isinstance(event, AwardBackedOut):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=event.document)
            self._voids.update(dict.fromkeys(event.numbers, void))
        elif isinstance(event, TrayPaid):
            self._slips_at.append(record.number)
            self._stands_at.extend((record.number, None) for _ in event.win_pages)
        elif isinstance(event, HouseJackpotPaid):
            self._stands_at.extend((record.number, None) for _ in event.win_pages)
        elif isinstance(event, TrayPayVoided):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=f"slip {event.number}")
            self._slip_voids[event.number] = void
            self._voids.update(dict.fromkeys(event.win_pages, void))

    def _claim(self, event: ClaimsSet, at_micros: int) -> None:
        before = {(seat, hand): since for seat, hand, since in self._claims.get(event.table, ())}
        self._claims[event.table] = [
            (claim.seat, claim.hand, before.get((claim.seat, claim.hand), at_micros)) for claim in event.claims
        ]

    def _win(self, event: AwardsConfirmed, number: int) -> None:
        claims = {(seat, hand): since for seat, hand, since in self._claims.pop(event.table, ())}
        made = [(award.seat, award.hand) for award in event.awards]
        made += [(row.for_seat, row.hand) for row in event.envy if row.number]
        self._stands_at.extend((number, claims.get(each)) for each in made)


def _pages(entries: Iterable[Entry]) -> Iterator[WinPage]:
    for entry in entries:
        if isinstance(event := read_event(entry.body), AwardsConfirmed | TrayPaid | HouseJackpotPaid):
            yield from event.pages(entry.at_micros)
