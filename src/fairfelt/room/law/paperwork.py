"""The room's papers: conditions that were met, games it has compared itself, its progressive system, its links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from fairfelt.law import Law, MetCondition, Papers, Pin, Rule, document_date, letter
from fairfelt.law.links import same_words
from fairfelt.room.law.jurisdiction import Remark
from fairfelt.rules import Preset, PresetLevel


@dataclass(frozen=True)
class RoomPin:
    """A game that the room has compared with its approved rules, and the document that says so."""

    pin: Pin
    document: str


@dataclass(frozen=True)
class FiledPreset:
    """The configuration of the maker's system for a paytable, as two people filed it."""

    levels: tuple[tuple[str, int, int], ...]
    """Name, seed in millionths, rate in millionths of the wager."""
    document: str


@dataclass(frozen=True)
class AttachedFile:
    """The document of a filing as a file."""

    documents: tuple[str, ...]
    """What filings call it."""
    secret: str
    """The digest of the text that holds it beside the journal; empty where only its own digest was filed."""

    @property
    def document(self) -> str:
        """What the last filing called it."""
        return self.documents[-1]


def paytable_key(*names: str) -> str:
    """A paytable of a game as one text."""
    return "|".join(name.lower() for name in names)


Combination = tuple[str, str, str, str]
"""Fingerprint, wager, paytable and rule on folded hands: what tables of a link have in common, or are certified for."""
FOLDED_HANDS_QUALIFY = "folded hands qualify"
RecordedCombination = tuple[str, ...]
"""Older journals have some without that rule: they are the combination of no table, so nothing is certified by them."""


def combination(fingerprint: str, wager: str, paytable: str, *, folded_hands_qualify: bool) -> Combination:
    folded = FOLDED_HANDS_QUALIFY if folded_hands_qualify else "folded hands do not qualify"
    return fingerprint, wager.lower(), paytable.lower(), folded


def certified_combinations(certificate: Mapping[str, Any]) -> frozenset[Combination]:
    return frozenset(
        combination(
            str(row.get("fingerprint")),
            str(row.get("wager")),
            str(row.get("paytable")),
            folded_hands_qualify=bool(row.get("folded_hands_qualify")),
        )
        for row in certificate["tables"]
    )


@dataclass(frozen=True)
class MakersReport:
    """A report on how equipment of these makers works together on one progressive."""

    makers: tuple[str, ...]
    document: str

    @property
    def covered(self) -> frozenset[str]:
        """The makers as they are compared."""
        return frozenset(map(same_words, self.makers))


class JackpotPlay(NamedTuple):
    """All that is played for a jackpot, whatever number of links feeds it."""

    combinations: frozenset[Combination]
    locations: frozenset[str]
    """The locations of its tables."""


@dataclass(frozen=True)
class LinkExamination:
    """The exact count of the tables of a jackpot, over all its links."""

    combinations: tuple[RecordedCombination, ...]
    locations: tuple[str, ...]
    rules: tuple[str, ...]
    """The wording of the rules it was held against."""
    findings: tuple[Remark, ...]
    certificate: Mapping[str, Any] | None = None

    def covers(self, law: Law, played: JackpotPlay) -> bool:
        """Whether it answers for these tables under that law: for just these, or for more without a finding."""
        combinations, locations = frozenset(self.combinations), frozenset(self.locations)
        more = not self.findings and combinations >= played.combinations and locations >= played.locations
        return self.rules == link_rules(law) and ((combinations, locations) == played or more)


def link_rules(law: Law) -> tuple[str, ...]:
    """Every rule on links that is in force, identified by its day."""
    return tuple(wording(rule) for rule in law.rules if "link." in rule.id)


def wording(rule: Rule) -> str:
    """Text that distinguishes a rule from its predecessor."""
    return f"{rule.id} {rule.citation} {rule.since or ''}".strip()


Transfer = tuple[str, str, str]
"""The jackpot that ends, its heir, and the heir's level that its money goes to."""


def transfer_key(transfer: Transfer) -> str:
    """A transfer as one text: no name of them has a slash."""
    return "/".join(transfer)


def transfer_of(key: str) -> Transfer:
    jackpot, into, level = key.split("/")
    return jackpot, into, level


@dataclass(frozen=True)
class TransferExamination:
    """The exact count of every pair of games of a jackpot and its heir."""

    old: tuple[RecordedCombination, ...]
    heir: tuple[RecordedCombination, ...]
    rule: str
    """The wording of the rule it was held against."""
    findings: tuple[Remark, ...]
    """There is one too where nothing speaks against it."""

    def covers(self, rule: Rule, old: frozenset[RecordedCombination], heir: frozenset[RecordedCombination]) -> bool:
        """Whether it still answers for these games under that rule: for just these, or for more of the heir's."""
        if (self.rule, frozenset(self.old)) != (wording(rule), old):
            return False
        return frozenset(self.heir) == heir or (heir < {*self.heir} and not any(each.binds for each in self.findings))


@dataclass(frozen=True)
class Paperwork:
    """All papers together."""

    met: tuple[MetCondition, ...] = ()
    pins: tuple[RoomPin, ...] = ()
    installed: Mapping[str, str] | None = None
    """Versions of the maker's progressive system by component; None where none is in use."""
    installed_by: str = ""
    """The document that says so."""
    second_record: bool = False
    """Whether that system keeps the meters, and Fairfelt only a second record of them."""
    links: Mapping[str, tuple[LinkExamination, ...]] = field(default_factory=dict)
    """By jackpot: the examination of what is set up, and the last one of what a user wanted to set up."""
    transfers: Mapping[str, TransferExamination] = field(default_factory=dict)
    presets: Mapping[str, FiledPreset] = field(default_factory=dict)
    """Presets by paytable, as one text."""
    makers_reports: tuple[MakersReport, ...] = ()
    attached: Mapping[str, AttachedFile] = field(default_factory=dict)
    """Documents of filings as files, by their SHA-256."""

    @property
    def kept(self) -> frozenset[str]:
        """The documents that are kept as files, as filings call them."""
        return frozenset(name for one in self.attached.values() if one.secret for name in one.documents)

    @property
    def relied_on(self) -> dict[str, frozenset[str]]:
        """The documents of all that is on file, each with the digests of the texts that hold it beside the journal."""
        named = {self.installed_by, *(one.document for one in self.met), *(one.document for one in self.pins)}
        named |= {one.document for one in self.makers_reports} | {one.document for one in self.presets.values()}
        return {
            name: frozenset(one.secret for one in self.attached.values() if one.secret and name in one.documents)
            for name in named & self.kept
        }

    def counting(self, *, binds: bool) -> Paperwork:
        """The papers that count: while a law binds, only those whose document is kept as a file, whenever filed.

        A preset bounds the rates: without its file it still does, and `judge_table` asks for the file.
        """
        if not binds:
            return self
        kept = self.kept
        installed = self.installed if self.installed_by in kept else None
        return replace(
            self,
            met=tuple(one for one in self.met if one.document in kept),
            pins=tuple(one for one in self.pins if one.document in kept),
            makers_reports=tuple(one for one in self.makers_reports if one.document in kept),
            installed=installed,
            second_record=self.second_record and installed is not None,
        )

    def is_reported(self, makers: Iterable[str]) -> bool:
        """Whether a report on file covers all of these makers together."""
        asked = set(map(same_words, makers))
        return any(report.covered >= asked for report in self.makers_reports)

    def examination(self, jackpot: str, law: Law, played: JackpotPlay) -> LinkExamination | None:
        """The count for these very tables under that law; None if there is none."""
        return next((one for one in self.links.get(jackpot, ()) if one.covers(law, played)), None)

    def preset(self, *names: str) -> Preset | None:
        """The preset filed for a game, version, wager and paytable; None if none was."""
        filed = self.presets.get(paytable_key(*names))
        return Preset({name: PresetLevel(*values) for name, *values in filed.levels}, filed.document) if filed else None

    @property
    def papers(self) -> Papers:
        """The papers as the law asks for them: the letter with what the room itself has pinned to it."""
        held = letter()
        shown = (one.pin for one in self.pins if document_date(one.document))
        pinned = replace(held, pins=(*held.pins, *shown))
        return Papers(letter=pinned, met=self.met, installed=self.installed, second_record=self.second_record)
