"""Commands about the papers that the law asks for: conditions met, games compared, the maker's system."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct

from fairfelt import games
from fairfelt.law import MetCondition, Pin, document_date, document_digest, letter, paytables_of
from fairfelt.law.approvals import REFERENCE_WORDS
from fairfelt.room.authority import Requester
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.law import with_papers
from fairfelt.room.event import Code, Refusal, ReviewedEvent, RoomEvent, refusing
from fairfelt.room.law.ask_law import law_today
from fairfelt.room.law.paperwork import AttachedFile, FiledPreset, MakersReport, RoomPin, paytable_key
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import Preset, UnknownName
from fairfelt.runtime.formats import Day, Digest, Line, Micros, Name, OptionalDigest, OptionalLine, Ppm, show


class FiledEvent(ReviewedEvent, frozen=True, kw_only=True):
    """One that put something on file with a document."""

    document: str
    sha256: str = ""
    """The digest of the document as a file, where it was given."""
    secret: str = ""
    """The digest of the text that holds the file, beside the journal."""


def _filed(filing: Filing | FiledEvent, floor: Floor, **papers: object) -> Floor:
    """The floor with other papers of some kinds, and the document that says so."""
    attached = dict(floor.paperwork.attached)
    if digits := filing.sha256 or document_digest(filing.document):
        before = attached.get(digits, AttachedFile((), ""))
        others = tuple(name for name in before.documents if name != filing.document)
        attached[digits] = AttachedFile((*others, filing.document), filing.secret or before.secret)
    return with_papers(floor, attached=attached, **papers)


class ConfiguredLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """A level as a maker's system was configured."""

    name: Name
    seed_micros: Micros
    rate_ppm: Ppm
    """What goes to its meter and its reserve, together."""


class Filing(RoomCommand, frozen=True, kw_only=True):
    """Something that two departments put on file with a document."""

    document: Line
    sha256: OptionalDigest = ""
    """The digest of the document as a file."""
    secret: OptionalDigest = ""
    """What POST /api/documents gave for the file, where it is kept with the room."""

    def check_document(self, floor: Floor) -> date:
        """The date of a document that is named so that an auditor finds it, and was there by the room's day."""
        dated, today = document_date(self.document), law_today(floor).on
        if dated is None:
            raise Refusal(Code.BAD_FIELD, f"{show(self.document)} names no document: {REFERENCE_WORDS}", "document")
        if dated > today:
            sentence = f"{show(self.document)} is dated after {today}: {REFERENCE_WORDS}"
            raise Refusal(Code.BAD_FIELD, sentence, "document")
        named = document_digest(self.document)
        if self.secret and not self.sha256:
            raise Refusal(Code.BAD_FIELD, "a file that is kept is named by its SHA-256 too", "sha256")
        if named and self.sha256 and named != self.sha256:
            raise Refusal(Code.BAD_FIELD, f"the attached file is another one than {show(self.document)}", "sha256")
        if floor.jurisdiction.binds and not self.secret:
            sentence = "while a law is enforced, attach the document: POST /api/documents gives its sha256 and secret"
            raise Refusal(Code.BAD_FIELD, sentence, "sha256")
        return dated


@recorded_as("condition met/1", FiledEvent)
class MeetCondition(Filing, frozen=True, kw_only=True, tag="meet condition/1"):
    """Record that something the approval asks for was done, and what shows it; for one game or for all."""

    condition: Name
    on: Day
    game: OptionalLine = ""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            letter().condition(self.condition)
            if self.game:
                games.find(self.game)
        if self.on > (today := law_today(floor).on):
            sentence = f"{self.on} has not come yet; a condition is met on a day up to {today}"
            raise Refusal(Code.BAD_FIELD, sentence, "on")
        self.check_document(floor)

    def apply(self, floor: Floor) -> Floor:
        met = MetCondition(self.condition, self.on, self.document, self.game)
        return _filed(self, floor, met=(*floor.paperwork.met, met))


@recorded_as("condition withdrawn/1", ReviewedEvent)
class WithdrawCondition(RoomCommand, frozen=True, kw_only=True, tag="withdraw condition/1"):
    """Record that a condition turned out not to be met, or is met no longer."""

    condition: Name
    why: Line
    game: OptionalLine = ""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if not any((met.condition, met.game) == (self.condition, self.game) for met in floor.paperwork.met):
            where = f" for {self.game}" if self.game else ""
            sentence = f"condition {self.condition!r} was not met{where}; nothing is withdrawn"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "condition")

    def apply(self, floor: Floor) -> Floor:
        gone = self.condition, self.game
        kept = tuple(met for met in floor.paperwork.met if (met.condition, met.game) != gone)
        return with_papers(floor, met=kept)


@recorded_as("game pinned/1", FiledEvent)
class PinGame(Filing, frozen=True, kw_only=True, tag="pin game/1"):
    """Record that two people compared a game with its approved rules: the approval holds for this fingerprint."""

    game: Name
    fingerprint: Digest
    variant: OptionalLine = ""
    paytables: Annotated[tuple[Line, ...], Meta(max_length=200, description="a list of paytables")] = ()
    """The compared paytables, each as WAGER/PAYTABLE; all of the game's if none is listed."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(ADJUSTS)
        with refusing(Code.UNKNOWN_NAME, UnknownName, field="game"):
            game = games.find(self.game, self.variant)
        here = games.fingerprint_of(game.slug, game.variant)
        if self.fingerprint != here:
            sentence = f"{game.title} has the fingerprint {here} here, not {self.fingerprint}: compare it again"
            raise Refusal(Code.BAD_FIELD, sentence, "fingerprint")
        there = paytables_of(game)
        if unknown := [one for one in self.paytables if one not in there]:
            sentence = f"{game.title} has no paytable {show(unknown[0])}; it has {', '.join(there) or 'none'}"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "paytables")
        self.check_document(floor)
        compared, papers = self.paytables or there, floor.counting_papers
        if any(one.pin.fingerprint == here for one in papers.pins) and not papers.papers.letter.unseen(game, compared):
            raise Refusal(Code.ALREADY_DONE, f"{game.title} is pinned already")
        return self.record(self.recorded, game=game.slug, variant=game.variant, paytables=compared)

    def apply(self, floor: Floor) -> Floor:
        pin = RoomPin(Pin(self.game, self.variant, self.fingerprint, self.paytables), self.document)
        return _filed(self, floor, pins=(*floor.paperwork.pins, pin))


@recorded_as("pin withdrawn/1", ReviewedEvent)
class WithdrawPin(RoomCommand, frozen=True, kw_only=True, tag="withdraw pin/1"):
    """Record, by two people, that a comparison holds no longer."""

    fingerprint: Digest
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if not any(one.pin.fingerprint == self.fingerprint for one in floor.paperwork.pins):
            sentence = f"no game with the fingerprint {self.fingerprint[:12]}… was pinned here"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "fingerprint")

    def apply(self, floor: Floor) -> Floor:
        kept = tuple(one for one in floor.paperwork.pins if one.pin.fingerprint != self.fingerprint)
        return with_papers(floor, pins=kept)


@recorded_as("preset filed/1", FiledEvent, levels=tuple[tuple[str, int, int], ...])
class FilePreset(Filing, frozen=True, kw_only=True, tag="file preset/1"):
    """File the seeds and rates that the maker's system was configured with; terms are held against them."""

    game: Name
    wager: Line
    paytable: Line
    levels: Annotated[
        tuple[ConfiguredLevel, ...], Meta(min_length=1, max_length=20, description="a list of 1 to 20 levels")
    ]
    variant: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(ADJUSTS)
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(self.game, self.variant)
            paytable = game.paytable(self.wager, self.paytable)
        there = dict.fromkeys(pay.level for pay in paytable.pays.values() if pay.level)
        if {level.name for level in self.levels} != set(there) or len(self.levels) != len(there):
            sentence = f"paytable {paytable.name} has the levels {', '.join(there) or 'none'}: file each of them once"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "levels")
        wager = game.wager(self.wager).name
        named = {"game": game.slug, "variant": game.variant, "wager": wager, "paytable": paytable.name}
        self._check_newer(floor.paperwork.preset(*named.values()), self.check_document(floor))
        levels = tuple((level.name, level.seed_micros, level.rate_ppm) for level in self.levels)
        return self.record(self.recorded, **named, levels=levels)

    def _check_newer(self, filed: Preset | None, dated: date) -> None:
        """A rate above the one on file needs a later document: the maker has configured the system again."""
        was = document_date(filed.printed) if filed else None
        for level in self.levels if filed and was and dated <= was else ():
            if filed and level.rate_ppm > filed.levels[level.name].rate_ppm:
                sentence = (
                    f"the rate of {level.name} is above the one on file, which is dated {was}; file a later document"
                )
                raise Refusal(Code.BAD_FIELD, sentence, "document")

    def apply(self: Any, floor: Floor) -> Floor:
        key = paytable_key(self.game, self.variant, self.wager, self.paytable)
        filed = {**floor.paperwork.presets, key: FiledPreset(self.levels, self.document)}
        return _filed(self, floor, presets=filed)


@recorded_as("makers report filed/1", FiledEvent)
class FileMakersReport(Filing, frozen=True, kw_only=True, tag="file makers report/1"):
    """File the report on how equipment of different makers works together, by two people."""

    makers: Annotated[tuple[Line, ...], Meta(min_length=2, max_length=20, description="a list of 2 to 20 makers")]

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if len(MakersReport(self.makers, self.document).covered) < 2:
            raise Refusal(Code.BAD_FIELD, "a test report is about at least two different makers", "makers")
        self.check_document(floor)

    def apply(self, floor: Floor) -> Floor:
        filed = MakersReport(self.makers, self.document)
        kept = (report for report in floor.paperwork.makers_reports if report.covered != filed.covered)
        return _filed(self, floor, makers_reports=(*kept, filed))


@recorded_as("makers report withdrawn/1", ReviewedEvent)
class WithdrawMakersReport(RoomCommand, frozen=True, kw_only=True, tag="withdraw makers report/1"):
    """Record, by two people, that a test report holds no longer."""

    document: Line
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if not any(report.document == self.document for report in floor.paperwork.makers_reports):
            raise Refusal(Code.UNKNOWN_NAME, f"no test report {show(self.document)} is on file", "document")

    def apply(self, floor: Floor) -> Floor:
        kept = tuple(report for report in floor.paperwork.makers_reports if report.document != self.document)
        return with_papers(floor, makers_reports=kept)


@recorded_as("components installed/1", FiledEvent)
class InstallComponents(Filing, frozen=True, kw_only=True, tag="install components/1"):
    """Record which versions of a maker's progressive system are in use; none where this program is the system."""

    components: Annotated[Mapping[Line, Line], Meta(max_length=20)]
    second_record: bool = False
    """Whether that system keeps the meters, and this room only a second record of them: then its versions count."""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_departments(ADJUSTS)
        if self.second_record and not self.components:
            sentence = "a second record is one of a maker's system: name its components and versions"
            raise Refusal(Code.BAD_FIELD, sentence, "components")
        self.check_document(floor)

    def apply(self, floor: Floor) -> Floor:
        installed = dict(self.components) or None
        return _filed(self, floor, installed=installed, installed_by=self.document, second_record=self.second_record)
