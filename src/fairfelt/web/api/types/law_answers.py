"""What the API answers about the law. Moments are millionths of a second since 1970, days are those of the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.law import (
    AggregateLimit,
    BankEntryKind,
    DepositWeek,
    Due,
    Holdings,
    Limits,
    Merchandise,
    Rule,
    Stage,
    Way,
)
from fairfelt.room import Jurisdiction, Table
from fairfelt.room.law.jurisdiction import Lapse

from .answers import ApiAnswer, TableDayState, with_fields_of


@with_fields_of(Rule, "id", "title", "citation", "says", "note")
class LawRule(ApiAnswer):
    """A rule in force."""

    certainty: str
    layer: str
    parameters: dict[str, Any]


@with_fields_of(Table, "game", "variant", "fingerprint", "currency")
class JudgedTable(ApiAnswer):
    """What the law said to a table when it was last asked."""

    table: str
    approved: bool
    """Whether the letter or the room has pinned this very fingerprint, with every paytable in play."""
    notices: list[str]
    stop: str
    decided_by: str
    """Whose rules stopped it: law, maker, house or practice; empty where nothing did."""
    opening: Limits | None
    side_bets: Mapping[str, Limits]
    aggregates: tuple[AggregateLimit, ...]


@with_fields_of(Lapse, "profile", "from_micros", "to_micros", "by", "ended_by", "document")
class LapseState(ApiAnswer):
    """A time in which rules that had bound before did not."""

    says: str
    """As papers of its days print it."""


@with_fields_of(Jurisdiction, "profile", "mode", "zone", "location_class", "location")
class LawState(ApiAnswer):
    """Under which law the room stands today."""

    title: str
    day: str | None
    rules: list[LawRule]
    tables: list[JudgedTable]
    lapses: list[LapseState]
    """When enforcement was switched off."""
    disclaimer: str


class ConditionState(ApiAnswer):
    """A condition, for one game or for all."""

    condition: str
    says: str
    needs: str
    """The document that shows it."""
    asked: bool
    """Whether the law of this day asks for it."""
    met: list[MetState]


class MetState(ApiAnswer):
    """When a condition was met."""

    on: str
    document: str
    game: str


class PinState(ApiAnswer):
    """An implementation that was compared with its approved rules."""

    game: str
    variant: str
    fingerprint: str
    document: str
    """Empty where the letter itself pins it."""
    paytables: tuple[str, ...]
    """Those that were compared, each as WAGER/PAYTABLE; all of them where none is listed."""
    here: bool
    """Whether the game is, as it runs here, still the one that was compared."""


class KeptFile(ApiAnswer):
    """A document that the room keeps, to be named in a filing by both of its digests."""

    sha256: str
    secret: str
    bytes: int


class FiledDocument(ApiAnswer):
    """The document of a filing as a file."""

    sha256: str
    document: str
    kept: bool
    """Whether GET /api/documents/SHA256 gives it; otherwise only its digest was filed."""


class Approvals(ApiAnswer):
    """The letter, its conditions, and the games that were compared."""

    letter: str
    title: str
    office: str
    dated: str
    games: int
    conditions: list[ConditionState]
    pins: list[PinState]
    components: dict[str, str]
    second_record: bool
    """Whether the maker's system keeps the meters, and this room a second record of them."""
    documents: list[FiledDocument]
    """Documents of filings, as files."""


class CertificateRow(ApiAnswer):
    """A link as it stands, with all other links that feed its jackpot."""

    link: str
    jackpot: str
    location: str
    tables: list[str]
    games: int
    """How many different games, wagers and paytables play for its jackpot, over all its links."""
    lawful: bool
    """Whether no binding rule of today is against what stands there."""
    findings: list[str]
    certificate: bool
    """Whether there is one to download."""


class Certificates(ApiAnswer):
    """Every link."""

    links: list[CertificateRow]


class CertificateCheck(ApiAnswer):
    """A certificate held against its seal, its arithmetic and the games as they are here."""

    holds: bool
    faults: list[str]


class BankRow(ApiAnswer):
    """A line of the account."""

    on: str
    kind: BankEntryKind
    amount_micros: int
    document: str


class AccountState(ApiAnswer):
    """Money held for players against money in the bank, in one currency."""

    on: str
    currency: str
    held_micros: int
    balance_micros: int
    required_micros: int
    to_deposit_micros: int
    short_micros: int
    deposit_due_on: str | None
    odds_micros: int
    findings: list[str]
    jackpots: tuple[Holdings, ...]
    bank: list[BankRow]
    weeks: tuple[DepositWeek, ...]
    """Newest first."""


class FundsState(AccountState):
    """The account in the currency of the room's first jackpot, and those in others: sums stay apart."""

    closes: str
    """Why the floor is closed for any of them; empty if it is not."""
    others: list[AccountState]


class ReportRow(ApiAnswer):
    """One jackpot on one day."""

    on: str
    jackpot: str
    currency: str
    begin_micros: int
    """Held for players when the day began…"""
    wagered_micros: int
    accrued_micros: int
    seeded_micros: int
    transferred_micros: int
    paid_micros: int
    house_micros: int
    held_micros: int
    """…by how much that changed…"""
    end_micros: int
    """…and what was held when it ended."""
    remark: str


class AdjustedRow(ApiAnswer):
    """The tables of a currency on a day, less what accrued for progressive prizes."""

    on: str
    currency: str
    win_micros: int
    accrued_micros: int
    adjusted_micros: int
    unknown: list[str]
    """Tables whose win is not known."""


class Report(ApiAnswer):
    """The master games report: its lines on progressive jackpots, its tables, and the adjusted win of each day."""

    lines: list[ReportRow]
    tables: list[TableDayState]
    days: list[AdjustedRow]


class StepState(ApiAnswer):
    """A step of a payment."""

    step: str
    text: str
    note: str
    """What was written down, or what has to be."""
    cited: str
    by: str
    """Empty until it is done."""
    at_micros: int | None


class DueState(ApiAnswer):
    """Something to be done by a moment."""

    what: str
    by_micros: int
    state: Due
    cited: str


class KeptState(ApiAnswer):
    """Something to be kept until a moment."""

    what: str
    until_micros: int
    cited: str


class PaymentState(ApiAnswer):
    """The payment of an award."""

    number: int
    what: str
    """Whose award it is and for what, such as envy for another seat's hand; empty for one of an old log."""
    currency: str
    amount_micros: int
    wager_micros: int
    won_at_micros: int
    tax: bool
    """Whether a tax form goes with it."""
    next: str
    """The step whose turn it is; empty when it is paid and filed."""
    steps: list[StepState]
    deadlines: list[DueState]
    retentions: list[KeptState]


class Payments(ApiAnswer):
    """Payments that are not done, or all of them."""

    payments: list[PaymentState]


class MalfunctionState(ApiAnswer):
    """Equipment that failed."""

    number: int
    equipment: str
    what: str
    found_at_micros: int
    document: str
    """The notice; empty until it went out."""
    notice: DueState | None
    jackpot: str
    """Whose meter was wrong; empty where none was."""
    level: str
    off_by_micros: int
    """How much too high it stood; below zero, too low."""
    corrected_micros: int
    """What adjustments that refer to it took off; below zero, put on."""


class Malfunctions(ApiAnswer):
    """All of them."""

    malfunctions: list[MalfunctionState]


class EndingState(ApiAnswer):
    """A jackpot on its way out."""

    jackpot: str
    way: Way
    to: str
    stage: Stage
    announced_on: str
    earliest: str
    notice: str
    closed_on: str | None
    document: str
    level: str
    """The heir's level that a transfer goes to."""
    notices: list[str]
    """What the law had to say to it without stopping it: what was counted for a transfer."""


class Endings(ApiAnswer):
    """All of them."""

    endings: list[EndingState]


class HousePrize(ApiAnswer):
    """A house jackpot."""

    name: str
    table: str
    hand: str
    currency: str
    amount_micros: int
    posted: bool
    paid: int


class HousePrizes(ApiAnswer):
    """All of them."""

    house_jackpots: list[HousePrize]


@with_fields_of(
    Merchandise, "item", "currency", "value_micros", "fixed_prize_micros", "from_reserve_micros",
    "rights_owner_approval", "controls_approval", "invoice",
)  # fmt: skip
class MerchandisePrize(ApiAnswer):
    """A prize in kind."""

    number: int
    jackpot: str
    level: str
    """Whose reserve bears its part of the price."""
    hand: str
    posted: bool
    win_page: int
    """The award that it was given for; 0 while nobody has won it."""
    withdrawn: str
    """Why it is offered no more; empty while it is."""


class MerchandisePrizes(ApiAnswer):
    """All of them."""

    merchandise: list[MerchandisePrize]


class Parameter(ApiAnswer):
    """An event that set or moved something of a jackpot by hand."""

    number: int
    at_micros: int
    kind: str
    body: dict[str, Any]


class History(ApiAnswer):
    """How a jackpot came to its terms: opened, changed, adjusted, ended."""

    jackpot: str
    events: list[Parameter]
