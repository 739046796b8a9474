"""The play of each day of the house: read once, and read on while the day is not over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from threading import Lock

import msgspec

from fairfelt.jackpot.book import METER
from fairfelt.ledger import Head, Ledger, RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.commands.felt import BetsReported, TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import kinds_of, label, name_of, read_event

from .felt_sums import FeltSums, added

# What happened to the jackpots between two moments, read off the log: every figure is a sum of postings.


Balances = Mapping[str, int]
"""Millionths by account, the name of the jackpot before a slash."""

Voided = RoundVoided | HandFouled | AwardBackedOut


@dataclass
class AtTable:
    """The play at a table."""

    jackpot: str
    rounds: int = 0
    wagers: int = 0
    wagered_micros: int = 0
    awards: int = 0
    awarded_micros: int = 0
    envy_micros: int = 0
    fixed_micros: int = 0
    """The part of the awards that was no share of a meter."""
    sizes: dict[int, int] = field(default_factory=dict)
    """The number of wagers of each amount, in millionths."""
    hits: dict[str, int] = field(default_factory=dict)
    """The number of awards for each hand."""
    handle_micros: int = 0
    """Opening bets as the keypad reported them."""
    other_micros: int = 0
    """Other bets on the game itself as the keypad reported them."""
    tray_pays: int = 0
    tray_micros: int = 0
    """Pays on them from the tray by slips, envy included."""
    felt: FeltSums = field(default_factory=FeltSums)
    """Bets on the felt, bet by bet."""
    others: int = 0
    """Sum over all progressive bets of the number of others in the round: each may bring it envy."""

    def add(self, other: AtTable) -> None:
        """Add later play; the jackpot stays the first one whose money moved."""
        self.jackpot = self.jackpot or other.jackpot
        self.rounds += other.rounds
        self.wagers += other.wagers
        self.wagered_micros += other.wagered_micros
        self.awards += other.awards
        self.awarded_micros += other.awarded_micros
        self.envy_micros += other.envy_micros
        self.fixed_micros += other.fixed_micros
        self.sizes = added(self.sizes, other.sizes)
        self.hits = added(self.hits, other.hits)
        self.handle_micros += other.handle_micros
        self.other_micros += other.other_micros
        self.tray_pays += other.tray_pays
        self.tray_micros += other.tray_micros
        self.felt.add(other.felt)
        self.others += other.others


@dataclass
class Period:
    """The postings of a time, by jackpot and by what they were for."""

    begin: Balances = field(default_factory=dict)
    """Every account before the first event."""
    moved: dict[str, dict[str, int]] = field(default_factory=dict)
    """Millionths by name of the event, then by account."""
    tables: dict[str, AtTable] = field(default_factory=dict)
    adjusted: list[tuple[int, Adjusted]] = field(default_factory=list)
    """Money that two people moved by hand, and when."""
    voided: list[tuple[int, Voided]] = field(default_factory=list)
    """Awards, rounds and hands that were taken back, and when."""
    events: int = 0

    def add(self, other: Period) -> None:
        """All of another one, which came after this."""
        for name, accounts in other.moved.items():
            self.move(name, accounts)
        for name, table in other.tables.items():
            self.tables.setdefault(name, AtTable(table.jackpot)).add(table)
        self.adjusted += other.adjusted
        self.voided += other.voided
        self.events += other.events

    def move(self, name: str, accounts: Balances) -> None:
        """Add what events of a name moved; an account that comes to nothing stays."""
        mine = self.moved.setdefault(name, {})
        for account, micros in accounts.items():
            mine[account] = mine.get(account, 0) + micros

    def through(self, account: str, *events: type[RoomEvent]) -> int:
        """The sum that these events, or all, brought into an account."""
        names = [name_of(event) for event in events]
        return sum(moved.get(account, 0) for name, moved in self.moved.items() if not names or name in names)

    def held_at_end(self, account: str) -> int:
        """An account after the last event."""
        return self.begin.get(account, 0) + self.through(account)

    def accounts(self, jackpot: str) -> list[str]:
        """The accounts of a jackpot that held or moved anything, without its name."""
        named = {*self.begin, *chain.from_iterable(self.moved.values())}
        return sorted(name.partition("/")[2] for name in named if name.partition("/")[0] == jackpot)

    def levels(self, jackpot: str) -> list[str]:
        """Its levels, by their meters."""
        starts = f"{METER}/"
        return [account.removeprefix(starts) for account in self.accounts(jackpot) if account.startswith(starts)]


def read_period(moved: Mapping[str, Balances], recorded: Iterable[RecordedEvent], events: int) -> Period:
    """Movements of a run of events by kind and account, and the events of the kinds that a report needs."""
    found = Period(events=events)
    for kind, accounts in moved.items():
        found.move(label(kind), accounts)
    for record in recorded:
        _take(found, record, read_event(record.body))
    return found


def period(within: Iterable[Period], since: Iterable[Period], balances: Balances) -> Period:
    """A time made of shorter ones, given all since and what the accounts hold after them.

    Going back from now costs as much as there was since, and not as much as there ever was.
    """
    found, begin = Period(), Counter(balances)
    for each in within:
        found.add(each)
    for each in (found, *since):
        for accounts in each.moved.values():
            begin.subtract(accounts)
    found.begin = {account: micros for account, micros in begin.items() if micros}
    return found


def _take(found: Period, record: RecordedEvent, event: RoomEvent) -> None:
    if isinstance(event, RoundVoided | HandFouled | AwardBackedOut):
        found.voided.append((record.at_micros, event))
    match event:
        case GameStarted():
            table = _table(found, record, event.table)
            table.rounds += 1
            table.wagers += len(event.bets)
            table.wagered_micros += sum(micros for _, micros in event.bets)
            table.sizes = added(table.sizes, Counter(micros for _, micros in event.bets))
            table.others += len(event.bets) * (len(event.bets) - 1)
        case AwardsConfirmed():
            table = _table(found, record, event.table)
            table.awards += len(event.awards)
            table.awarded_micros += sum(award.amount_micros for award in event.awards)
            table.envy_micros += sum(row.amount_micros for row in event.envy)
            table.fixed_micros += sum(award.amount_micros for award in event.awards if not award.level)
            table.hits = added(table.hits, Counter(award.hand for award in event.awards))
        case RoundVoided():
            table = _table(found, record, event.table)
            table.rounds -= 1
            table.wagers -= len(event.bets)
            table.wagered_micros -= sum(micros for _, micros in event.bets)
            table.sizes = added(table.sizes, Counter(micros for _, micros in event.bets), sign=-1)
            table.others -= len(event.bets) * (len(event.bets) - 1)
            _take_back(table, event)
        case HandFouled():
            table = _table(found, record, event.table)
            table.wagers -= bool(event.returned_micros)
            table.wagered_micros -= event.returned_micros
            back = {event.returned_micros: 1} if event.returned_micros else {}
            table.sizes = added(table.sizes, back, sign=-1)
            _take_back(table, event)
        case BetsReported():
            table = _table(found, record, event.table)
            table.rounds += event.began
            table.handle_micros += event.handle_micros
            table.other_micros += event.other_micros
            replaced = sum(bet.amount_micros for bet in event.replaced)
            table.felt.take_bets(event.replaced, -replaced, sign=-1)
            table.felt.take_bets(event.bets, event.handle_micros + event.other_micros + replaced)
        case TrayPaid():
            table = _table(found, record, event.table)
            table.tray_pays += len(event.pays)
            table.tray_micros += event.amount_micros
            table.felt.take_pays(event.pays, event.envy, event.amount_micros)
        case TrayPayVoided():
            table = _table(found, record, event.table)
            table.tray_pays -= event.pays
            table.tray_micros -= event.amount_micros
            table.felt.take_pays(event.paid, event.envy, -event.amount_micros, sign=-1)
        case AwardBackedOut():
            table = _table(found, record, event.at_table)
            table.awards -= not event.is_envy
            table.awarded_micros -= event.amount_micros
            table.envy_micros -= event.envy_micros
            table.fixed_micros -= 0 if event.level else event.amount_micros
            table.hits = added(table.hits, {} if event.is_envy else {event.hand: 1}, sign=-1)
        case Adjusted():
            found.adjusted.append((record.at_micros, event))


def _take_back(table: AtTable, event: RoundVoided | HandFouled) -> None:
    table.handle_micros -= event.handle_micros
    table.other_micros -= event.other_micros
    table.felt.take_bets(event.felt, -event.handle_micros - event.other_micros, sign=-1)


def _table(found: Period, record: RecordedEvent, name: str) -> AtTable:
    """A table; its jackpot is the first one whose money moved: a round without a bet moves none."""
    table = found.tables.setdefault(name, AtTable(""))
    table.jackpot = table.jackpot or (record.account.partition("/")[0] if record.account else "")
    return table


KINDS = kinds_of(
    GameStarted, RoundVoided, HandFouled, AwardsConfirmed, AwardBackedOut, Adjusted, BetsReported, TrayPaid,
    TrayPayVoided,
)  # fmt: skip
"""Events whose fields a report reads; of all others it reads only the movements."""


MOST_KEPT = 1_000
"""Days that are remembered; those that were read first are forgotten first."""


@dataclass
class _Day:
    """A gaming day, or the part of one that was asked for."""

    last: int
    """The event up to which it was read."""
    found: Period = field(default_factory=Period)
    over: bool = False


class PeriodLog:
    """Keeps the days that were asked for. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._days: dict[tuple[int, int], _Day] = {}
        """Days by their first event and the time at which they end."""
        self._reading = Lock()

    def save(self) -> str | None:
        """The days that were read, for a snapshot of the room; nothing while they are being read."""
        if not self._reading.acquire(blocking=False):
            return None
        try:
            days = [(*key, day) for key, day in self._days.items()]
            return msgspec.json.encode(days).decode() if days else None
        finally:
            self._reading.release()

    def restore(self, text: str) -> None:
        """Know the days that were saved; those that another version saved are read off the log again."""
        with self._reading, suppress(msgspec.MsgspecError):
            days = msgspec.json.decode(text, type=list[tuple[int, int, _Day]])
            self._days = {(first, end_micros): day for first, end_micros, day in days}

    def read(self, ledger: Ledger[Floor], from_micros: int, to_micros: int) -> tuple[int, Period]:
        """The first event of a time, and all that happened in it; whole gaming days are kept, of 23 to 25 hours."""
        within: list[Period] = []
        since: list[Period] = []
        with self._reading:
            committed = ledger.committed
            days = committed.state.jurisdiction.days
            first = number = ledger.first_since(from_micros)
            while number <= committed.head.number:
                at_micros = ledger.entries(after=number - 1, limit=1)[0].at_micros
                end_micros = days.end_micros(days.day_of(at_micros))
                if inside := at_micros < to_micros:
                    end_micros = min(end_micros, to_micros)
                day = self._read_on(ledger, number, end_micros, committed.head)
                (within if inside else since).append(day.found)
                number = day.last + 1
            return first, period(within, since, committed.state.balances())

    def _read_on(self, ledger: Ledger[Floor], first: int, end_micros: int, head: Head) -> _Day:
        """The day that begins with an event, up to its end or the head."""
        day = self._days.get((first, end_micros)) or self._begun(first, end_micros)
        if day.over or day.last == head.number:
            return day
        over = head.at_micros >= end_micros
        after, last = day.last, ledger.first_since(end_micros) - 1 if over else head.number
        recorded = ledger.recorded(KINDS, after=after, last=last)
        day.found.add(read_period(ledger.moved(after=after, last=last), recorded, last - after))
        day.last, day.over = last, over
        return day

    def _begun(self, first: int, end_micros: int) -> _Day:
        day = self._days[first, end_micros] = _Day(first - 1)
        if len(self._days) > MOST_KEPT:
            del self._days[next(iter(self._days))]
        return day
