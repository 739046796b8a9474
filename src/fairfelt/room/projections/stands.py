"""What stood at each table when: its records of a day are of the game of that day, whatever is played there now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fairfelt.ledger import Ledger
from fairfelt.ledger.chain import RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.events import kinds_of, read_event
from fairfelt.room.events.set_up import Stood, TableChanged, TableRetired

KINDS = kinds_of(TableChanged, TableRetired)


@dataclass(frozen=True)
class Stand:
    """What stood at a table from one moment to another."""

    stood: Stood
    from_micros: int | None = None
    """None if it stood there before the first event read."""
    to_micros: int | None = None
    """None if it still stands there."""

    def meets(self, from_micros: int, to_micros: int) -> bool:
        """Whether it stood there at any moment of a time."""
        begins_before = self.from_micros is None or self.from_micros < to_micros
        return begins_before and (self.to_micros is None or self.to_micros > from_micros)

    def within(self, from_micros: int, to_micros: int) -> tuple[int, int]:
        """The part of a time in which it stood there."""
        return max(from_micros, self.from_micros or from_micros), min(to_micros, self.to_micros or to_micros)


Stands = Mapping[str, tuple[Stand, ...]]
"""Stands by table, in the order of time."""


def read_stands(ledger: Ledger[Floor], since_micros: int) -> Stands:
    """What stood where since a moment. Reads the database: call it off the event loop."""
    committed = ledger.committed
    after = ledger.first_since(since_micros) - 1
    return stands_in(committed.state, ledger.recorded(KINDS, after=after, last=committed.head.number))


def stands_in(floor: Floor, recorded: Iterable[RecordedEvent]) -> Stands:
    """The configurations of each table, read backward from the changes, each of which records what it replaced."""
    found: dict[str, list[Stand]] = {}
    for record in recorded:
        event = read_event(record.body)
        if isinstance(event, TableChanged | TableRetired):
            mine = found.setdefault(event.table, [])
            mine.append(Stand(event.before, _until(mine), record.at_micros))
    before = {name: found.get(name, []) for name in floor.tables}
    return {name: (*mine, Stand(Stood.at(floor.tables[name]), _until(mine))) for name, mine in before.items()}


def _until(stands: Sequence[Stand]) -> int | None:
    """When the last of them ended."""
    return stands[-1].to_micros if stands else None
