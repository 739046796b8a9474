"""What the API answers, type by type. Amounts are whole millionths of the unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar, get_type_hints

import msgspec

from fairfelt.jackpot import Terms
from fairfelt.ledger import Answer, Entry
from fairfelt.room import Card, ClaimState, Device, Floor, Link, Person, Role, Table, TableState, WinPage
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.projections.issued import IssuedRow
from fairfelt.room.state.alarms import Alarm, Backups, TimeService
from fairfelt.room.views.win_page import Void
from fairfelt.server import Check, Status


class ApiAnswer(msgspec.Struct, kw_only=True):
    """Everything told is complete: no field is left out."""

    @classmethod
    def of(cls, value: object, **more: Any) -> Self:
        """From a value that has fields of the same names, and more that it does not have or calls otherwise."""
        return cls(**{name: getattr(value, name) for name in cls.__struct_fields__ if name not in more}, **more)


A = TypeVar("A", bound=ApiAnswer)


def with_fields_of(source: type, *names: str) -> Callable[[type[A]], type[A]]:
    """Give an answer these fields of a value as well, or all that it has, each of the type that it has there.

    A value with secrets names what is told; what is added to it later is told nobody.
    """

    def derive(own: type[A]) -> type[A]:
        hints = get_type_hints(source, include_extras=True)
        fields = [(name, hints[name]) for name in names or hints if name not in own.__struct_fields__]
        made: Any = msgspec.defstruct(own.__name__, fields, bases=(own,), module=own.__module__, kw_only=True)
        made.__doc__ = own.__doc__
        derived: type[A] = made
        return derived

    return derive


class Done(ApiAnswer):
    """A command was carried out, and that is on disk."""

    number: int
    """The event in the journal."""
    again: bool
    """It had been carried out before; nothing was done now."""


class AtTable(Done):
    """A command at a table was carried out."""

    state: TableState


class Passed(Done):
    """The same with the room's own answer, passed on as it was written."""

    state: msgspec.Raw


def done(answer: Answer) -> Done:
    """An answer of which only its number matters."""
    return Done(number=answer.number, again=answer.again)


def passed(answer: Answer) -> Passed:
    """An answer from a table."""
    return Passed(number=answer.number, again=answer.again, state=msgspec.Raw(answer.text.encode()))


@with_fields_of(Device, "kind", "enabled", "table", "link")
class DeviceState(ApiAnswer):
    """The device that asks."""

    device: str
    next_sequence: int


class SignedIn(ApiAnswer):
    """A session was opened; its token is told this once."""

    token: str
    name: str
    role: Role
    idle_s: int
    """It ends after n seconds without use."""


class SignedOut(ApiAnswer):
    """How many sessions were ended."""

    ended: int


class Kept(ApiAnswer):
    """A PIN was kept under this digest."""

    secret: str


class Code(ApiAnswer):
    """A one-time code, and the digest it is kept under."""

    code: str
    secret: str


class PinSet(ApiAnswer):
    """A card has the PIN that its holder chose."""

    card: str


class LevelState(ApiAnswer):
    """A level with everything the rules want metered."""

    level: str
    amount_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    hits: int
    won_micros: int


class JackpotState(ApiAnswer):
    """A jackpot."""

    jackpot: str
    terms: Terms
    awaiting: Terms | None
    """Terms that begin level by level, with each one's next 100% award."""
    retired: bool
    accounts_micros: dict[str, int]
    wagers: int
    """How many came in."""
    wagered_micros: int
    fixed_pays: int
    """How many awards were no share of a level."""
    fixed_pays_micros: int
    envy_pays: int
    envy_pays_micros: int
    levels: list[LevelState]


class Wins(ApiAnswer):
    """A part of the win log."""

    wins: list[WinPage]
    awards: int
    """How many there are in all."""


class Printed(Done):
    """A win page was printed."""

    copy: int
    html: str
    pdf: str


@with_fields_of(Link)
class LinkRow(ApiAnswer):
    """A link."""

    link: str


@with_fields_of(
    Table, "link", "game", "variant", "wager", "paytable", "fingerprint", "seats", "controls", "phase", "round"
)
class TableRow(ApiAnswer):
    """A table of the floor."""

    table: str
    closed: str
    notices: list[str]
    claims: list[ClaimState]


@with_fields_of(Floor, "software", "found", "awards")
class FloorState(ApiAnswer):
    """The whole floor."""

    sequence: int
    closed: str
    jackpots: list[JackpotState]
    links: list[LinkRow]
    tables: list[TableRow]


@with_fields_of(Alarm)
class AlarmRow(ApiAnswer):
    """Something that a person has to look at."""

    number: int


class Watched(ApiAnswer):
    """What the server notices around the room."""

    alarms: list[AlarmRow]
    time_service: TimeService
    backups: Backups


@with_fields_of(Person, "name", "role", "away")
class PersonState(ApiAnswer):
    """A person who works here."""

    person: str


@with_fields_of(Card, "person", "locked", "withdrawn", "pin_due")
class CardState(ApiAnswer):
    """A card."""

    card: str


@with_fields_of(Device, "kind", "table", "link", "enabled")
class DeviceRow(ApiAnswer):
    """A device."""

    device: str


class People(ApiAnswer):
    """Everybody and everything that may ask."""

    people: list[PersonState]
    cards: list[CardState]
    devices: list[DeviceRow]


class PostingState(ApiAnswer):
    """What an event moved on one account."""

    account: str
    amount_micros: int


@with_fields_of(Entry, "number", "at_micros", "device", "device_sequence", "kind", "hash")
class EventState(ApiAnswer):
    """An event of the log."""

    body: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    postings: list[PostingState]


class Events(ApiAnswer):
    """A part of the log."""

    events: list[EventState]
    last: int
    """The number of the last event there is."""


@with_fields_of(Check)
class CheckState(ApiAnswer):
    """What the controller found when it looked at itself."""

    passed: bool


class CosignatureState(ApiAnswer):
    """What was kept of a witness's cosignature."""

    witness: str
    events: int
    """How many events the checkpoint has."""
    at_seconds: int
    """When the witness signed, by its own clock, since 1970."""
    listed: bool
    """Whether this room lists the witness."""


class Health(ApiAnswer, omit_defaults=True):
    """Whether this server is here: one word for anybody, the rest with the key of a device, where there is any."""

    status: Status
    reason: str = ""
    closed: str = ""
    age_ms: int = 0
    """How long ago a replica last held its state against the journal; 0 for every other server."""
    waits_for: str = ""
    """What the journal waits for before anything is acknowledged; empty where this server does not write it."""


@with_fields_of(IssuedRow)
class IssuedReport(ApiAnswer):
    """A report that was issued, and is kept as it went out."""


class IssuedReports(ApiAnswer):
    """All of them, the first first."""

    reports: list[IssuedReport]


class CountState(ApiAnswer):
    """One count as it stands."""

    number: int
    counted: str
    amount_micros: int
    document: str
    side_handles: dict[str, int]
    """What was bet on each side bet, as it was entered with a closing bank."""
    by: list[str]
    corrections: list[str]
    """What each correction changed and why, the first one first."""


class BetTheory(ApiAnswer):
    """One bet of a table on a day: what the tray should keep of it, and what it kept."""

    bet: str
    paytable: str
    handle_micros: int
    edge: str
    theoretical_win_micros: int
    deviation_micros: int
    win_micros: int | None
    """Null where nothing on record tells it."""
    deviations: float | None


class TableDayState(ApiAnswer):
    """One table on one gaming day; what was not counted is null."""

    table: str
    day: str
    game: str
    currency: str
    opening_micros: int | None
    fill_micros: int | None
    credit_micros: int | None
    drop_micros: int | None
    closing_micros: int | None
    win_micros: int | None
    rounds: int
    handle_micros: int | None
    """What was bet on the opening bets, where a person has entered it or the keypad reported it."""
    other_bets_micros: int
    """What the keypad reported of all other bets on the game itself."""
    tray_pays: int
    tray_micros: int
    """What was paid on them from the tray, envy included."""
    theoretical_win_micros: int | None
    """Of every bet that the win includes."""
    deviation_micros: int | None
    """How far chance carries it: one standard deviation."""
    deviations: float | None
    """How many of them the win lies away."""
    theory_missing: str
    """Why there is no theoretical win; empty where there is one."""
    bets: list[BetTheory]
    """The same bet by bet, as far as handle and odds are known."""
    odd_hands: list[str]
    """Hands of the progressive bet that came more or less often than once in 1,000 such days; they need review."""
    progressive_handle_micros: int
    awarded_micros: int
    remarks: list[str]
    counts: list[CountState]


class TableRecords(ApiAnswer):
    """Every table of every day that was asked for, also without activity."""

    tables: list[TableDayState]


class RecordsKept(ApiAnswer):
    """How long records are kept, and which may go."""

    keep_years: int | None
    """None where no rule sets them."""
    citation: str
    keep_from: str | None
    """The first day whose records must still be kept."""
    oldest: str | None
    may_go_up_to: int
    """All events up to this one are old enough to go; 0 where none is."""
    says: str


@with_fields_of(
    TrayPaid,
    "number",
    "table",
    "round",
    "game",
    "variant",
    "location",
    "pays",
    "envy",
    "currency",
    "confirmed_by",
    "role",
)
class SlipState(ApiAnswer):
    """One slip of pays from the tray."""

    amount_micros: int
    """All that left the tray."""
    at_micros: int
    void: Void | None
    """Who voided it; null while it stands."""


class TrayPays(ApiAnswer):
    """A part of the slips."""

    slips: list[SlipState]
    made: int
    """How many there are in all."""
