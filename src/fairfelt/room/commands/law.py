"""Commands about the law of the room: which one it is, its day, and what exact counts found for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.law import LawError, Mode, profile, time_zone
from fairfelt.law.links import certificate_faults
from fairfelt.room.authority import Requester, known
from fairfelt.room.events.alarms import AlarmRaised
from fairfelt.room.events.law import DayBegan, DayCorrected, LawSet, LinksExamined, TablesReviewed, TransferExamined
from fairfelt.room.law.ask_law import law_today, with_review
from fairfelt.room.law.law_verdict import Said
from fairfelt.room.law.paperwork import Combination, certified_combinations, link_rules
from fairfelt.room.law.payments import renewed_payments
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import UnknownName
from fairfelt.runtime.formats import Day, Hour, Line, Name, OptionalLine, fit_line, show

from .alarms import raise_alarm
from .command import RoomCommand


class SetLaw(RoomCommand, frozen=True, kw_only=True, tag="set law/1"):
    """Choose the jurisdiction, by two people, and whether its rules stop what breaks them; a round keeps its own."""

    profile: Name
    mode: Mode
    zone: Line
    document: Line
    day_begins_hour: Hour = 0
    """The hour in that zone at which a gaming day begins."""
    location_class: OptionalLine = ""
    location: OptionalLine = ""
    """The licensed location, as the license names it."""

    def decide(self, floor: Floor, who: Requester) -> tuple[LawSet | AlarmRaised, ...]:
        who.require_departments(ADJUSTS)
        with refusing(Code.UNKNOWN_NAME, UnknownName, LawError):
            held = profile(self.profile)
            time_zone(self.zone)
            if floor.jurisdiction.day:
                held.on(floor.jurisdiction.day)
        event = self.record(LawSet, at_micros=who.now_micros)
        before, after = floor.jurisdiction.binds, event.apply(floor).jurisdiction.binds
        if before in ("", after):
            return (with_review(floor, event),)
        now = f"{self.profile} in mode {self.mode.value}"
        says = fit_line(f"{before} is no longer enforced: the room is under {now}, by {self.document}")
        about = f"lapse {len(floor.lapses) + 1}"  # each is an alarm of its own, whether or not the one before was seen
        return with_review(floor, event), *raise_alarm(floor, who, AlarmKind.ENFORCEMENT_OFF, about, says)


class BeginDay(RoomCommand, frozen=True, kw_only=True, tag="begin day/1"):
    """A gaming day begins where the room is. Every table is looked at again, for rules have days."""

    day: Day

    def decide(self, floor: Floor, who: Requester) -> DayBegan:
        who.require_server("which day it is")
        last = floor.jurisdiction.day
        if last and self.day <= last:
            raise Refusal(Code.ALREADY_DONE, f"{last} has begun already; the next day is a later one, not {self.day}")
        with refusing(Code.UNLAWFUL, LawError):
            law = profile(floor.jurisdiction.profile).on(self.day)
        return with_review(floor, DayBegan(day=self.day, payments=tuple(renewed_payments(floor, law))))


class ReviewTables(RoomCommand, frozen=True, kw_only=True, tag="review tables/1"):
    """Ask the law again about every table: after a restore or an update the log may hold older answers."""

    def decide(self, floor: Floor, who: Requester) -> TablesReviewed:
        who.require_server("that the law has to be asked again")
        return with_review(floor, TablesReviewed())


class CorrectDay(RoomCommand, frozen=True, kw_only=True, tag="correct day/1"):
    """Set the day right, by two people, after the clock had been wrong."""

    day: Day
    document: Line

    def decide(self, floor: Floor, who: Requester) -> DayCorrected:
        who.require_departments(ADJUSTS)
        wrong = floor.jurisdiction.day
        if wrong is None or self.day >= wrong:
            there = f"{wrong} is the day" if wrong else "no day has begun"
            raise Refusal(
                Code.NOT_NOW, f"{there}; only a day that began too early is corrected, to an earlier one", "day"
            )
        with refusing(Code.UNLAWFUL, LawError):
            law = profile(floor.jurisdiction.profile).on(self.day)
        payments = tuple(renewed_payments(floor, law))
        event = DayCorrected(day=self.day, instead_of=wrong, document=self.document, payments=payments)
        return with_review(floor, event)


class ExamineLinks(RoomCommand, frozen=True, kw_only=True, tag="examine links/1"):
    """A certificate for all tables of a jackpot whose seal, law and games are right, or what speaks against them."""

    jackpot: Name
    combinations: tuple[Combination, ...]
    locations: tuple[Line, ...]
    findings: tuple[Said, ...]
    certificate: Mapping[str, Any] | None = None

    def decide(self, floor: Floor, who: Requester) -> LinksExamined:
        who.require_server("what a count has found")
        law = law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        if self.certificate is not None:
            _verify(floor, self.certificate, set(self.combinations))
        event = self.record(LinksExamined, rules=link_rules(law))
        return with_review(floor, event)


class ExamineTransfer(RoomCommand, frozen=True, kw_only=True, tag="examine transfer/1"):
    """What the odds of a jackpot and of an heir come to; it answers as long as games and rule are those counted."""

    jackpot: Name
    into: Name
    level: Name
    old: tuple[Combination, ...]
    heir: tuple[Combination, ...]
    rule: Line
    findings: tuple[Said, ...]

    def decide(self, floor: Floor, who: Requester) -> TransferExamined:
        who.require_server("what a count has found")
        law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        known(floor.jackpots, self.into, "into", "jackpot")
        return self.record(TransferExamined)


def _verify(floor: Floor, certificate: Mapping[str, Any], combinations: set[Combination]) -> None:
    law = law_today(floor)
    if wrong := certificate_faults(certificate):
        raise Refusal(Code.BAD_FIELD, "; ".join(wrong), "certificate")
    of, on = certificate.get("profile"), certificate.get("on")
    if (of, on) != (law.profile.name, law.on.isoformat()):
        sentence = f"the certificate is one of {show(of)} on {show(on)}; today it is {law.profile.name} on {law.on}"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")
    if certified_combinations(certificate) != combinations:
        sentence = "the certificate is about other games, wagers, paytables or folded hands than those of the jackpot"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")
