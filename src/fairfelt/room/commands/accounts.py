"""Adjustments, terms, rules by amount, win pages, reports; the bank account and counts at tables. Two people sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from fairfelt.jackpot import (
    AdjustmentError,
    Jackpot,
    ProposedTerms,
    Reason,
    Terms,
    TermsError,
    above_limit,
    adjust,
    adjustment,
    change_terms,
    check_correction,
    sharing_fault,
)
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import BankEntry, BankEntryKind, Finding, Law, check_limit, check_reason, check_seeds, document_date
from fairfelt.law.approvals import REFERENCE_WORDS
from fairfelt.room.authority import Requester, known, running_jackpot
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.closing import darken
from fairfelt.room.commands.felt import played_game
from fairfelt.room.commands.set_up import AskedTerms
from fairfelt.room.event import Code, GatedEvent, Refusal, RoomEvent, refusing
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.law.jurisdiction import Remark
from fairfelt.room.state.awards import COUNTS, DAYS_KEPT, CountKind, TableCount
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import PayRules
from fairfelt.room.state.people import ADJUSTS, PRINTS
from fairfelt.room.state.table import Phase, Table
from fairfelt.rules import Kind, UnknownName, format_day
from fairfelt.runtime.formats import (
    Change,
    Count,
    Currency,
    Day,
    Digest,
    Line,
    Micros,
    Name,
    Stake,
    Tally,
    format_amount,
)


class Adjust(RoomCommand, frozen=True, kw_only=True, tag="adjust/1"):
    """Move money by hand, for one of the permitted reasons."""

    jackpot: Name
    level: Name
    reason: Reason
    amount_micros: Change
    document: Line
    refers_to: Tally = 0
    """For “won” the number of the voided win page, for “display malfunction” that of the malfunction on file."""

    def decide(self, floor: Floor, who: Requester) -> Adjusted:
        who.require(ADJUSTS, count=2)
        jackpot = running_jackpot(floor, self.jackpot)
        with refusing(Code.BAD_TERMS, AdjustmentError, TermsError):
            adjustment(jackpot, self.level, self.reason, self.amount_micros)
        self._check_reference(floor, jackpot)
        if self.amount_micros > 0 and self.reason not in (Reason.WON, Reason.NONDISPLAYED_TO_RECEIPTS):
            verify_no_game(floor, jackpot)
        if self.reason in (Reason.OVER_LIMIT, Reason.NONDISPLAYED_TO_RECEIPTS) and not document_date(self.document):
            sentence = f"{self.reason.value!r} is explained by a document: {REFERENCE_WORDS}"
            raise Refusal(Code.BAD_FIELD, sentence, "document")
        over_micros = above_limit(jackpot, self.level)
        if self.reason is Reason.OVER_LIMIT and self.amount_micros > over_micros:
            most = format_amount(over_micros, jackpot.terms.currency)
            sentence = f"the meter of {self.level} stands {most} above its limit: no more is over it"
            raise Refusal(Code.BAD_TERMS, sentence, "amount_micros")
        return self.record(Adjusted, notices=lawful(floor, check_reason(floor.law, self.reason)))

    def _check_reference(self, floor: Floor, jackpot: Jackpot) -> None:
        """Refuse an amount that nothing on file explains: this holds under every law, and without one."""
        rule = floor.law.find("adjustment.reasons")
        cited, there = f" ({rule.cited})" if rule else "", open_references(floor, self.jackpot, self.level, self.reason)
        if there is None:
            if self.refers_to:
                raise Refusal(Code.BAD_FIELD, f"{self.reason.value!r} refers to no number", "refers_to")
            return
        if self.refers_to not in there:
            numbers = ", ".join(map(str, there)) or "none"
            sentence = f"{_NEEDED[self.reason]}; open for {self.level} of {self.jackpot}: {numbers}{cited}"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "refers_to")
        left = there[self.refers_to]
        if not min(0, left) <= self.amount_micros <= max(0, left):
            most = format_amount(left, jackpot.terms.currency)
            raise Refusal(
                Code.BAD_TERMS, f"number {self.refers_to} explains {most} and no more{cited}", "amount_micros"
            )
        if self.reason is Reason.DISPLAY_MALFUNCTION:
            try:
                check_correction(jackpot, self.level, self.amount_micros)
            except AdjustmentError as error:
                raise Refusal(Code.BAD_TERMS, f"{error}{cited}", "amount_micros") from None


class Adjusted(RoomEvent, frozen=True, kw_only=True, tag="adjusted/1"):
    """Two people moved money by hand."""

    jackpot: str
    level: str
    reason: Reason
    amount_micros: int
    document: str
    refers_to: int = 0
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        jackpot = floor.jackpots[self.jackpot]
        after = adjust(jackpot, self.level, self.reason, self.amount_micros)
        return self._noted(floor).having("jackpots", self.jackpot, after)

    def _noted(self, floor: Floor) -> Floor:
        """Note what was moved on the award or malfunction it refers to."""
        number, moved = self.refers_to, self.amount_micros
        if number and self.reason is Reason.WON:
            award = floor.given[number]
            return floor.having("given", number, replace(award, by_hand_micros=award.by_hand_micros + moved))
        if number and self.reason is Reason.DISPLAY_MALFUNCTION:
            found = floor.malfunctions[number]
            return floor.having("malfunctions", number, replace(found, corrected_micros=found.corrected_micros + moved))
        if self.reason is Reason.SEED_RECOVERY:
            seeded = [number for number, award in floor.given.items() if award.seeded(self.jackpot, self.level)]
            if seeded:
                award = floor.given[max(seeded)]
                award = replace(award, recovered_micros=award.recovered_micros + moved)
                return floor.having("given", max(seeded), award)
        return floor


_NEEDED = {
    Reason.WON: "“won” refers to the number of a win page that was backed out and is paid after all",
    Reason.DISPLAY_MALFUNCTION: "a display malfunction refers to its number on file: report it first, with jackpot, "
    "level and by how much the meter was wrong",
}


def open_references(floor: Floor, jackpot: str, level: str, reason: Reason) -> dict[int, int] | None:
    """What an adjustment for a reason may refer to, and what is left of each; None where it refers to nothing."""
    if reason is Reason.WON:
        first = floor.jackpots[jackpot].terms.levels[0].name
        found = {
            number: award.left_micros
            for number, award in floor.given.items()
            if award.jackpot == jackpot and award.prize and (award.prize.win.level or first) == level
        }
    elif reason is Reason.DISPLAY_MALFUNCTION:
        failed = floor.malfunctions.items()
        found = {number: one.left_micros for number, one in failed if (one.jackpot, one.level) == (jackpot, level)}
    else:
        return None
    return {number: left for number, left in found.items() if left}


def verify_no_game(floor: Floor, jackpot: Jackpot) -> None:
    """Nobody loses a jackpot, or a part of it, that they are playing for."""
    for name in [name for name, found in floor.jackpots.items() if found is jackpot]:
        if playing := [room for room in floor.rooms_of(name) if floor.devices[room].enabled]:
            sentence = f"room {playing[0]} plays for this jackpot; switch it off first, once all it counted is here"
            raise Refusal(Code.NOT_NOW, sentence)
        for room in floor.rooms_of(name):
            if room in floor.rooms and any(not claim.confirmed for claim in floor.rooms[room].claims.values()):
                sentence = f"a claim of room {room} on this jackpot is not settled; confirm it, or accept the room"
                raise Refusal(Code.NOT_NOW, sentence)
        for table in (table for table, at in floor.tables_of(name).items() if at.phase is not Phase.BETTING):
            raise Refusal(Code.NOT_NOW, f"table {table} is playing for this jackpot; end the game first")


@recorded_as("terms changed/1", GatedEvent, terms=Terms)
class ChangeTerms(RoomCommand, frozen=True, kw_only=True, tag="change terms/1"):
    """Change the terms of a jackpot from the next round of each table on; a running one keeps what it started with.

    Rates and seeds begin with each level's next 100% award.
    """

    jackpot: Name
    terms: AskedTerms
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        jackpot = running_jackpot(floor, self.jackpot)
        terms = ProposedTerms.accepted(self.terms)
        if floor.rooms_of(self.jackpot) and (fault := sharing_fault(terms)):
            raise Refusal(Code.BAD_TERMS, fault, "terms")
        checks = (*_limits(floor.law, jackpot, terms), *check_seeds(floor.law, terms))
        lawful(floor, checks)
        with refusing(Code.BAD_TERMS, TermsError):
            change_terms(jackpot, terms)
        notices = lawful(floor, checks, said=_raised(floor, self.jackpot, terms))
        return self.record(self.recorded, terms=terms, notices=notices)

    def apply(self, floor: Floor) -> Floor:
        other = change_terms(floor.jackpots[self.jackpot], self.terms)
        return floor.having("jackpots", self.jackpot, other)


def _raised(floor: Floor, jackpot: str, begin: Terms) -> Iterator[Remark]:
    """A notice if rates go up and no filed configuration of the maker limits them."""
    rule, rates = floor.law.find("meter.rate"), {at.name: at.rate_ppm + at.reserve_rate_ppm for at in begin.levels}
    played = floor.tables_of(jackpot).values()
    filed = (floor.paperwork.preset(at.game, at.variant, at.wager, at.paytable) for at in played)
    for level in floor.jackpots[jackpot].terms.levels if rule and not any(filed) else ():
        was, now = level.rate_ppm + level.reserve_rate_ppm, rates.get(level.name, 0)
        if rule and now > was:
            before, after = (f"{Decimal(rate) / 10_000}%" for rate in (was, now))
            up = f"{begin.name}: {level.name} goes up from {before} to {after} of each wager"
            unfiled = "no pre-configured rate is on file to hold it against; file the maker's"
            yield Remark(f"{up}, and {unfiled} ({rule.cited})", rule.layer, binds=False)


def _limits(law: Law, jackpot: Jackpot, begin: Terms) -> Iterator[Finding]:
    """Every limit against the amount that stands."""
    for level in begin.levels:
        if level.limit_micros is not None:
            stands = jackpot.meter(level.name)
            yield from check_limit(law, level.name, level.limit_micros, stands, begin.currency)


@recorded_as("pay rules set/1")
class SetPayRules(RoomCommand, frozen=True, kw_only=True, tag="set pay rules/1"):
    """Say from which amount on a pay takes a supervisor, an executive or two people; below, the dealer pays alone.

    It holds from the next round of each table on.
    """

    currency: Currency
    rules: PayRules
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(ADJUSTS, count=2)
        if self.rules.fault:
            raise Refusal(Code.BAD_FIELD, self.rules.fault, "rules")
        if floor.house_rules.pays_in(self.currency) == self.rules:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")

    def apply(self, floor: Floor) -> Floor:
        held = floor.house_rules
        return replace(floor, house_rules=replace(held, pay_rules={**held.pay_rules, self.currency: self.rules}))


@recorded_as("win page printed/1", copy=int)
class PrintWinPage(RoomCommand, frozen=True, kw_only=True, tag="print win page/1"):
    """Print a win page. Every print is on the log; the second one of a page is a reprint."""

    number: Count
    answer_fields = ("number", "copy")

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(PRINTS)
        if self.number > floor.awards:
            there = f"1 to {floor.awards}" if floor.awards else "none yet"
            raise Refusal(Code.UNKNOWN_NAME, f"there is no win page {self.number}; there is {there}", "number")
        return self.record(self.recorded, copy=floor.prints.get(self.number, 0) + 1)

    def apply(self: Any, floor: Floor) -> Floor:
        return replace(floor, prints=floor.prints.with_copy(self.number, self.copy))


@recorded_as("report issued/1")
class IssueReport(RoomCommand, frozen=True, kw_only=True, tag="issue report/1"):
    """Issue a report under the next number; the server has drawn it and keeps it."""

    number: Count
    paper: Name
    """The kind of paper."""
    title: Line
    """The title in the document."""
    sha256: Digest
    """The digest of the document."""
    secret: Digest
    """The digest of the text that holds it, beside the journal."""
    checkpoint_size: Count
    """Number of events that the checkpoint in the document covers."""
    checkpoint_root: Digest
    """Root of the checkpoint's tree, in hexadecimal digits."""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(PRINTS)
        due = floor.reports_issued + 1
        if self.number != due:
            sentence = (
                f"the next report is number {due}, not {self.number}: another was issued meanwhile, issue it again"
            )
            raise Refusal(Code.NOT_NOW, sentence, "number")

    def apply(self, floor: Floor) -> Floor:
        return fast_replace(floor, reports_issued=self.number)


# The bank account for progressive prizes: entries with documents, statements, the server's look.


class AccountAmounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The account of one currency, as the server found it."""

    held_micros: int
    balance_micros: int
    required_micros: int
    short_micros: int


InCurrency = Annotated[Currency | None, Meta(description="May be left out where the room has one currency only.")]


class BookBankEntry(RoomCommand, frozen=True, kw_only=True, tag="book bank entry/1"):
    """Book a deposit, a withdrawal or a seizure, as the bank's paper says: two people of different departments."""

    on: Day
    entry_kind: BankEntryKind
    amount_micros: Stake
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> BankEntryBooked:
        who.require_departments(ADJUSTS)
        _check_past(floor, self.on)
        booked = self.record(BankEntryBooked, currency=_currency(floor, self.currency))
        if booked.entry in floor.bank:
            sentence = f"{self.document} is booked already, with that day and amount; name another document"
            raise Refusal(Code.ALREADY_DONE, sentence, "document")
        return booked


class BankEntryBooked(RoomEvent, frozen=True, kw_only=True, tag="bank entry booked/1"):
    """A deposit, a withdrawal or a seizure."""

    on: date
    entry_kind: BankEntryKind
    amount_micros: int
    document: str
    currency: str

    @property
    def entry(self) -> BankEntry:
        return BankEntry(self.on, self.entry_kind, self.amount_micros, self.document, self.currency)

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, bank=(*floor.bank, self.entry))


@recorded_as("statement filed/1", differs_micros=int, currency=str)
class FileStatement(RoomCommand, frozen=True, kw_only=True, tag="file statement/1"):
    """File what the bank says it holds, beside what the entries come to; it changes no book."""

    on: Day
    balance_micros: Change
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS)
        _check_past(floor, self.on)
        currency = _currency(floor, self.currency)
        entries = (entry for entry in floor.bank if entry.currency == currency)
        booked = sum(entry.change_micros for entry in entries if entry.on <= self.on)
        return self.record(self.recorded, differs_micros=self.balance_micros - booked, currency=currency)


@recorded_as("odds funds kept/1", currency=str)
class KeepOddsFunds(RoomCommand, frozen=True, kw_only=True, tag="keep odds funds/1"):
    """Record what is kept in a bank or as a line of credit for odds-based prizes: two departments sign."""

    amount_micros: Micros
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(ADJUSTS)
        return self.record(self.recorded, currency=_currency(floor, self.currency))

    def apply(self: Any, floor: Floor) -> Floor:
        kept = {**floor.funds.odds_micros, self.currency: self.amount_micros}
        return replace(floor, funds=replace(floor.funds, odds_micros=kept))


@recorded_as("funds looked at/1", stops=None, stop=str, day=date | None)
class LookAtFunds(RoomCommand, frozen=True, kw_only=True, tag="look at funds/1"):
    """What the server found by the whole log; only it reads the log."""

    accounts: Mapping[str, AccountAmounts]
    stops: tuple[str, ...]
    notices: tuple[str, ...]

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("how the funds stand")
        booked = {currency: floor.booked_micros(currency) for currency in floor.currencies}
        if {currency: amounts.balance_micros for currency, amounts in self.accounts.items()} != booked:
            raise Refusal(Code.NOT_NOW, "the account has moved meanwhile; look again")
        return self.record(self.recorded, day=floor.jurisdiction.day, stop="; ".join(self.stops))

    def apply(self: Any, floor: Floor) -> Floor:
        looked = replace(floor, funds=replace(floor.funds, stop=self.stop, notices=self.notices))
        return darken(looked) if self.stop else looked


def _currency(floor: Floor, given: str | None) -> str:
    """One of the room's; it may be left out where there is one only."""
    there = " or ".join(floor.currencies)
    if given is None and len(floor.currencies) > 1:
        raise Refusal(Code.BAD_FIELD, f"say in which currency: {there}", "currency")
    currency = floor.currencies[0] if given is None else given
    if currency not in floor.currencies:
        sentence = f"no jackpot of this room is in {currency}: the account is in {there}"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "currency")
    return currency


def _check_past(floor: Floor, on: date) -> None:
    if floor.jurisdiction.day and on > floor.jurisdiction.day:
        raise Refusal(Code.BAD_FIELD, f"{on} has not come yet; today is {floor.jurisdiction.day}", "on")


# What people count at a table: bank, fills, credits, drop.


SideHandles = Annotated[Mapping[Line, Micros], Meta(max_length=20, description="amounts by side bet")]


def name_sides(table: Table, handles: Mapping[str, int]) -> dict[str, int]:
    """Handles by side bets as the game names them; one that is no side bet of the game is refused."""
    found: dict[str, int] = {}
    for name, micros in handles.items():
        with refusing(Code.BAD_FIELD, UnknownName, field="side_handles"):
            wager = played_game(table).wager(name)
        if wager.kind is not Kind.SIDE:
            raise Refusal(
                Code.BAD_FIELD, f"{wager.name} is no side bet; its handle is not entered here", "side_handles"
            )
        found[wager.name] = micros
    return found


@recorded_as("count recorded/1", number=int, currency=str)
class RecordCount(RoomCommand, frozen=True, kw_only=True, tag="record count/1"):
    """Record what two people counted at a table: opening bank, a fill, a credit, drop or closing bank."""

    table: Name
    day: Day
    counted: CountKind
    amount_micros: Micros
    document: Line
    rounds: Count | None = None
    """Hands dealt that day, with the closing bank, where no keypad counts them."""
    handle_micros: Micros | None = None
    """What was bet that day on the opening bets, with the closing bank, where it is counted."""
    side_handles: SideHandles = field(default_factory=dict)
    """What was bet that day on each side bet, where it is counted; the win of the table includes them."""
    answer_fields = ("number",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(COUNTS, count=2)
        table = known(floor.tables, self.table, "table")
        today = floor.jurisdiction.day
        if today and self.day > today:
            raise Refusal(Code.BAD_FIELD, f"{format_day(self.day)} has not come yet", "day")
        if today and (today - self.day).days >= DAYS_KEPT:
            sentence = f"{format_day(self.day)} is more than {DAYS_KEPT} days ago: its records are closed"
            raise Refusal(Code.BAD_FIELD, sentence, "day")
        entered = (("rounds", "hands dealt are"), ("handle_micros", "the handle is"), ("side_handles", "handles are"))
        for name, what in entered:
            if getattr(self, name) not in (None, {}) and self.counted is not CountKind.CLOSING:
                raise Refusal(Code.BAD_FIELD, f"{what} entered with the closing bank", name)
        there = self.table, self.day, self.counted
        same = [n for n, count in floor.counts.items() if (count.table, count.day, count.counted) == there]
        if self.counted.once and same:
            sentence = f"the {self.counted.value} bank of that day is count {same[0]}; correct that one"
            raise Refusal(Code.ALREADY_DONE, sentence, "counted")
        return self.record(
            self.recorded,
            number=floor.counts_made + 1,
            currency=table.currency,
            side_handles=name_sides(table, self.side_handles),
        )

    def apply(self: Any, floor: Floor) -> Floor:
        kept = {n: count for n, count in floor.counts.items() if (self.day - count.day).days < DAYS_KEPT}
        mine = TableCount(self.table, self.day, self.counted, self.amount_micros)
        return replace(floor, counts_made=self.number, counts={**kept, self.number: mine})


@recorded_as("count corrected/1", table=str, was_micros=int)
class CorrectCount(RoomCommand, frozen=True, kw_only=True, tag="correct count/1"):
    """Set a count right by its number; both amounts are on the log."""

    number: Count
    amount_micros: Micros
    handle_micros: Micros | None = None
    """The right handle of a closing bank, if it was wrong."""
    side_handles: SideHandles = field(default_factory=dict)
    """The right handles of side bets."""
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        count = floor.counts.get(self.number)
        if count is None:
            sentence = f"there is no count {self.number} of the last {DAYS_KEPT} days"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
        says = self.handle_micros is not None or bool(self.side_handles)
        if says and count.counted is not CountKind.CLOSING:
            raise Refusal(
                Code.BAD_FIELD, "a handle goes with the closing bank, and with no other count", "handle_micros"
            )
        if count.amount_micros == self.amount_micros and not says:
            raise Refusal(Code.ALREADY_DONE, f"count {self.number} says that already", "amount_micros")
        return self.record(
            self.recorded,
            table=count.table,
            was_micros=count.amount_micros,
            side_handles=name_sides(floor.tables[count.table], self.side_handles),
        )

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("counts", self.number, amount_micros=self.amount_micros)
