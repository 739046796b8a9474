"""Each gaming day: jackpots in the daybook, and every table with its counts, its play and its win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction

from msgspec import Struct

from fairfelt import games
from fairfelt.jackpot.book import PLACES, SOURCES
from fairfelt.jackpot.terms import FixedPays
from fairfelt.law import Daybook, GamingDays, Movement, ReportLine, daybook, movements
from fairfelt.law.funds import DayFigures
from fairfelt.ledger import Committed, Ledger
from fairfelt.ledger.store.snapshot import Snapshot
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import CorrectCount, RecordCount
from fairfelt.room.commands.set_up import RetireTable, Stood, TableChanged
from fairfelt.room.event import RoomEvent
from fairfelt.room.projections.periods import AtTable, PeriodLog, Projection
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.room.state.awards import CountKind
from fairfelt.room.state.limits import NO_LIMITS
from fairfelt.rules import format_amount, format_day
from fairfelt.runtime.formats import shared_fields

# The journal's money day by day, added up by the database: the quick way to read very many events.


def day_sums(ledger: Ledger[Floor] | Snapshot, days: GamingDays, *, after: int, last: int) -> Iterator[Movement]:
    """The movements of each day after an event and up to another, where those of one kind are one movement.

    Events of a kind move money the same way, so adding their movements up loses nothing.
    """
    while after < last:
        on = days.day_of(next(iter(ledger.entries(after=after, limit=1))).at_micros)
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
        found.setdefault(key, Counter(before.get(key, {}))).update(by_kind(movement.moves))
    return {**before, **found}


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


KINDS = kinds_of(TableChanged, RetireTable.recorded)


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
    found: dict[str, tuple[Stand, ...]] = {}
    ends: dict[str, int] = {}
    for record in ledger.recorded(KINDS, after=after, last=committed.head.number):
        event = read_event(record.body)
        stood = Stand(event.before, ends.get(event.table), record.at_micros)  # each records what it replaced
        found[event.table] = *found.get(event.table, ()), stood
        ends[event.table] = record.at_micros
    now = {name: Stand(Stood.at(table), ends.get(name)) for name, table in committed.state.tables.items()}
    return {name: (*found.get(name, ()), stand) for name, stand in now.items()}


NOTHING = AtTable()
DAYS_BACK = 31
"""Days before a day in which the last closing bank of a table is looked for."""


@dataclass(frozen=True, kw_only=True)
class CountRow:
    """One count with what became of it."""

    number: int
    table: str
    day: date
    counted: CountKind
    amount_micros: int
    currency: str
    document: str
    by: tuple[str, ...]
    rounds: int | None = None
    handle_micros: int | None = None
    """The handle of the opening bets, entered with the closing bank."""
    side_handles: Mapping[str, int] = field(default_factory=dict)
    """The handle of each side bet, entered with the closing bank."""
    corrections: tuple[str, ...] = ()
    """Each correction and its reason, the first one first."""


@dataclass(frozen=True, kw_only=True)
class TableDay:
    """One table on one gaming day."""

    table: str
    stood: tuple[Stood, ...]
    """The games of that day: several where the table was changed meanwhile."""
    day: date
    currency: str
    counts: tuple[CountRow, ...] = ()
    last_closing: CountRow | None = None
    """The last closing count of an earlier day."""
    play: AtTable = field(default_factory=lambda: NOTHING)
    """The keypad's counts: rounds, progressive bets, awards."""
    offered: tuple[str, ...] | None = None
    """The side bets that are posted at the table; None if never set."""
    paytables: Mapping[str, str] = field(default_factory=dict)
    """The one in play of each bet that is paid by one."""
    fixed_pays_from_tray: bool = True
    """Whether fixed pays of the progressive bet come from the tray, and not off the meter."""

    @property
    def game(self) -> str:
        """The game of that day by its name in the catalogue."""
        return ", then ".join(dict.fromkeys(f"{one.game} {one.variant}".strip() for one in self.stood))

    @property
    def title(self) -> str:
        """The game as people call it."""
        return ", then ".join(dict.fromkeys(games.title_of(one.game, one.variant) for one in self.stood))

    @property
    def played(self) -> Stood | None:
        """The one game of that day; None where there were several."""
        return self.stood[0] if len({one.fingerprint for one in self.stood}) == 1 else None

    def sum_micros(self, counted: CountKind) -> int:
        return sum(row.amount_micros for row in self.counts if row.counted is counted)

    def has(self, counted: CountKind) -> bool:
        return any(row.counted is counted for row in self.counts)

    @property
    def win_micros(self) -> int | None:
        """Drop and closing bank less opening bank and fills, with credits added; unknown while a bank is missing."""
        if not (self.has(CountKind.OPENING) and self.has(CountKind.CLOSING)):
            return None
        into = self.sum_micros(CountKind.DROP) + self.sum_micros(CountKind.CLOSING) + self.sum_micros(CountKind.CREDIT)
        return into - self.sum_micros(CountKind.OPENING) - self.sum_micros(CountKind.FILL)

    @property
    def hold(self) -> Fraction | None:
        """The part of the drop that was won."""
        win, drop = self.win_micros, self.sum_micros(CountKind.DROP)
        return Fraction(win, drop) if win is not None and drop else None

    @property
    def rounds(self) -> int:
        """Hands dealt, by the keypad or else as they were entered."""
        return self.play.rounds or sum(row.rounds or 0 for row in self.counts)

    @property
    def entered_micros(self) -> int | None:
        """The handle of opening bets, as it was entered with the closing bank."""
        return next((row.handle_micros for row in self.counts if row.handle_micros is not None), None)

    @property
    def entered_sides(self) -> Mapping[str, int]:
        """The amounts entered for each side bet, which replace what the keypad reported."""
        return {name: micros for row in self.counts for name, micros in row.side_handles.items()}

    @property
    def handle_micros(self) -> int | None:
        """The handle of opening bets, as entered or else as the keypad reported it; None without both."""
        return (self.play.handle_micros or None) if self.entered_micros is None else self.entered_micros

    @property
    def is_active(self) -> bool:
        """Whether anything was counted or dealt there."""
        return bool(self.counts or self.play.rounds)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on what is missing, does not agree or was corrected."""
        return tuple(self._remarks())

    def _remarks(self) -> Iterator[str]:
        if not self.is_active:
            yield "no activity"
            return
        for bank in (CountKind.OPENING, CountKind.CLOSING):
            if not self.has(bank):
                yield f"no {bank.value} bank"
        if self.last_closing and self.has(CountKind.OPENING):
            now, before = self.sum_micros(CountKind.OPENING), self.last_closing.amount_micros
            if now != before:
                amounts = (format_amount(micros, self.currency) for micros in (now, before))
                yield "opening bank {} is not the last closing bank {}".format(*amounts)
        for row in self.counts:
            yield from (f"count {row.number} corrected: {text}" for text in row.corrections)


def read_table_days(
    ledger: Ledger[Floor], periods: PeriodLog, first: date, last: date | None = None
) -> tuple[TableDay, ...]:
    """Every table on a day of the room, or on all days up to a last one. Reads the database: off the event loop."""
    floor, last = ledger.committed.state, last or first
    days = floor.jurisdiction.days
    since = ledger.first_since(days.begin_micros(first - timedelta(DAYS_BACK))) - 1
    kinds = kinds_of(RecordCount.recorded, CorrectCount.recorded)
    recorded = ledger.recorded(kinds, after=since, last=ledger.committed.head.number)
    people = {name: person.name for name, person in floor.people.items()}
    rows = count_rows((read_event(record.body) for record in recorded), people).values()
    found: list[TableDay] = []
    stands = read_stands(ledger, days.begin_micros(first))
    for day in (first + timedelta(n) for n in range((last - first).days + 1)):
        begin, end = days.begin_micros(day), days.end_micros(day)
        quiet = ledger.first_since(begin) == ledger.first_since(end)
        found += table_days(floor, day, rows, {} if quiet else periods.read(ledger, begin, end)[1].tables, stands)
    return tuple(found)


def table_days(
    floor: Floor, day: date, rows: Collection[CountRow], play: Mapping[str, AtTable], stands: Stands
) -> Iterator[TableDay]:
    """Every table of a floor on a day, with its counts, what its keypad saw, and what was played there then."""
    days = floor.jurisdiction.days
    begin, end = days.begin_micros(day), days.end_micros(day)
    for name, at in floor.tables.items():
        stood = tuple(one.stood for one in stands[name] if one.meets(begin, end))
        mine = [row for row in rows if row.table == name]
        closings = [row for row in mine if row.day < day and row.counted is CountKind.CLOSING]
        seen = play.get(name, NOTHING)
        limits = at.limits if {one.fingerprint for one in stood} == {at.fingerprint} else NO_LIMITS
        jackpot = floor.jackpots.get(floor.links[at.link].jackpot if at.link else seen.jackpot)
        yield TableDay(
            table=name,
            stood=stood,
            day=day,
            currency=at.currency,
            counts=tuple(row for row in mine if row.day == day),
            last_closing=max(closings, key=lambda row: row.day, default=None),
            play=seen,
            offered=tuple(limits.side_bets) if limits.opening else None,
            paytables=limits.paytables,
            fixed_pays_from_tray=jackpot is None or jackpot.terms.fixed_pays is FixedPays.TRAY,
        )


def count_rows(events: Iterable[RoomEvent], people: Mapping[str, str]) -> dict[int, CountRow]:
    """Every count by its number, corrected as the log goes on."""
    found: dict[int, CountRow] = {}
    for event in events:
        if isinstance(event, RecordCount.recorded):
            found[event.number] = CountRow(**shared_fields(event, CountRow) | {"by": _names(event, people)})
        elif isinstance(event, CorrectCount.recorded) and event.number in found:
            row = found[event.number]
            was, now = (format_amount(micros, row.currency) for micros in (event.was_micros, event.amount_micros))
            changes = [f"{was} to {now}"] if was != now else []
            if event.handle_micros is not None:
                changes.append(f"handle to {format_amount(event.handle_micros, row.currency)}")
            for name, micros in event.side_handles.items():
                changes.append(f"handle of {name} to {format_amount(micros, row.currency)}")
            text = f"{', '.join(changes)} by {' and '.join(_names(event, people))}, {event.why}"
            handle = row.handle_micros if event.handle_micros is None else event.handle_micros
            found[event.number] = replace(
                row, amount_micros=event.amount_micros, handle_micros=handle,
                side_handles={**row.side_handles, **event.side_handles}, corrections=(*row.corrections, text),
            )  # fmt: skip
    return found


def _names(event: RoomEvent, people: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(people.get(person, person) for person in event.people)


@dataclass(frozen=True)
class AdjustedDay:
    """All tables of a currency on a day, less what the day's wagers added to progressive prizes."""

    on: date
    currency: str
    win_micros: int
    accrued_micros: int
    unknown: tuple[str, ...]
    """Tables that were active, and whose win is not known."""

    @property
    def adjusted_micros(self) -> int:
        """The total of the master games report."""
        return self.win_micros - self.accrued_micros


def adjusted_days(lines: Sequence[ReportLine], tables: Sequence[TableDay]) -> tuple[AdjustedDay, ...]:
    """Every day and currency of jackpots and tables, the first first."""
    found = list[AdjustedDay]()
    for key in sorted({*((line.on, line.currency) for line in lines), *((one.day, one.currency) for one in tables)}):
        mine = [one for one in tables if (one.day, one.currency) == key]
        accrued_micros = sum(line.figures.accrued_micros for line in lines if (line.on, line.currency) == key)
        unknown = tuple(one.table for one in mine if one.is_active and one.win_micros is None)
        found.append(AdjustedDay(*key, sum(one.win_micros or 0 for one in mine), accrued_micros, unknown))
    return tuple(found)


BALANCES = "balances"


def amounts(sums: Sums) -> tuple[int, ...]:
    """In the order of the titles; what came in is told as an amount above zero."""
    return (*(-sums.get(name, 0) for name in SOURCES), *(sums.get(name, 0) for name in PLACES))


def difference_micros(sums: Sums) -> int:
    """What came in less what is there; nothing if the jackpot balances."""
    micros = amounts(sums)
    return sum(micros[: len(SOURCES)]) - sum(micros[len(SOURCES) :])


def verdict_words(micros: int, currency: str = "") -> str:
    return f"out of balance by {format_amount(micros, currency, sign=False)}" if micros else BALANCES


@dataclass(frozen=True, kw_only=True)
class Reconciliation:
    """The postings of the whole log, and what the room itself holds after them."""

    days: Days
    held: Mapping[str, Sums]
    """The room's own accounts by jackpot, kept by its rules and not by adding postings up."""
    currencies: Mapping[str, str]
    events: int
    head: str

    @property
    def totals(self) -> dict[str, Counter[str]]:
        """All days together, by jackpot."""
        found: dict[str, Counter[str]] = {name: Counter() for name in self.held}
        for (_, jackpot), sums in self.days.items():
            found.setdefault(jackpot, Counter()).update(sums)
        return found

    @property
    def faults(self) -> tuple[str, ...]:
        """Every sentence that says what is not right; none if all is."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        for jackpot, sums in self.totals.items():
            if wrong := difference_micros(sums):
                yield f"{jackpot} is {verdict_words(wrong)}."
            for name in (*SOURCES, *PLACES):
                log, room = sums[name], self.held.get(jackpot, {}).get(name, 0)
                if log != room:
                    texts = [format_amount(micros, "") for micros in (log, room)]
                    yield f"{jackpot}, {name}: {texts[0]} in the log, {texts[1]} in the room."
        for (on, jackpot), day in self.days.items():
            if wrong := difference_micros(day):
                yield f"{jackpot} on {format_day(on)} is {verdict_words(wrong)}."
