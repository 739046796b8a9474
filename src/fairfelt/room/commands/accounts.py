"""Adjustments, terms, rules by amount, win pages, reports. Two people move money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

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
from fairfelt.law import Finding, Law, check_limit, check_reason, check_seeds, document_date
from fairfelt.law.approvals import REFERENCE_WORDS
from fairfelt.room.authority import Requester, running_jackpot
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.set_up import AskedTerms
from fairfelt.room.event import Code, GatedEvent, Refusal, RoomEvent, refusing
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.law.jurisdiction import Remark
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import PayRules
from fairfelt.room.state.people import ADJUSTS, PRINTS
from fairfelt.room.state.table import Phase
from fairfelt.runtime.formats import Change, Count, Currency, Digest, Line, Name, Tally, format_amount


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
        jackpot, law = running_jackpot(floor, self.jackpot), floor.jurisdiction.law
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
        return self.record(Adjusted, notices=lawful(floor, check_reason(law, self.reason) if law else ()))

    def _check_reference(self, floor: Floor, jackpot: Jackpot) -> None:
        """Refuse an amount that nothing on file explains: this holds under every law, and without one."""
        rule = floor.jurisdiction.law.find("adjustment.reasons") if floor.jurisdiction.law else None
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
        jackpot, law = running_jackpot(floor, self.jackpot), floor.jurisdiction.law
        terms = ProposedTerms.accepted(self.terms)
        if floor.rooms_of(self.jackpot) and (fault := sharing_fault(terms)):
            raise Refusal(Code.BAD_TERMS, fault, "terms")
        checks = (*_limits(law, jackpot, terms), *check_seeds(law, terms)) if law else ()
        lawful(floor, checks)
        with refusing(Code.BAD_TERMS, TermsError):
            change_terms(jackpot, terms)
        notices = lawful(floor, checks, said=_raised(floor, self.jackpot, terms) if law else ())
        return self.record(self.recorded, terms=terms, notices=notices)

    def happen(self, floor: Floor) -> Floor:
        other = change_terms(floor.jackpots[self.jackpot], self.terms)
        return floor.having("jackpots", self.jackpot, other)


def _raised(floor: Floor, jackpot: str, begin: Terms) -> Iterator[Remark]:
    """A notice if rates go up and no filed configuration of the maker limits them."""
    law, rates = floor.jurisdiction.law, {at.name: at.rate_ppm + at.reserve_rate_ppm for at in begin.levels}
    rule = law.find("meter.rate") if law else None
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
