"""Win pages and tray slips found in the log. What is remembered is only where each stands, and when it was claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from fairfelt.ledger import Entry, Ledger, RecordedEvent
from fairfelt.room import Floor, WinPage
from fairfelt.room.commands.duties import HouseJackpotPaid, HouseJackpotPayVoided
from fairfelt.room.commands.felt import TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import AwardPosted, AwardsConfirmed, ClaimsSet
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import read_event
from fairfelt.room.state.awards import Void

from .projection import EventProjection


@dataclass(frozen=True)
class PaidSlip:
    """A slip of pays from the tray: what it paid, when, and who voided it."""

    paid: TrayPaid
    at_micros: int
    void: Void | None


@dataclass
class Wins:
    """Where the log has win pages and slips."""

    stands_at: list[tuple[int, int | None]] = field(default_factory=list)
    """The event of each win and the time of its claim, in the order of their numbers."""
    posted_at: list[int] = field(default_factory=list)
    """The number of each award's public event, in the same order."""
    claims: dict[str, list[tuple[int, str, int]]] = field(default_factory=dict)
    """Seat and hand of each claim of each table, and since when."""
    voids: dict[int, Void] = field(default_factory=dict)
    """Awards that were backed out, by number."""
    slips_at: list[int] = field(default_factory=list)
    """The event of each slip of pays from the tray, in the order of their numbers."""
    slip_voids: dict[int, Void] = field(default_factory=dict)
    """Slips that were voided, by number."""


class WinLog(EventProjection[Wins]):
    """Finds win pages by their numbers."""

    known_as = Wins
    events = (
        ClaimsSet, AwardPosted, AwardsConfirmed, AwardBackedOut, TrayPaid, TrayPayVoided, HouseJackpotPaid,
        HouseJackpotPayVoided,
    )  # fmt: skip

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        """The page of that number."""
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def posted_at(self, ledger: Ledger[Floor], number: int) -> int | None:
        """The number of the public event of an award, which proofs are made of."""
        self.read_on(ledger)
        return self._known.posted_at[number - 1] if 1 <= number <= len(self._known.posted_at) else None

    def pages(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[WinPage]:
        """Pages in the order of their numbers."""
        self.read_on(ledger)
        wanted = range(after + 1, min(after + limit, len(self._known.stands_at)) + 1)
        events = sorted({self._known.stands_at[number - 1][0] for number in wanted})
        found = {page.number: page for event in events for page in _pages(ledger.entries(after=event - 1, limit=1))}
        prints = ledger.committed.state.prints
        return [
            replace(
                found[number],
                copy=prints.get(number, 0),
                claimed_at_micros=self._known.stands_at[number - 1][1],
                void=self._known.voids.get(number),
            )
            for number in wanted
        ]

    def slips(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[PaidSlip]:
        """Slips of pays from the tray, in the order of their numbers."""
        self.read_on(ledger)
        found = list[PaidSlip]()
        for number in range(after + 1, min(after + limit, len(self._known.slips_at)) + 1):
            (entry,) = ledger.entries(after=self._known.slips_at[number - 1] - 1, limit=1)
            paid = read_event(entry.body)
            assert isinstance(paid, TrayPaid), "the log of slips says where they stand"
            found.append(PaidSlip(paid, entry.at_micros, self._known.slip_voids.get(number)))
        return found

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, ClaimsSet):
            self._claim(event, record.at_micros)
        elif isinstance(event, AwardPosted):
            self._known.posted_at.append(record.number)
        elif isinstance(event, AwardsConfirmed):
            self._win(event, record.number)
        elif isinstance(event, HouseJackpotPayVoided):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=event.document)
            self._known.voids.update(dict.fromkeys(event.win_pages, void))
        elif isinstance(event, AwardBackedOut):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=event.document)
            self._known.voids.update(dict.fromkeys(event.numbers, void))
        elif isinstance(event, TrayPaid):
            self._known.slips_at.append(record.number)
            self._known.stands_at.extend((record.number, None) for _ in event.win_pages)
        elif isinstance(event, HouseJackpotPaid):
            self._known.stands_at.extend((record.number, None) for _ in event.win_pages)
        elif isinstance(event, TrayPayVoided):
            void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=f"slip {event.number}")
            self._known.slip_voids[event.number] = void
            self._known.voids.update(dict.fromkeys(event.win_pages, void))

    def _claim(self, event: ClaimsSet, at_micros: int) -> None:
        before = {(seat, hand): since for seat, hand, since in self._known.claims.get(event.table, ())}
        self._known.claims[event.table] = [
            (claim.seat, claim.hand, before.get((claim.seat, claim.hand), at_micros)) for claim in event.claims
        ]

    def _win(self, event: AwardsConfirmed, number: int) -> None:
        claims = {(seat, hand): since for seat, hand, since in self._known.claims.pop(event.table, ())}
        made = [(award.seat, award.hand) for award in event.awards]
        made += [(row.for_seat, row.hand) for row in event.envy if row.number]
        self._known.stands_at.extend((number, claims.get(each)) for each in made)


def _pages(entries: Iterable[Entry]) -> Iterator[WinPage]:
    for entry in entries:
        if isinstance(event := read_event(entry.body), AwardsConfirmed | TrayPaid | HouseJackpotPaid):
            yield from event.pages(entry.at_micros)
