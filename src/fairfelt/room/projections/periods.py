"""What the log says of a time: the play of each day, and the base of all that reads the log once and reads on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from itertools import chain
from threading import Lock
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from fairfelt.jackpot.book import METER
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.ledger import Committed, Head, Ledger, RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import Adjusted
from fairfelt.room.commands.felt import BetsReported, FeltBet, TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut, HandFouled, RoundVoided
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import kinds_of, label, name_of, read_event
from fairfelt.room.state.awards import EnvyRow, TrayPay


class Sums:
    """Sums of a dataclass: numbers, numbers by name at any depth, and sums of their own."""

    def add(self, other: Self, sign: int = 1) -> None:
        """Add what came later, or take it back; a word stays the first one that was said."""
        for each in fields(self):  # type: ignore[arg-type]
            setattr(self, each.name, _plus(getattr(self, each.name), getattr(other, each.name), sign))


def _plus(mine: Any, more: Any, sign: int) -> Any:
    """Both together, where there may be nothing yet; a refund may be of an earlier day, so a count may be negative."""
    match more:
        case str():
            return mine or more
        case Sums():
            found = mine or type(more)()
            found.add(more, sign)
            return found
        case Mapping():
            both = {**(mine or {}), **{key: _plus((mine or {}).get(key), each, sign) for key, each in more.items()}}
            return {key: each for key, each in both.items() if each}
    return (mine or 0) + sign * more


@dataclass
class OnBet(Sums):
    """One bet with one paytable."""

    sizes: dict[int, int] = field(default_factory=dict)
    """The number of bets of each amount, in millionths."""
    others: int = 0
    """Sum over all bets of the number of other hands in the round: any of them may bring it envy."""
    others_micros: int = 0
    """Number of these hands, each counted once per bet."""
    hits: dict[str, int] = field(default_factory=dict)
    """Number of slips that paid each hand."""
    staked: dict[str, int] = field(default_factory=dict)
    """The bets on the slips of each hand, in millionths."""
    paid_micros: int = 0
    """The sum of the slips."""
    envy_micros: int = 0
    """The envy that was paid with the slips."""

    @property
    def handle_micros(self) -> int:
        return sum(size * many for size, many in self.sizes.items())

    @property
    def bets(self) -> int:
        return sum(self.sizes.values())


@dataclass
class FeltSums(Sums):
    """All bets on the game itself at a table."""

    bets: dict[str, dict[str, OnBet]] = field(default_factory=dict)
    """Bets by name and paytable; the paytable is empty on older logs."""
    products: dict[str, dict[str, int]] = field(default_factory=dict)
    """Sum of products of two bets of one seat, by their names in order, in square cents."""
    unsplit_micros: int = 0
    """Bets replaced or refunded on a log that does not name them: the sums above still include them."""
    unsplit_pays_micros: int = 0
    """Slips that were voided on such a log."""

    def on(self, wager: str, paytable: str) -> OnBet:
        """One bet with one paytable."""
        return self.bets.setdefault(wager, {}).setdefault(paytable, OnBet())

    def every_bet(self) -> Iterator[tuple[str, str, OnBet]]:
        """Each bet with each paytable."""
        for wager, tables in self.bets.items():
            yield from ((wager, paytable, seen) for paytable, seen in tables.items())

    def product(self, one: str, other: str) -> int:
        """Amounts of two bets of a seat multiplied, in square cents, added up; of a bet with itself, its squares."""
        if one == other:
            seen = self.bets.get(one, {}).values()
            return sum(_cents(size) ** 2 * many for bet in seen for size, many in bet.sizes.items())
        first, second = sorted((one, other))
        return self.products.get(first, {}).get(second, 0)

    def take_bets(self, bets: Sequence[FeltBet], total_micros: int, sign: int = 1) -> None:
        """Add bets made or refunded; the expected total shows whether the log names them all."""
        self.add(_sums(bets), sign)
        self.unsplit_micros += total_micros - sign * sum(bet.amount_micros for bet in bets)

    def take_pays(self, pays: Iterable[TrayPay], envy: Iterable[EnvyRow], total_micros: int, sign: int = 1) -> None:
        """Pays of a slip, or of one that is void; the envy goes with the hand that brought it."""
        found, makers = FeltSums(), dict[tuple[int, str], OnBet]()
        for pay in pays:
            on = found.on(pay.wager, pay.paytable)
            makers.setdefault((pay.seat, pay.hand), on)
            on.paid_micros += pay.amount_micros
            if pay.wager_micros:
                on.add(OnBet(hits={pay.hand: 1}, staked={pay.hand: pay.wager_micros}))
        for row in envy:
            makers[row.for_seat, row.hand].envy_micros += row.amount_micros
        self.add(found, sign)
        named = sum(on.paid_micros + on.envy_micros for _, _, on in found.every_bet())
        self.unsplit_pays_micros += total_micros - sign * named


def _sums(bets: Sequence[FeltBet]) -> FeltSums:
    found, seats = FeltSums(), dict[int, list[FeltBet]]()
    for bet in bets:
        seats.setdefault(bet.seat, []).append(bet)
    others = len(seats) - 1
    for made in seats.values():
        for at, bet in enumerate(made):
            more = OnBet({bet.amount_micros: 1}, others, others * bet.amount_micros)
            found.on(bet.wager, bet.paytable).add(more)
            for other in made[at + 1 :]:
                first, second = sorted((bet, other), key=lambda each: each.wager)
                product = {second.wager: _cents(first.amount_micros) * _cents(second.amount_micros)}
                found.add(FeltSums(products={first.wager: product}))
    return found


def _cents(micros: int) -> int:
    return round(micros / CENT_MICROS)


# What happened to the jackpots between two moments, read off the log: every figure is a sum of postings.


Balances = Mapping[str, int]
"""Millionths by account, the name of the jackpot before a slash."""

Voided = RoundVoided | HandFouled | AwardBackedOut


@dataclass
class AtTable(Sums):
    """The play at a table."""

    jackpot: str = ""
    """The first one whose money moved."""
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
            _table(found, record, event.table).add(_round_of(event))
        case AwardsConfirmed():
            awarded = AtTable(
                awards=len(event.awards),
                awarded_micros=sum(award.amount_micros for award in event.awards),
                envy_micros=sum(row.amount_micros for row in event.envy),
                fixed_micros=sum(award.amount_micros for award in event.awards if not award.level),
                hits=Counter(award.hand for award in event.awards),
            )
            _table(found, record, event.table).add(awarded)
        case RoundVoided():
            _take_back(_table(found, record, event.table), event, _round_of(event))
        case HandFouled(returned_micros=back):
            taken = AtTable(wagers=1, wagered_micros=back, sizes={back: 1}) if back else AtTable()
            _take_back(_table(found, record, event.table), event, taken)
        case BetsReported():
            table = _table(found, record, event.table)
            table.add(AtTable(rounds=event.began, handle_micros=event.handle_micros, other_micros=event.other_micros))
            replaced = sum(bet.amount_micros for bet in event.replaced)
            table.felt.take_bets(event.replaced, -replaced, sign=-1)
            table.felt.take_bets(event.bets, event.handle_micros + event.other_micros + replaced)
        case TrayPaid():
            table = _table(found, record, event.table)
            table.add(AtTable(tray_pays=len(event.pays), tray_micros=event.amount_micros))
            table.felt.take_pays(event.pays, event.envy, event.amount_micros)
        case TrayPayVoided():
            table = _table(found, record, event.table)
            table.add(AtTable(tray_pays=event.pays, tray_micros=event.amount_micros), sign=-1)
            table.felt.take_pays(event.paid, event.envy, -event.amount_micros, sign=-1)
        case AwardBackedOut():
            voided = AtTable(
                awards=not event.is_envy,
                awarded_micros=event.amount_micros,
                envy_micros=event.envy_micros,
                fixed_micros=0 if event.level else event.amount_micros,
                hits={} if event.is_envy else {event.hand: 1},
            )
            _table(found, record, event.at_table).add(voided, sign=-1)
        case Adjusted():
            found.adjusted.append((record.at_micros, event))


def _round_of(event: GameStarted | RoundVoided) -> AtTable:
    """The progressive bets of a round."""
    bets = [micros for _, micros in event.bets]
    others = len(bets) * (len(bets) - 1)
    return AtTable(rounds=1, wagers=len(bets), wagered_micros=sum(bets), sizes=Counter(bets), others=others)


def _take_back(table: AtTable, event: RoundVoided | HandFouled, taken: AtTable) -> None:
    table.add(replace(taken, handle_micros=event.handle_micros, other_micros=event.other_micros), sign=-1)
    table.felt.take_bets(event.felt, -event.handle_micros - event.other_micros, sign=-1)


def _table(found: Period, record: RecordedEvent, name: str) -> AtTable:
    """A table; its jackpot is the first one whose money moved: a round without a bet moves none."""
    table = found.tables.setdefault(name, AtTable())
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


K = TypeVar("K")


class Saved(Generic[K]):
    """What was read off the log so far, as one value, which a snapshot of the room holds as JSON."""

    known_as: ClassVar[Any]
    """The type of that value; called without arguments, it makes the one that is known before the first event."""

    def __init__(self) -> None:
        self._known: K = self.known_as()
        self._read_to = 0
        """The last event that was read."""
        self._reading = Lock()

    def save(self) -> str | None:
        """The value so far, for a snapshot of the room; None while the log is being read."""
        if not self._reading.acquire(blocking=False):
            return None
        try:
            return msgspec.json.encode((self._read_to, self._known)).decode() if self._read_to else None
        finally:
            self._reading.release()

    def restore(self, text: str) -> None:
        """Know what was saved, and read on from there; what another version saved is read off the log again."""
        with self._reading, suppress(msgspec.MsgspecError):
            read_to, known = msgspec.json.decode(text, type=tuple[int, msgspec.Raw])
            self._known, self._read_to = msgspec.json.decode(known, type=self.known_as), read_to


class PeriodLog(Saved[dict[str, _Day]]):
    """Keeps the days that were asked for, by their first event and the time at which they end.

    Reads the database: call it off the event loop.
    """

    known_as = dict[str, _Day]

    def read(self, ledger: Ledger[Floor], from_micros: int, to_micros: int) -> tuple[int, Period]:
        """The first event of a time, and all that happened in it; whole gaming days are kept, of 23 to 25 hours."""
        within: list[Period] = []
        since: list[Period] = []
        with self._reading:
            committed = ledger.committed
            days = committed.state.jurisdiction.days
            first = number = ledger.first_since(from_micros)
            while number <= committed.head.number:
                at_micros = next(iter(ledger.entries(after=number - 1, limit=1))).at_micros
                end_micros = days.end_micros(days.day_of(at_micros))
                if inside := at_micros < to_micros:
                    end_micros = min(end_micros, to_micros)
                day = self._read_on(ledger, number, end_micros, committed.head)
                (within if inside else since).append(day.found)
                number = day.last + 1
            self._read_to = committed.head.number
            return first, period(within, since, committed.state.balances())

    def _read_on(self, ledger: Ledger[Floor], first: int, end_micros: int, head: Head) -> _Day:
        """The day that begins with an event, up to its end or the head."""
        day = self._known.setdefault(f"{first} to {end_micros}", _Day(first - 1))
        if len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        if day.over or day.last == head.number:
            return day
        over = head.at_micros >= end_micros
        after, last = day.last, ledger.first_since(end_micros) - 1 if over else head.number
        recorded = ledger.recorded(KINDS, after=after, last=last)
        day.found.add(read_period(ledger.moved(after=after, last=last), recorded, last - after))
        day.last, day.over = last, over
        return day


class Projection(Saved[K]):
    """Reads the database: call it off the event loop. What is read is taken all at once, or not at all."""

    events: tuple[type[RoomEvent], ...] = ()
    """The kinds of events that change it, each by what it says."""

    def read_on(self, ledger: Ledger[Floor]) -> None:
        """Read what was committed since the last look."""
        with self._reading:
            committed = ledger.committed
            self._read(ledger, committed)
            self._read_to = committed.head.number

    def _read(self, ledger: Ledger[Floor], committed: Committed[Floor]) -> None:
        """Take in the events after the last one that was read, up to a commit."""
        kinds = kinds_of(*self.events)
        for record in list(ledger.recorded(kinds, after=self._read_to, last=committed.head.number)):
            self._take(record, read_event(record.body))

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        """Take one event in; the record says when it happened."""
        raise NotImplementedError


# Reading along: what offices ask of the log is kept up with it, so that nobody waits until a month is read.


READ_EVERY_S = 60.0
DAYS_AT_START = 62
"""Days whose reports are read after a start, newest first: this month and the last."""


class BackgroundReader:
    """Asks every log to read on before a user's request needs it."""

    def __init__(self, periods: PeriodLog, *reads: Callable[[Ledger[Floor]], object]) -> None:
        self._periods, self._reads = periods, reads
        self._days = DAYS_AT_START

    async def read_on(self, ledger: Ledger[Floor]) -> None:
        """All that was written since the last time; a step at a time, for who stops the controller waits for one."""
        for read in self._reads:
            await asyncio.to_thread(read, ledger)
        committed = ledger.committed
        days = committed.state.jurisdiction.days
        today = days.day_of(committed.head.at_micros)
        for back in range(self._days):
            begin_micros = days.begin_micros(today - timedelta(back))
            first, _ = await asyncio.to_thread(self._periods.read, ledger, begin_micros, days.begin_micros(today))
            if first == 1:
                break
        self._days = 1
