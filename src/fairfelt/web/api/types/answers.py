"""What the API answers, type by type. Amounts are whole millionths of the unit."""

from __future__ import annotations

from typing import Annotated, Any, Self

import msgspec

from fairfelt.jackpot import Terms
from fairfelt.ledger import Answer
from fairfelt.room import ClaimState, Controls, DeviceKind, FoldedHands, Phase, Role, TableState, WinPage
from fairfelt.room.state.alarms import AlarmKind, Backups, TimeService
from fairfelt.room.state.awards import EnvyRow
from fairfelt.room.state.table_counts import TrayPay
from fairfelt.room.views.win_page import Void
from fairfelt.server import Status


class ApiAnswer(msgspec.Struct, kw_only=True):
    """Everything told is complete: no field is left out."""

    @classmethod
    def of(cls, value: object, **more: Any) -> Self:
        """From a value that has fields of the same names, and more that it does not have or calls otherwise."""
        return cls(**{name: getattr(value, name) for name in cls.__struct_fields__ if name not in more}, **more)


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


class DeviceState(ApiAnswer):
    """The device that asks."""

    device: str
    kind: DeviceKind
    enabled: bool
    table: str
    link: str
    next_sequence: int


class SignedIn(ApiAnswer):
    """A session was opened; its token is told this once."""

    token: str
    name: str
    role: Role
    idle_s: int
    """It ends after so many seconds without use."""


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


class LinkRow(ApiAnswer):
    """A link."""

    link: str
    jackpot: str
    location: str
    folded_hands: FoldedHands


class TableRow(ApiAnswer):
    """A table of the floor."""

    table: str
    link: str
    game: str
    variant: str
    wager: str
    paytable: str
    fingerprint: str
    seats: int
    controls: Controls
    phase: Phase
    round: int
    closed: str
    notices: list[str]
    claims: list[ClaimState]


class FloorState(ApiAnswer):
    """The whole floor."""

    sequence: int
    closed: str
    software: str
    found: str
    awards: int
    jackpots: list[JackpotState]
    links: list[LinkRow]
    tables: list[TableRow]


class AlarmRow(ApiAnswer):
    """Something that somebody has to look at."""

    number: int
    kind: AlarmKind
    about: str
    says: str
    raised_micros: int
    lasts: bool
    acknowledged_by: tuple[str, ...]
    note: str


class Watched(ApiAnswer):
    """What the server notices around the room."""

    alarms: list[AlarmRow]
    time_service: TimeService
    backups: Backups


class PersonState(ApiAnswer):
    """Somebody who works here."""

    person: str
    name: str
    role: Role
    away: str
    """Why they do not work here now; empty while they do."""


class CardState(ApiAnswer):
    """A card."""

    card: str
    person: str
    locked: bool
    withdrawn: bool
    pin_due: bool
    """Its holder has not chosen a PIN yet."""


class DeviceRow(ApiAnswer):
    """A device."""

    device: str
    kind: DeviceKind
    table: str
    link: str
    enabled: bool


class People(ApiAnswer):
    """Everybody and everything that may ask."""

    people: list[PersonState]
    cards: list[CardState]
    devices: list[DeviceRow]


class PostingState(ApiAnswer):
    """What an event moved on one account."""

    account: str
    amount_micros: int


class EventState(ApiAnswer):
    """An event of the log."""

    number: int
    at_micros: int
    device: str | None
    device_sequence: int | None
    kind: str
    body: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    postings: list[PostingState]
    hash: str


class Events(ApiAnswer):
    """A part of the log."""

    events: list[EventState]
    last: int
    """The number of the last event there is."""


class CheckState(ApiAnswer):
    """What the controller found when it looked at itself."""

    at_micros: int
    events: int
    head: str
    software: str
    wrong: str
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


class IssuedReport(ApiAnswer):
    """A report that was issued, and is kept as it went out."""

    number: int
    paper: str
    title: str
    sha256: str
    """The digest of the document."""
    secret: str
    """The name under which it is kept beside the journal."""
    checkpoint_size: int
    checkpoint_root: str
    event: int
    at_micros: int
    by: str
    version: int
    """Which one it is of the same paper for the same days."""
    replaces: int
    """The number of the version before; 0 for the first."""


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
    """What was bet on the opening bets, where somebody has entered it or the keypad reported it."""
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


class SlipState(ApiAnswer):
    """One slip of pays from the tray."""

    number: int
    table: str
    round: int
    game: str
    variant: str
    location: str
    pays: list[TrayPay]
    envy: list[EnvyRow]
    amount_micros: int
    """All that left the tray."""
    currency: str
    confirmed_by: str
    role: Role
    at_micros: int
    void: Void | None
    """Who voided it; null while it stands."""


class TrayPays(ApiAnswer):
    """A part of the slips."""

    slips: list[SlipState]
    made: int
    """How many there are in all."""
