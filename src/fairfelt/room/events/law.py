"""Events of the law: changes of jurisdiction, days that begin, papers filed, and the verdicts on tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from msgspec import structs

from fairfelt.law import Met, Mode, Pin, document_digest
from fairfelt.room.law.jurisdiction import Jurisdiction, Lapse
from fairfelt.room.law.law_verdict import Said
from fairfelt.room.law.paperwork import (
    AttachedFile,
    FiledPreset,
    LinkExamination,
    MakersReport,
    RecordedCombination,
    RoomPin,
    TransferExamination,
    certified_combinations,
    paytable_key,
    transfer_key,
)
from fairfelt.room.state.duties import PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table_limits import TableLimits
from fairfelt.runtime.formats import shared_fields

from .event import GatedEvent, ReviewedEvent, RoomEvent


class LawSet(ReviewedEvent, frozen=True, kw_only=True, tag="law set/1"):
    """Two people chose the jurisdiction."""

    profile: str
    mode: Mode
    zone: str
    location_class: str
    location: str
    document: str
    day_begins_hour: int = 0
    at_micros: int = 0
    """The journal's time; 0 on logs of before it was kept here."""

    def apply(self, floor: Floor) -> Floor:
        jurisdiction = replace(floor.jurisdiction, **shared_fields(self, Jurisdiction))
        lapses = self._lapses(floor, floor.jurisdiction.binds, jurisdiction.binds)
        return replace(floor, jurisdiction=jurisdiction, lapses=lapses).with_verdicts(self.verdicts)

    def _lapses(self, floor: Floor, before: str, after: str) -> tuple[Lapse, ...]:
        """The lapses, plus one for binding rules that stop binding; those of a profile that binds again end."""
        if before == after or not self.at_micros:
            return floor.lapses
        names = tuple(floor.people[person].name for person in self.people)
        over = tuple(
            replace(one, to_micros=self.at_micros, ended_by=names)
            if one.profile == after and not one.to_micros
            else one
            for one in floor.lapses
        )
        return (*over, Lapse(before, self.at_micros, names, self.document, followed_by=after)) if before else over


class DayBegan(ReviewedEvent, frozen=True, kw_only=True, tag="day began/1"):
    """A gaming day began where the room is."""

    day: date
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of unpaid awards whose taxes change on this day."""

    def apply(self, floor: Floor) -> Floor:
        return _on(floor, self.day, self.payments).with_verdicts(self.verdicts)


class DayCorrected(ReviewedEvent, frozen=True, kw_only=True, tag="day corrected/1"):
    """Two people set the day right after the clock had been wrong."""

    day: date
    instead_of: date
    document: str
    payments: tuple[PaymentTerms, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        return _on(floor, self.day, self.payments).with_verdicts(self.verdicts)


def _on(floor: Floor, day: date, payments: tuple[PaymentTerms, ...]) -> Floor:
    renewed = {terms.number: structs.replace(floor.payments[terms.number], steps=terms.steps) for terms in payments}
    return replace(floor, jurisdiction=replace(floor.jurisdiction, day=day), payments={**floor.payments, **renewed})


class FiledEvent(ReviewedEvent, frozen=True, kw_only=True):
    """One that put something on file with a document."""

    document: str
    sha256: str = ""
    """The digest of the document as a file, where it was given."""
    secret: str = ""
    """The digest of the text that holds the file, beside the journal."""

    def _file(self, floor: Floor, **papers: object) -> Floor:
        attached = dict(floor.paperwork.attached)
        if digits := self.sha256 or document_digest(self.document):
            before = attached.get(digits)
            attached[digits] = AttachedFile(self.document, self.secret or (before.secret if before else ""))
        return _with_papers(floor, attached=attached, **papers).with_verdicts(self.verdicts)


class ConditionMet(FiledEvent, frozen=True, kw_only=True, tag="condition met/1"):
    """Something the approval asks for was done."""

    condition: str
    on: date
    game: str = ""

    def apply(self, floor: Floor) -> Floor:
        met = Met(self.condition, self.on, self.document, self.game)
        return self._file(floor, met=(*floor.paperwork.met, met))


class ConditionWithdrawn(ReviewedEvent, frozen=True, kw_only=True, tag="condition withdrawn/1"):
    """A condition is no longer met."""

    condition: str
    why: str
    game: str = ""

    def apply(self, floor: Floor) -> Floor:
        gone = self.condition, self.game
        kept = tuple(met for met in floor.paperwork.met if (met.condition, met.game) != gone)
        return _with_papers(floor, met=kept).with_verdicts(self.verdicts)


class GamePinned(FiledEvent, frozen=True, kw_only=True, tag="game pinned/1"):
    """Two people compared a game with its approved rules."""

    game: str
    variant: str
    fingerprint: str
    paytables: tuple[str, ...] = ()
    """The compared paytables; all if none is listed."""

    def apply(self, floor: Floor) -> Floor:
        pin = RoomPin(Pin(self.game, self.variant, self.fingerprint, self.paytables), self.document)
        return self._file(floor, pins=(*floor.paperwork.pins, pin))


class PinWithdrawn(ReviewedEvent, frozen=True, kw_only=True, tag="pin withdrawn/1"):
    """The comparison holds no longer."""

    fingerprint: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        kept = tuple(one for one in floor.paperwork.pins if one.pin.fingerprint != self.fingerprint)
        return _with_papers(floor, pins=kept).with_verdicts(self.verdicts)


class ComponentsInstalled(FiledEvent, frozen=True, kw_only=True, tag="components installed/1"):
    """The versions of the maker's system that are in use."""

    components: Mapping[str, str]
    second_record: bool = False
    """Whether that system keeps the meters, and Fairfelt only a second record of them."""

    def apply(self, floor: Floor) -> Floor:
        return self._file(floor, installed=dict(self.components) or None, second_record=self.second_record)


class PresetFiled(FiledEvent, frozen=True, kw_only=True, tag="preset filed/1"):
    """Two people filed what the maker's system was configured with for a paytable."""

    game: str
    variant: str
    wager: str
    paytable: str
    levels: tuple[tuple[str, int, int], ...]
    """Name, seed in millionths, rate in millionths of the wager."""

    def apply(self, floor: Floor) -> Floor:
        key = paytable_key(self.game, self.variant, self.wager, self.paytable)
        filed = {**floor.paperwork.presets, key: FiledPreset(self.levels, self.document)}
        return self._file(floor, presets=filed)


class MakersReportFiled(FiledEvent, frozen=True, kw_only=True, tag="makers report filed/1"):
    """Two people filed a report on how equipment of different makers works together."""

    makers: tuple[str, ...]

    def apply(self, floor: Floor) -> Floor:
        filed = MakersReport(self.makers, self.document)
        kept = (report for report in floor.paperwork.makers_reports if report.covered != filed.covered)
        return self._file(floor, makers_reports=(*kept, filed))


class MakersReportWithdrawn(ReviewedEvent, frozen=True, kw_only=True, tag="makers report withdrawn/1"):
    """A report holds no longer."""

    document: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        kept = tuple(report for report in floor.paperwork.makers_reports if report.document != self.document)
        return _with_papers(floor, makers_reports=kept).with_verdicts(self.verdicts)


class WagersLimited(GatedEvent, frozen=True, kw_only=True, tag="wagers limited/1"):
    """Two people set the house's own largest wager in a currency, or took it away."""

    currency: str
    largest_micros: int | None
    why: str

    def apply(self, floor: Floor) -> Floor:
        others = {name: most for name, most in floor.house_rules.most_wager.items() if name != self.currency}
        most = others if self.largest_micros is None else {**others, self.currency: self.largest_micros}
        return replace(floor, house_rules=replace(floor.house_rules, most_wager=most)).with_verdicts(self.verdicts)


class TablesReviewed(ReviewedEvent, frozen=True, kw_only=True, tag="tables reviewed/1"):
    """The law was asked again about every table: after a restore, or with other software."""

    def apply(self, floor: Floor) -> Floor:
        return floor.with_verdicts(self.verdicts)


class LinksExamined(ReviewedEvent, frozen=True, kw_only=True, tag="links examined/1"):
    """The exact count of all tables of a jackpot, perhaps with one that wants to join them."""

    jackpot: str
    combinations: tuple[RecordedCombination, ...]
    locations: tuple[str, ...]
    rules: tuple[str, ...]
    findings: tuple[Said, ...]
    certificate: Mapping[str, Any] | None = None

    def apply(self, floor: Floor) -> Floor:
        # Certificates always recorded whether folded hands qualify; combinations of older journals do not.
        certified = tuple(sorted(certified_combinations(self.certificate))) if self.certificate else self.combinations
        examined = LinkExamination(certified, self.locations, self.rules, self.findings, self.certificate)
        stands, held = floor.played_for(self.jackpot).combinations, floor.paperwork.links.get(self.jackpot, ())
        of_what_stands = [one for one in held if stands <= {*one.combinations}][-1:]
        kept = [] if stands == {*certified} else of_what_stands
        links = {**floor.paperwork.links, self.jackpot: (*kept, examined)}
        return _with_papers(floor, links=links).with_verdicts(self.verdicts)


class TransferExamined(RoomEvent, frozen=True, kw_only=True, tag="transfer examined/1"):
    """The exact count of a jackpot and its heir."""

    jackpot: str
    into: str
    level: str
    old: tuple[RecordedCombination, ...]
    heir: tuple[RecordedCombination, ...]
    rule: str
    findings: tuple[Said, ...]

    def apply(self, floor: Floor) -> Floor:
        key = transfer_key((self.jackpot, self.into, self.level))
        examined = TransferExamination(self.old, self.heir, self.rule, self.findings)
        return _with_papers(floor, transfers={**floor.paperwork.transfers, key: examined})


class LimitsPosted(GatedEvent, frozen=True, kw_only=True, tag="limits posted/1"):
    """Other limits hang at a table."""

    table: str
    limits: TableLimits
    seats: int

    def apply(self, floor: Floor) -> Floor:
        floor = floor.changing("tables", self.table, limits=self.limits, seats=self.seats)
        return floor.with_verdicts(self.verdicts)


def _with_papers(floor: Floor, **papers: object) -> Floor:
    return replace(floor, paperwork=replace(floor.paperwork, **papers))  # type: ignore[arg-type]
