"""The journal's money by jackpot and day, read on from where the last look stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from fairfelt.law import Daybook, GamingDays, Movement, daybook, movements
from fairfelt.law.funds import DayFigures
from fairfelt.ledger import Committed, Ledger
from fairfelt.ledger.chain import RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.commands.set_up import Stood, TableChanged, TableRetired
from fairfelt.room.registry import kinds_of, read_event

from .projection import Projection

# The journal's money day by day, added up by the database: the quick way to read very many events.


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


# What came into and went out of each kind of account, by day and jackpot: sums of the postings on the log.


Sums = Mapping[str, int]
"""Millionths by kind of account."""
Days = Mapping[tuple[date, str], Sums]
"""Sums by day and jackpot."""


def add_movements(movements: Iterable[Movement], before: Days) -> Days:
    """The sums of every day and jackpot, on top of those that were added before."""
    found: dict[tuple[date, str], Counter[str]] = {}
    for movement in movements:
        key = movement.on, movement.jackpot
        add_sums(found.setdefault(key, Counter(before.get(key, {}))), by_kind(movement.moves))
    return {**before, **found}


def add_sums(into: Counter[str], sums: Sums) -> None:
    """Add sums to others; one that comes to nothing stays."""
    for name, amount_micros in sums.items():
        into[name] += amount_micros


def by_kind(accounts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Amounts of a jackpot's accounts, levels taken together."""
    found: Counter[str] = Counter()
    for account, amount_micros in accounts:
        found[account.partition("/")[0]] += amount_micros
    return found


@dataclass(frozen=True)
class DaysRead:
    """All days up to a commit, as the law counts them and as the books add up."""

    days: GamingDays
    committed: Committed[Floor]
    book: Daybook = field(default_factory=Daybook)
    sums: Days = field(default_factory=dict)


class KnownDays(Struct, forbid_unknown_fields=True):
    """The figures and sums of each day and jackpot, and by which clock a day is counted."""

    zone: str = ""
    begins_hour: int = 0
    figures: list[tuple[date, str, DayFigures]] = []
    sums: list[tuple[date, str, dict[str, int]]] = []


class DayLog(Projection[KnownDays]):
    """Keeps the figures of every day; they begin where the room is, at its hour."""

    known_as = KnownDays

    def __init__(self) -> None:
        super().__init__()
        self._days: DaysRead | None = None

    def read(self, ledger: Ledger[Floor]) -> DaysRead:
        """All days up to the last commit."""
        self.read_on(ledger)
        assert self._days
        return self._days

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        by, known = committed.state.jurisdiction.days, self._known
        if (known.zone, known.begins_hour) != (str(by.zone), by.begins_hour):
            known, self._read_to = KnownDays(str(by.zone), by.begins_hour), 0
        found = list(day_sums(ledger, by, after=self._read_to, last=committed.head.number))
        book = daybook(found, Daybook({(on, jackpot): figures for on, jackpot, figures in known.figures}))
        sums = add_movements(found, {(on, jackpot): added for on, jackpot, added in known.sums})
        self._days = DaysRead(by, committed, book, sums)
        known.figures = [(*key, figures) for key, figures in book.figures.items()]
        known.sums = [(*key, dict(added)) for key, added in sums.items()]
        self._known = known


# What stood at each table when: its records of a day are of the game of that day, whatever is played there now.


KINDS = kinds_of(TableChanged, TableRetired)


@dataclass(frozen=True)
class Stand:
    """The game at a table from one moment to another."""

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
    """The games at all tables since a moment. Reads the database: call it off the event loop."""
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
    """The end of the last of them."""
    return stands[-1].to_micros if stands else None
