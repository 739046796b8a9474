"""Commands of the accounts: adjustments, terms, rules by amount, win pages, reports, counts. Two people move money."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from fairfelt.formats.fields import Change, Count, Currency, Day, Digest, Line, Micros, Name
from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, Terms, TermsError, adjustment, changed
from fairfelt.law import Finding, Law, check_limit, check_reason, check_seeds
from fairfelt.room.authority import Requester, known
from fairfelt.room.events.accounts import Adjusted, PayRulesSet, TermsChanged, WinPagePrinted
from fairfelt.room.events.counts import CountCorrected, CountRecorded
from fairfelt.room.events.papers import ReportIssued
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.law.gate import permit
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.pay_rules import PayRules
from fairfelt.room.state.people import ADJUSTS, PRINTS
from fairfelt.room.state.table_counts import COUNTS, DAYS_KEPT, Counted
from fairfelt.rules import format_day

from .command import RoomCommand


class Adjust(RoomCommand, frozen=True, kw_only=True, tag="adjust/1"):
    """Move money by hand, for one of the permitted reasons."""

    jackpot: Name
    level: Name
    reason: Reason
    amount_micros: Change
    document: Line

    def decide(self, floor: Floor, who: Requester) -> Adjusted:
        who.require(ADJUSTS, count=2)
        jackpot, law = known(floor.jackpots, self.jackpot, "jackpot"), floor.jurisdiction.law
        with refusing(Code.BAD_TERMS, AdjustmentError, TermsError):
            adjustment(jackpot, self.level, self.reason, self.amount_micros)
        return Adjusted(
            jackpot=self.jackpot,
            level=self.level,
            reason=self.reason,
            amount_micros=self.amount_micros,
            document=self.document,
            notices=lawful(floor, check_reason(law, self.reason) if law else ()),
        )


class ChangeTerms(RoomCommand, frozen=True, kw_only=True, tag="change terms/1"):
    """Change the terms of a jackpot: limits begin at once, rates and seeds with each level's next 100% award."""

    jackpot: Name
    terms: Terms
    why: Line

    def decide(self, floor: Floor, who: Requester) -> TermsChanged:
        who.require(ADJUSTS, count=2)
        jackpot, law = known(floor.jackpots, self.jackpot, "jackpot"), floor.jurisdiction.law
        checks = (*_limits(law, jackpot, self.terms), *check_seeds(law, self.terms)) if law else ()
        lawful(floor, checks)
        with refusing(Code.BAD_TERMS, TermsError):
            changed(jackpot, self.terms)
        event = TermsChanged(jackpot=self.jackpot, terms=self.terms, why=self.why)
        return permit(floor, event, checks)


def _limits(law: Law, jackpot: Jackpot, begin: Terms) -> Iterator[Finding]:
    """Every limit against the amount that stands."""
    for level in begin.levels:
        if level.limit_micros is not None:
            stands = jackpot.meter(level.name)
            yield from check_limit(law, level.name, level.limit_micros, stands, begin.currency)


class SetPayRules(RoomCommand, frozen=True, kw_only=True, tag="set pay rules/1"):
    """Say from which amount on a pay takes a supervisor, an executive or two people; below, the dealer pays alone."""

    currency: Currency
    rules: PayRules
    why: Line

    def decide(self, floor: Floor, who: Requester) -> PayRulesSet:
        who.require(ADJUSTS, count=2)
        if self.rules.fault:
            raise Refusal(Code.BAD_FIELD, self.rules.fault, "rules")
        if floor.house_rules.pays_in(self.currency) == self.rules:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")
        return PayRulesSet(currency=self.currency, rules=self.rules, why=self.why)


class PrintWinPage(RoomCommand, frozen=True, kw_only=True, tag="print win page/1"):
    """Print a win page. Every print is on the log; the second one of a page is a reprint."""

    number: Count

    def decide(self, floor: Floor, who: Requester) -> WinPagePrinted:
        who.require(PRINTS)
        if self.number > floor.awards:
            there = f"1 to {floor.awards}" if floor.awards else "none yet"
            raise Refusal(Code.UNKNOWN_NAME, f"there is no win page {self.number}; there is {there}", "number")
        return WinPagePrinted(number=self.number, copy=floor.prints.get(self.number, 0) + 1)


class IssueReport(RoomCommand, frozen=True, kw_only=True, tag="issue report/1"):
    """Issue a report under the next number; the server has drawn it and keeps it."""

    number: Count
    paper: Name
    title: Line
    sha256: Digest
    secret: Digest
    checkpoint_size: Count
    checkpoint_root: Digest

    def decide(self, floor: Floor, who: Requester) -> ReportIssued:
        who.require(PRINTS)
        due = floor.reports_issued + 1
        if self.number != due:
            sentence = (
                f"the next report is number {due}, not {self.number}: another was issued meanwhile, issue it again"
            )
            raise Refusal(Code.NOT_NOW, sentence, "number")
        return ReportIssued(
            number=self.number,
            paper=self.paper,
            title=self.title,
            sha256=self.sha256,
            secret=self.secret,
            checkpoint_size=self.checkpoint_size,
            checkpoint_root=self.checkpoint_root,
        )


class RecordCount(RoomCommand, frozen=True, kw_only=True, tag="record count/1"):
    """Record what two people counted at a table: opening bank, a fill, a credit, drop or closing bank."""

    table: Name
    day: Day
    counted: Counted
    amount_micros: Micros
    document: Line
    rounds: Count | None = None
    """Hands dealt that day, with the closing bank, where no keypad counts them."""
    handle_micros: Micros | None = None
    """What was bet on the opening bets that day, with the closing bank, where something counts it."""

    def decide(self, floor: Floor, who: Requester) -> CountRecorded:
        who.require(COUNTS, count=2)
        table = known(floor.tables, self.table, "table")
        self._check_day(floor)
        for field, what in (("rounds", "hands dealt are"), ("handle_micros", "the handle is")):
            if getattr(self, field) is not None and self.counted is not Counted.CLOSING:
                raise Refusal(Code.BAD_FIELD, f"{what} entered with the closing bank", field)
        if self.counted.once and (number := self._there(floor)):
            sentence = f"the {self.counted.value} bank of that day is count {number}; correct that one"
            raise Refusal(Code.ALREADY_DONE, sentence, "counted")
        return CountRecorded(
            number=floor.counts_made + 1,
            table=self.table,
            day=self.day,
            counted=self.counted,
            amount_micros=self.amount_micros,
            currency=table.currency,
            document=self.document,
            rounds=self.rounds,
            handle_micros=self.handle_micros,
        )

    def _check_day(self, floor: Floor) -> None:
        today = floor.jurisdiction.day
        if today is None:
            return
        if self.day > today:
            raise Refusal(Code.BAD_FIELD, f"{format_day(self.day)} has not come yet", "day")
        if self.day <= today - timedelta(DAYS_KEPT):
            sentence = f"{format_day(self.day)} is more than {DAYS_KEPT} days ago: its records are closed"
            raise Refusal(Code.BAD_FIELD, sentence, "day")

    def _there(self, floor: Floor) -> int:
        there = self.table, self.day, self.counted
        found = (n for n, count in floor.counts.items() if (count.table, count.day, count.counted) == there)
        return next(found, 0)


class CorrectCount(RoomCommand, frozen=True, kw_only=True, tag="correct count/1"):
    """Set a count right by its number; both amounts are on the log."""

    number: Count
    amount_micros: Micros
    handle_micros: Micros | None = None
    """The right handle of a closing bank, where that was wrong."""
    why: Line

    def decide(self, floor: Floor, who: Requester) -> CountCorrected:
        who.require(ADJUSTS, count=2)
        count = floor.counts.get(self.number)
        if count is None:
            sentence = f"there is no count {self.number} of the last {DAYS_KEPT} days"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
        if self.handle_micros is not None and count.counted is not Counted.CLOSING:
            raise Refusal(
                Code.BAD_FIELD, "a handle goes with the closing bank, and with no other count", "handle_micros"
            )
        if count.amount_micros == self.amount_micros and self.handle_micros is None:
            raise Refusal(Code.ALREADY_DONE, f"count {self.number} says that already", "amount_micros")
        return CountCorrected(
            number=self.number,
            table=count.table,
            was_micros=count.amount_micros,
            amount_micros=self.amount_micros,
            handle_micros=self.handle_micros,
            why=self.why,
        )
