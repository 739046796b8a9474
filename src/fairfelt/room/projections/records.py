"""Records found in the log: keys, reports, duties, shifts, win pages; a day as tables; how long records are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from fairfelt.law import Deadline, GamingDays, Keeping, Law, Retention, Timer, keeping, moment
from fairfelt.ledger import Entry, Ledger, RecordedEvent
from fairfelt.ledger.store import Snapshot
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.room import Floor, Malfunction, Payment, WinPage
from fairfelt.room.commands.accounts import BankEntryBooked, IssueReport, LookAtFunds
from fairfelt.room.commands.closing import CheckpointKeyPosted, SetCheckpointKey
from fairfelt.room.commands.duties import (
    DoPayoutStep,
    HouseJackpotPaid,
    ReportMalfunction,
    TellMalfunction,
    VoidHouseJackpotPay,
)
from fairfelt.room.commands.felt import BetsReported, TrayPaid, TrayPayVoided
from fairfelt.room.commands.people import EnterPin, SignOut
from fairfelt.room.commands.round_events import AwardPosted, AwardsConfirmed, ClaimsSet, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.event import RoomEvent
from fairfelt.room.projections.periods import Projection
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.room.state.awards import Void
from fairfelt.room.state.people import Role
from fairfelt.rules import format_day


class KeyRow(NamedTuple):
    """One key: what verifies with it, what signs with it, and where the log says so."""

    key: str
    secret: str
    posted_at: int
    """The number of the public event."""
    at_micros: int


@dataclass
class Keys:
    """All of them; of the private ones only the digests."""

    rows: list[KeyRow] = field(default_factory=list)
    posted_at: int = 0
    """The number of the last public event."""


class KeyLog(Projection[Keys]):
    """Finds the key that follows another."""

    known_as = Keys
    events = (CheckpointKeyPosted, SetCheckpointKey.recorded)

    @property
    def all(self) -> list[KeyRow]:
        """Every key, the first one first."""
        return self._known.rows

    def after(self, key_id: str) -> tuple[KeyRow, KeyRow]:
        """A key by its id in hexadecimal digits, and the next one."""
        ids = [read_verifier_key(row.key).id.hex() for row in self.all]
        if key_id not in ids:
            raise NotProved(f"no key of this log has the id {key_id}")
        at = ids.index(key_id)
        if at == len(ids) - 1:
            raise NotProved(f"the key {key_id} is the one that signs today: no other follows it")
        return self.all[at], self.all[at + 1]

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, CheckpointKeyPosted):
            self._known.posted_at = record.number
        elif isinstance(event, SetCheckpointKey.recorded):
            self.all.append(KeyRow(event.key, event.secret, self._known.posted_at, record.at_micros))


class IssuedRow(NamedTuple):
    """One report that went out."""

    number: int
    paper: str
    title: str
    sha256: str
    secret: str
    checkpoint_size: int
    checkpoint_root: str
    event: int
    at_micros: int
    by: str
    version: int = 1
    """Version of this paper for the same days."""
    replaces: int = 0
    """The number of the version before; 0 for the first."""

    @property
    def described(self) -> str:
        """Its title, with the version if there was one before."""
        return f"{self.title} (version {self.version}, replaces {self.replaces})" if self.replaces else self.title


class IssuedLog(Projection[list[IssuedRow]]):
    """Finds an issued report by its number."""

    known_as = list[IssuedRow]
    events = (IssueReport.recorded,)

    def all(self, ledger: Ledger[Floor]) -> list[IssuedRow]:
        """Every one, the first first."""
        self.read_on(ledger)
        return with_versions(self._known)

    def find(self, ledger: Ledger[Floor], number: int) -> IssuedRow | None:
        rows = self.all(ledger)
        return rows[number - 1] if 1 <= number <= len(rows) else None

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        self._known.append(issued_row(event, record.number, record.at_micros))


def with_versions(rows: Iterable[IssuedRow]) -> list[IssuedRow]:
    """Reports in the order of their numbers, each with the version that it replaces: the change log of every paper."""
    newest: dict[tuple[str, str], IssuedRow] = {}
    found = []
    for row in rows:
        if before := newest.get((row.paper, row.title)):
            row = row._replace(version=before.version + 1, replaces=before.number)
        newest[row.paper, row.title] = row
        found.append(row)
    return found


def issued_row(event: RoomEvent, number: int, at_micros: int) -> IssuedRow:
    return IssuedRow(
        event.number, event.paper, event.title, event.sha256, event.secret, event.checkpoint_size,
        event.checkpoint_root, number, at_micros, ", ".join(event.people),
    )  # fmt: skip


NOTICE = "notice"
"""The step that ends the hours of a malfunction."""


@dataclass(frozen=True)
class Moments:
    """Times of events in millionths of a second, by what they are about."""

    won: dict[int, int] = field(default_factory=dict)
    steps: dict[int, dict[str, int]] = field(default_factory=dict)
    """By win page and step."""
    reported: dict[int, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)


class DutyLog(Projection[Moments]):
    """Finds these events."""

    known_as = Moments
    events = (
        AwardsConfirmed, TrayPaid, HouseJackpotPaid, DoPayoutStep.recorded, ReportMalfunction.recorded,
        TellMalfunction.recorded,
    )  # fmt: skip

    def read(self, ledger: Ledger[Floor]) -> Moments:
        self.read_on(ledger)
        return self._known

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        moments, at_micros = self._known, record.at_micros
        if isinstance(event, AwardsConfirmed | TrayPaid | HouseJackpotPaid):
            moments.won.update({terms.number: at_micros for terms in event.payments})
        elif isinstance(event, DoPayoutStep.recorded):
            moments.steps.setdefault(event.number, {})[event.step] = at_micros
        elif isinstance(event, ReportMalfunction.recorded):
            moments.reported[event.number] = at_micros
        else:
            moments.told[event.number] = at_micros


def timers_of(payment: Payment, moments: Moments, zone: ZoneInfo) -> list[Deadline | Retention]:
    """The deadlines and retentions of a payment."""
    done_at = {done.step: moment(moments.steps[payment.number][done.step], zone) for done in payment.done}
    won_at = moment(moments.won[payment.number], zone)
    return [running for timer in payment.timers if (running := timer.running(won_at, done_at))]


def notice_of(number: int, malfunction: Malfunction, moments: Moments, zone: ZoneInfo) -> Deadline | None:
    """The deadline for notifying the regulator of a malfunction; None where no rule requires it."""
    if malfunction.within_hours is None:
        return None
    timer = Timer(f"notice on {malfunction.equipment}", malfunction.within_hours, malfunction.cited, ends=NOTICE)
    notified: dict[str, datetime] = {NOTICE: moment(moments.told[number], zone)} if number in moments.told else {}
    running = timer.running(moment(moments.reported[number], zone), notified)
    assert isinstance(running, Deadline), "it ends with the notice"
    return running


class Duty(NamedTuple):
    """A deadline, and what names it for good."""

    name: str
    """Unique in the house, so that a calendar changes an entry instead of adding another."""
    about: str
    deadline: Deadline


def duties_of(floor: Floor, moments: Moments) -> Iterator[Duty]:
    """Every duty with a deadline, done or not: payments, and notices to the regulator."""
    zone = floor.jurisdiction.days.zone
    for payment in floor.payments.values():
        for number, running in enumerate(timers_of(payment, moments, zone)):
            if isinstance(running, Deadline):
                yield Duty(f"payout-{payment.number}-{number}", f"Win page {payment.number}", running)
    for number, found in floor.malfunctions.items():
        if notice := notice_of(number, found, moments, zone):
            yield Duty(f"malfunction-{number}", f"Malfunction {number}: {found.equipment}", notice)


KINDS = kinds_of(EnterPin.recorded, SignOut.recorded, GameStarted, BetsReported)
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
    """Every shift of dealers, and of others who dealt, that reaches into a time, in the order in which they began.

    Reads the database: call it off the event loop.
    """
    committed = ledger.committed
    first, end = ledger.first_since(from_micros - LONGEST_MICROS), ledger.first_since(to_micros)
    recorded = ledger.recorded(KINDS, after=first - 1, last=min(end - 1, committed.head.number))
    dealers = {name for name, person in committed.state.people.items() if person.role is Role.DEALER}
    shifts = (each for each in _shifts(committed.state, recorded) if each.games or each.person in dealers)
    found = (shift for shift in shifts if shift.last_micros >= from_micros)
    return tuple(sorted(found, key=lambda shift: (shift.from_micros, shift.table)))


def _shifts(floor: Floor, recorded: Iterable[RecordedEvent]) -> Iterator[Shift]:
    at: dict[tuple[str, str], Shift] = {}
    """The shifts that are not over, by table and person."""
    for record in recorded:
        event, now = read_event(record.body), record.at_micros
        if isinstance(event, GameStarted | BetsReported):
            for person in dict.fromkeys(event.people) if getattr(event, "began", True) else ():
                before = at.get((event.table, person))
                if before and now - before.from_micros > LONGEST_MICROS:
                    yield at.pop((event.table, person))
                shift = at.setdefault((event.table, person), Shift(person, event.table, now, now))
                shift.games, shift.last_micros = shift.games + 1, now
        elif table := _table(floor, event.device):
            person = floor.cards[event.card].person
            signs_out = isinstance(event, SignOut.recorded)
            if (signs_out or event.right) and (before := at.pop((table, person), None)):
                before.last_micros = now if signs_out else before.last_micros
                before.signed_out = signs_out
                yield before
            if not signs_out and event.right:
                at[table, person] = Shift(person, table, now, now)
    yield from at.values()


def _table(floor: Floor, device: str) -> str:
    """The table of a keypad; nothing for what stands elsewhere."""
    return floor.devices[device].table if device in floor.devices else ""


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


class LoggedWin(NamedTuple):
    """A win page and the event that made it."""

    page: WinPage
    entry: Entry


class WinLog(Projection[Wins]):
    """Finds win pages by their numbers."""

    known_as = Wins
    events = (
        ClaimsSet, AwardPosted, AwardsConfirmed, AwardBackedOut, TrayPaid, TrayPayVoided, HouseJackpotPaid,
        VoidHouseJackpotPay.recorded,
    )  # fmt: skip

    def find(self, ledger: Ledger[Floor], number: int) -> WinPage | None:
        return next(iter(self.pages(ledger, after=number - 1, limit=1)), None)

    def posted_at(self, ledger: Ledger[Floor], number: int) -> int | None:
        """The number of the public event of an award, which proofs are made of."""
        self.read_on(ledger)
        return self._known.posted_at[number - 1] if 1 <= number <= len(self._known.posted_at) else None

    def pages(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[WinPage]:
        """Pages in the order of their numbers."""
        return [logged.page for logged in self.logged(ledger, after=after, limit=limit)]

    def logged(self, ledger: Ledger[Floor], *, after: int, limit: int) -> list[LoggedWin]:
        """Pages in the order of their numbers, each with the event that made it."""
        self.read_on(ledger)
        wanted = range(after + 1, min(after + limit, len(self._known.stands_at)) + 1)
        events = sorted({self._known.stands_at[number - 1][0] for number in wanted})
        entries = chain.from_iterable(ledger.entries(after=event - 1, limit=1) for event in events)
        found = {page.number: LoggedWin(page, entry) for entry in entries for page in _pages(entry)}
        return [found[number]._replace(page=self._read_again(ledger, found[number].page)) for number in wanted]

    def _read_again(self, ledger: Ledger[Floor], page: WinPage) -> WinPage:
        """A page with what came before and after its event."""
        return replace(
            page,
            copy=ledger.committed.state.prints.get(page.number, 0),
            claimed_at_micros=self._known.stands_at[page.number - 1][1],
            void=self._known.voids.get(page.number),
        )

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
        match event:
            case ClaimsSet():
                self._claim(event, record.at_micros)
            case AwardPosted():
                self._known.posted_at.append(record.number)
            case AwardsConfirmed():
                self._win(event, record.number)
            case TrayPaid() | HouseJackpotPaid():
                self._known.stands_at.extend((record.number, None) for _ in event.win_pages)
                if isinstance(event, TrayPaid):
                    self._known.slips_at.append(record.number)
            case _:  # an award was backed out, or a pay was voided
                document = f"slip {event.number}" if isinstance(event, TrayPayVoided) else event.document
                void = Void(at_micros=record.at_micros, by=event.names, why=event.why, document=document)
                self._known.voids.update(dict.fromkeys(event.win_pages, void))
                if isinstance(event, TrayPayVoided):
                    self._known.slip_voids[event.number] = void

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


def _pages(entry: Entry) -> tuple[WinPage, ...]:
    event = read_event(entry.body)
    return event.pages(entry.at_micros) if isinstance(event, AwardsConfirmed | TrayPaid | HouseJackpotPaid) else ()


# Rounds, wins and funds of one gaming day as rows for other systems.


COLUMNS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("event", "at", "table", "round", "bets", "wagered_micros"),
    "wins": (
        "event", "at", "what", "win_page", "table", "game", "paytable", "round", "seat", "hand", "level", "currency",
        "wager_micros", "amount_micros", "envy_micros", "document", "envy_for_seat", "envy_pages",
    ),
    "funds": (
        "event", "at", "what", "on", "currency", "amount_micros", "held_micros", "balance_micros", "required_micros",
        "short_micros", "document",
    ),
}  # fmt: skip
"""Every table with its columns; what does not apply is empty. Amounts are whole millionths."""


Cells = dict[str, Any]


def daily_tables(taken: Snapshot, days: GamingDays, day: date) -> dict[str, list[Cells]]:
    """Read one gaming day, by the room's own clock."""
    first = taken.first_since(days.begin_micros(day))
    after_last = taken.first_since(days.begin_micros(day + timedelta(days=1)))
    rows: dict[str, list[Cells]] = {name: [] for name in COLUMNS}
    for entry in taken.entries(after=first - 1, limit=max(0, after_last - first)):
        about = {"event": entry.number, "at": moment(entry.at_micros, days.zone).isoformat()}
        for name, row in _rows(read_event(entry.body)):
            rows[name].append({**row, **about})
    return rows


def _rows(event: object) -> Iterable[tuple[str, Cells]]:
    match event:
        case GameStarted():
            bets = dict(event.bets)
            yield "rounds", _fields(event, "rounds", bets=len(bets), wagered_micros=sum(bets.values()))
        case AwardsConfirmed():
            for page in event.pages():
                yield "wins", _fields(page, "wins", what="win", win_page=page.number)
        case AwardBackedOut():
            yield "wins", _fields(
                event, "wins", what="backed out", win_page=event.number, table=event.at_table,
                amount_micros=-event.amount_micros, envy_micros=-event.envy_micros,
                envy_pages=" ".join(map(str, event.envy_pages)),
            )  # fmt: skip
        case BankEntryBooked():
            yield "funds", _fields(event, "funds", what=event.entry_kind.value, on=event.on.isoformat())
        case _ if isinstance(event, LookAtFunds.recorded):
            on = event.day.isoformat() if event.day else None
            for currency, found in event.accounts.items():
                yield "funds", _fields(found, "funds", what="held against the bank", on=on, currency=currency)


def _fields(record: object, name_of_table: str, /, **others: object) -> Cells:
    """The columns of a table that a record has by their names, and others."""
    return {name: getattr(record, name) for name in COLUMNS[name_of_table] if hasattr(record, name)} | others


# How long the records of a journal are kept by the rule of a day, and which may go.


@dataclass(frozen=True)
class ArchivedFile:
    """A file of events that were moved out of the database."""

    name: str
    first: int
    last: int
    last_day: date


def archived_files(taken: Snapshot, days: GamingDays) -> list[ArchivedFile]:
    """The files of a journal's archive, each with the day of its last event."""
    found = []
    for part in taken.archive.ranges:
        last = next(iter(taken.entries(after=part.last - 1, limit=1)))
        found.append(ArchivedFile(part.file, part.first, part.last, days.day_of(last.at_micros)))
    return found


@dataclass(frozen=True)
class KeptRecords:
    """The records of a journal against the rule of a day."""

    keeping: Keeping | None
    oldest: date | None
    """The day of the first event; None before there is any."""
    may_go: int
    """All events up to this one are older than the rule asks for; 0 if none is."""
    files: tuple[ArchivedFile, ...] = ()

    @property
    def sentence(self) -> str:
        """In one line, for a page."""
        if self.keeping is None:
            return "No rule here says how long records are kept. Nothing is dropped."
        kept = f"{self.keeping.years} years ({self.keeping.rule.cited}): from {format_day(self.keeping.since)} on"
        if not self.may_go:
            oldest = f"the oldest is of {format_day(self.oldest)}" if self.oldest else "there is none yet"
            return f"{kept}. No record may go; {oldest}."
        return f"{kept}. Events up to {self.may_go:,} may go; they stay until their archive is removed."


def kept_records(
    law: Law | None, days: GamingDays, journal: Ledger[Any] | Snapshot, files: Sequence[ArchivedFile] = ()
) -> KeptRecords:
    """Count the years on a journal. Reads the database: call it off the event loop."""
    first = next(iter(journal.entries(after=0, limit=1)), None)
    held = keeping(law) if law else None
    old = journal.first_since(days.begin_micros(held.since)) - 1 if held else 0
    return KeptRecords(held, days.day_of(first.at_micros) if first else None, max(0, old), tuple(files))
