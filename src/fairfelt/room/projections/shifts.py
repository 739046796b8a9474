"""Dealers' shifts: who stood at which table, from signing in to signing out, and how many games they started."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fairfelt.ledger import Ledger
from fairfelt.ledger.chain import RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.commands.felt import BetsReported
from fairfelt.room.commands.people import PinEntered, SignedOut
from fairfelt.room.commands.round_events import GameStarted
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.room.state.people import Role

KINDS = kinds_of(PinEntered, SignedOut, GameStarted, BetsReported)
LONGEST_MICROS = 12 * 3600 * 1_000_000
"""Maximum length of a session: a person who signed in earlier has left."""


@dataclass
class Shift:
    """A person's session at a table."""

    person: str
    table: str
    from_micros: int
    last_micros: int
    """The time of signing out, or of the last game dealt."""
    signed_out: bool = False
    games: int = 0


def read_shifts(ledger: Ledger[Floor], from_micros: int, to_micros: int) -> tuple[Shift, ...]:
    """Every shift that reaches into a time. Reads the database: call it off the event loop."""
    committed = ledger.committed
    first, end = ledger.first_since(from_micros - LONGEST_MICROS), ledger.first_since(to_micros)
    recorded = ledger.recorded(KINDS, after=first - 1, last=min(end - 1, committed.head.number))
    return tuple(shift for shift in shifts_in(committed.state, recorded) if shift.last_micros >= from_micros)


def shifts_in(floor: Floor, recorded: Iterable[RecordedEvent]) -> tuple[Shift, ...]:
    """The shifts of dealers, and of others who dealt, in the order in which they began."""
    found = list(_shifts(floor, recorded))
    found.sort(key=lambda shift: (shift.from_micros, shift.table))
    return tuple(shift for shift in found if shift.games or floor.people[shift.person].role is Role.DEALER)


def _shifts(floor: Floor, recorded: Iterable[RecordedEvent]) -> Iterator[Shift]:
    at: dict[tuple[str, str], Shift] = {}
    """The shifts that are not over, by table and person."""
    for record in recorded:
        event, now = read_event(record.body), record.at_micros
        match event:
            case GameStarted() | BetsReported(began=True):
                for person in dict.fromkeys(event.people):
                    before = at.get((event.table, person))
                    if before and now - before.from_micros > LONGEST_MICROS:
                        yield at.pop((event.table, person))
                    shift = at.setdefault((event.table, person), Shift(person, event.table, now, now))
                    shift.games, shift.last_micros = shift.games + 1, now
            case PinEntered(right=True) if table := _table(floor, event.device):
                person = floor.cards[event.card].person
                if before := at.pop((table, person), None):
                    yield before
                at[table, person] = Shift(person, table, now, now)
            case SignedOut() if table := _table(floor, event.device):
                if shift_over := at.pop((table, floor.cards[event.card].person), None):
                    shift_over.last_micros, shift_over.signed_out = now, True
                    yield shift_over
    yield from at.values()


def _table(floor: Floor, device: str) -> str:
    """The table of a keypad; nothing for what stands elsewhere."""
    return floor.devices[device].table if device in floor.devices else ""
