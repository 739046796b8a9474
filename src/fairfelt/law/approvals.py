"""The approvals register, required systems, and whether a table may open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache

from msgspec import convert

from fairfelt.law.core import Finding, Law, Mode, Rule, Verdict, data_file, verdict
from fairfelt.law.limits import Offer, check_aggregates, check_offer, check_terms, paytable_on_file
from fairfelt.law.links import check_offered_odds
from fairfelt.rules import Game, Published, UnknownName, Wager, fingerprint, format_day

__all__ = [
    "ApprovedGame", "Component", "Condition", "Entry", "Letter", "MetCondition", "Papers", "Pin", "System",
    "check_approval", "check_conditions", "check_equipment", "check_operation", "conditions_asked", "document_date",
    "document_digest", "letter", "may_open", "paytables_of", "pins_text", "register",
]  # fmt: skip

# Progressive systems as the sheets list them: components, and the versions that will do.


@dataclass(frozen=True)
class Component:
    """A part of a progressive system in a version."""

    name: str
    least: str = ""
    exactly: str = ""

    def accepts(self, version: str) -> bool:
        if self.exactly:
            return version == self.exactly
        return _parts(version) >= _parts(self.least)

    @property
    def words(self) -> str:
        """ "Game Manager 6.6 b520 or higher"."""
        version = self.exactly or (f"{self.least} or higher" if self.least else "in any version")
        return f"{self.name} {version}"


@dataclass(frozen=True)
class System:
    """A progressive system on which some games may run."""

    name: str
    games: tuple[int, ...]
    components: tuple[tuple[Component, ...], ...]
    """One component of each row is required."""

    def missing(self, installed: Mapping[str, str]) -> tuple[str, ...]:
        """The rows for which nothing installed will do, in words."""
        return tuple(
            " or ".join(part.words for part in row)
            for row in self.components
            if not any(part.name in installed and part.accepts(installed[part.name]) for part in row)
        )


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version: "6.6 b520" is 6, 6, 520."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


# The approvals register: a letter, its games and conditions, and what this program implements of each game.


@dataclass(frozen=True)
class ApprovedGame:
    """A game of the letter."""

    number: int
    name: str
    sheet: bool = False
    """Whether its rule sheet was there to be read."""
    operation: str = ""
    """The kind of house that the letter has it for ("tribal"); empty for all."""
    wagers: tuple[str, ...] = ()
    """The bets that it is about, where it is a part of another game; none for a whole game."""


@dataclass(frozen=True)
class Condition:
    """Something that has to be done before the first hand."""

    id: str
    says: str
    document: str
    """What shows that it was done."""
    games: tuple[int, ...] = ()
    """The games of the letter whose sheets ask for it; none listed means every game."""


@dataclass(frozen=True)
class MetCondition:
    """A condition that was met, for one game or for all."""

    condition: str
    on: date
    document: str
    game: str = ""


_REFERENCE = re.compile(r"(?P<what>.*\w.*), (?P<dated>\d{4}-\d\d-\d\d), (?P<by>.+)")
_FILE = re.compile(r"sha256:([0-9a-f]{64})")
REFERENCE_WORDS = (
    "name the document by number, date and issuer, such as “letter 3119, 2023-06-14, Washington State Gambling "
    "Commission”, or an attached file by name, date and “sha256:” with its digest"
)


def document_date(document: str) -> date | None:
    """The date of a document that is named so that an auditor finds it; None where it is not."""
    found = _REFERENCE.fullmatch(document)
    if found is None:
        return None
    is_file = _FILE.fullmatch(found["by"])
    if not is_file and not (re.search(r"\d", found["what"]) and len(re.findall(r"[^\W\d_]", found["by"])) > 2):
        return None
    try:
        return date.fromisoformat(found["dated"])
    except ValueError:
        return None


def document_digest(document: str) -> str:
    """The SHA-256 of the file that a document is named by; nothing where it is named by its issuer."""
    found = _REFERENCE.fullmatch(document)
    file = _FILE.fullmatch(found["by"]) if found else None
    return file[1] if file else ""


@dataclass(frozen=True)
class Pin:
    """An implementation that was compared with its sheet: the approval holds for this fingerprint and no other."""

    game: str
    variant: str
    fingerprint: str
    paytables: tuple[str, ...] = ()
    """Those that were compared, as `paytable_on_file` writes them; where none is listed, all of them."""

    def covers(self, paytable: str) -> bool:
        return not self.paytables or paytable in self.paytables


def paytables_of(game: Game) -> tuple[str, ...]:
    """Every paytable of a game, as a pin lists them."""
    return tuple(paytable_on_file(w.name, table.name) for w in game.wagers for table in w.paytables if table.pays)


def _on_sheet(game: Game, wager: Wager) -> bool:
    """Whether the rule sheet has the paytables of a wager: not where every figure of them comes from elsewhere."""
    figures = [one for one in game.published if wager.name in (one.wager, one.paytable_of)]
    return not figures or any(one.source == Published.source for one in figures)


@dataclass(frozen=True, kw_only=True)
class Letter:
    """An approval."""

    id: str
    title: str
    office: str
    maker: str
    submission: int
    dated: date
    games: tuple[ApprovedGame, ...]
    conditions: tuple[Condition, ...]
    systems: tuple[System, ...]
    rules_dated: tuple[date, ...] = ()
    changed: tuple[str, ...] = ()
    """What was new in the rules."""
    pins: tuple[Pin, ...] = ()

    def condition(self, id_: str) -> Condition:
        for condition in self.conditions:
            if condition.id == id_:
                return condition
        raise UnknownName("condition", id_, tuple(condition.id for condition in self.conditions))

    def compared(self, game: Game) -> bool:
        """Whether some version of the game was compared with its sheet."""
        return game.slug in {pin.game for pin in self.pins}

    def pinned(self, game: Game) -> bool:
        """Whether the game is, to the last pay, one that was compared with its sheet."""
        return _digits(game) in {pin.fingerprint for pin in self.pins}

    def unseen(self, game: Game, paytables: Iterable[str]) -> dict[str, list[str]]:
        """A game's paytables that were not compared with a sheet, by their wagers."""
        pins = [pin for pin in self.pins if pin.fingerprint == _digits(game)]
        found: dict[str, list[str]] = {}
        for wager, _, table in (one.partition("/") for one in paytables if not any(pin.covers(one) for pin in pins)):
            found.setdefault(wager, []).append(table)
        return found


@lru_cache(maxsize=256)
def _digits(game: Game) -> str:
    """A game never changes: a room that asks every day for every table hashes each of its games once."""
    return fingerprint(game)


@dataclass(frozen=True)
class Entry:
    """A game of the letter and the versions of it that are here."""

    approved: ApprovedGame
    versions: tuple[Game, ...]


LETTER = "wsgc-3119"


@cache
def letter() -> Letter:
    """The letter, with the implementations pinned to it."""
    return convert({**data_file("approvals", LETTER), **data_file("pins", LETTER)}, Letter)


def register(of: Letter, games: Iterable[Game]) -> tuple[Entry, ...]:
    """Every game of the letter with what is here of it."""
    versions = [version for game in games for version in game.variants]
    return tuple(Entry(one, tuple(v for v in versions if one.number in v.approvals)) for one in of.games)


def pins_text(of: Letter, games: Iterable[Game]) -> str:
    """The file of pins as it should be now: every version whose approved rules could be read, and its paytables."""
    read = {game.number for game in of.games if game.sheet}
    versions = [v for game in games for v in game.variants if read & set(v.approvals)]
    return "".join((_PINS_HEAD, *map(_pin_text, versions)))


def _pin_text(game: Game) -> str:
    missing = tuple(paytable_on_file(wager.name, "") for wager in game.wagers if not _on_sheet(game, wager))
    seen = "".join(f'  "{one}",\n' for one in paytables_of(game) if not one.startswith(missing))
    named = f'game = "{game.slug}"\nvariant = "{game.variant}"\nfingerprint = "{fingerprint(game)}"\n'
    return f"\n[[pins]]\n{named}paytables = [\n{seen}]\n"


_PINS_HEAD = """\
# Fingerprints of the games as they were compared with the rule sheets that the letter encloses, and the paytables
# that these sheets print. Of a paytable that a sheet only calls attached, nothing was there to be compared.
# Written by: fairfelt approvals pins
"""


def check_approval(law: Law, of: Letter, game: Game, paytables: Iterable[str] = ()) -> Iterator[Finding]:
    """Whether this game, as it is now and with the paytables in play, is an approved one on that day."""
    rule = law.find("approval.games")
    if rule is None:
        return
    if not game.approvals or law.on < of.dated:
        yield Finding(rule, f"{game.title} is not among the games approved by {format_day(law.on)}")
    elif not of.compared(game):
        yield Finding(
            rule, f"the approved rules of {game.title} were not there to be compared with; compare and pin it first"
        )
    elif not of.pinned(game):
        digits = f"{_digits(game)[:12]}…"
        yield Finding(
            rule, f"{game.title} with fingerprint {digits} is not as it was approved; any change needs a new approval"
        )
    else:
        for wager, tables in of.unseen(game, paytables).items():
            what = f"{game.title}, {wager}, paytable {' and '.join(tables)}"
            yield Finding(rule, f"{what}: not on file; compare it with its approved sheet and file the comparison")


def check_operation(law: Law, of: Letter, game: Game, wagers: Iterable[str]) -> Iterator[Finding]:
    """Whether the game and every bet that is offered are meant for this kind of house."""
    rule, offered = law.find("approval.operation"), set(wagers)
    if rule is None:
        return
    mine = [one for one in of.games if one.number in game.approvals]
    elsewhere = [one for one in mine if one.operation not in ("", rule.text("operation"))]
    for one in elsewhere:
        for name in (name for name in one.wagers if name in offered):
            yield Finding(
                rule,
                f"{game.title}, {name}: {one.name} ({one.number} of the letter) is for {one.operation} houses only",
            )
    if mine and all(one in elsewhere and not one.wagers for one in mine):
        yield Finding(rule, f"{game.title}: the letter has it for {mine[0].operation} houses only")


def conditions_asked(law: Law) -> dict[str, Rule]:
    """Every condition that some rule of the day asks for, with that rule."""
    rules = (law.find("approval.conditions"), law.find("approval.equipment"))
    return {id_: rule for rule in rules if rule for id_ in rule.names("conditions")}


def check_conditions(
    law: Law,
    of: Letter,
    game: Game,
    met: Iterable[MetCondition],
    rule_id: str = "approval.conditions",
    besides: str = "",
) -> Iterator[Finding]:
    """What a rule still has done for a game before its first hand, but for one condition."""
    rule, done = law.find(rule_id), _done(law, game, met)
    for id_ in rule.names("conditions") if rule else ():
        condition = of.condition(id_)
        asked = not condition.games or set(condition.games) & set(game.approvals)
        if rule and asked and id_ not in done and id_ != besides:
            yield Finding(rule, f"{game.title}: nothing shows that {condition.says}; file the {condition.document}")


def check_equipment(
    law: Law,
    of: Letter,
    game: Game,
    met: Iterable[MetCondition],
    installed: Mapping[str, str] | None,
    *,
    second_record: bool,
) -> Iterator[Finding]:
    """What a progressive of the game runs on: a system that its sheet lists, or one that was approved for itself.

    Versions of a maker's system say nothing of a meter that Fairfelt keeps: they count where that system keeps the
    meters and the room is a second record of it.
    """
    rule, met = law.find("approval.equipment"), tuple(met)
    if rule is None:
        return
    yield from check_conditions(law, of, game, met, "approval.equipment", besides=OWN_SYSTEM)
    if OWN_SYSTEM in _done(law, game, met):
        return
    own = of.condition(OWN_SYSTEM)
    if installed is None or not second_record:
        there = "no progressive system is on file" if installed is None else "the maker's system keeps no meter here"
        yield Finding(
            rule,
            f"{game.title}: {there}, and Fairfelt, which keeps the meters here, is not an approved one; show that "
            f"{own.says} ({own.document}), or declare the room a second record of the maker's system and file its "
            "versions",
        )
        return
    systems = [system for system in of.systems if set(system.games) & set(game.approvals)]
    if systems and all(system.missing(installed) for system in systems):
        nearest = min(systems, key=lambda system: len(system.missing(installed)))
        yield Finding(
            rule, f"{game.title}: of the system {nearest.name} there is no {'; no '.join(nearest.missing(installed))}"
        )


OWN_SYSTEM = "system-approved"
"""The condition of a custom system where the sheets list others."""


def _done(law: Law, game: Game, met: Iterable[MetCondition]) -> set[str]:
    """The conditions that are met for a game by that day; a document that nobody can find shows nothing."""
    shown = (one for one in met if one.game in ("", game.slug) and one.on <= law.on and document_date(one.document))
    return {one.condition for one in shown}


# Whether a table may open: approved as it is, conditions met, limits kept. One verdict for the room to ask for.


@dataclass(frozen=True, kw_only=True)
class Papers:
    """What the room can show: the letter, the conditions met, the versions of its progressive system."""

    letter: Letter
    met: tuple[MetCondition, ...] = ()
    installed: Mapping[str, str] | None = field(default=None)
    """Versions by component of a maker's progressive system; None where none is on file."""
    second_record: bool = False
    """Whether that system keeps the meters, and Fairfelt only a second record of them."""


def may_open(law: Law, mode: Mode, offer: Offer, papers: Papers) -> Verdict:
    """Everything the law says to a table as it is set up."""
    game, letter = offer.game, papers.letter
    return verdict(
        mode,
        check_approval(law, letter, game, offer.paytables_in_play),
        check_operation(law, letter, game, offer.wagers),
        check_conditions(law, letter, game, papers.met),
        check_equipment(law, letter, game, papers.met, papers.installed, second_record=papers.second_record)
        if offer.progressives
        else (),
        check_terms(law, offer),
        check_offer(law, offer),
        check_aggregates(law, offer),
        check_offered_odds(law, offer),
    )
