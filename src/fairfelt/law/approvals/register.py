"""The approvals register: a letter, its games and conditions, and what this program implements of each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Any

from fairfelt.law.core.library import data_file, names_in
from fairfelt.law.core.profile import Law
from fairfelt.law.core.rule import Rule
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import Game, UnknownName, fingerprint, format_day

from .systems import System, read_system


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
class Met:
    """A condition that was met, for one game or for all."""

    condition: str
    on: date
    document: str
    game: str = ""


@dataclass(frozen=True)
class Pin:
    """An implementation that was compared with its sheet: the approval holds for this fingerprint and no other."""

    game: str
    variant: str
    fingerprint: str


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
    pins: tuple[Pin, ...] = ()

    def condition(self, id_: str) -> Condition:
        """The condition of that name."""
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


@lru_cache(maxsize=256)
def _digits(game: Game) -> str:
    """A game never changes: a room that asks every day for every table hashes each of its games once."""
    return fingerprint(game)


@dataclass(frozen=True)
class Entry:
    """A game of the letter and the versions of it that are here."""

    approved: ApprovedGame
    versions: tuple[Game, ...]


@cache
def letter(id_: str = "wsgc-3119") -> Letter:
    """The letter of that name, with the implementations pinned to it."""
    if id_ not in letter_names():
        raise UnknownName("approval", id_, letter_names())
    content = data_file("approvals", id_)
    return Letter(
        **{name: content[name] for name in ("id", "title", "office", "maker", "submission", "dated")},
        games=tuple(ApprovedGame(**_tuples(game)) for game in content["games"]),
        conditions=tuple(Condition(**_tuples(condition)) for condition in content["conditions"]),
        systems=tuple(read_system(system) for system in content["systems"]),
        pins=tuple(Pin(**pin) for pin in data_file("pins", id_).get("pins", ())),
    )


def _tuples(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def letter_names() -> tuple[str, ...]:
    """The letters there are."""
    return names_in("approvals")


def register(of: Letter, games: Iterable[Game]) -> tuple[Entry, ...]:
    """Every game of the letter with what is here of it."""
    versions = [version for game in games for version in game.variants]
    return tuple(Entry(one, tuple(v for v in versions if one.number in v.approvals)) for one in of.games)


def pins_text(of: Letter, games: Iterable[Game]) -> str:
    """The file of pins as it should be now: every version whose approved rules could be read."""
    read = {game.number for game in of.games if game.sheet}
    versions = [v for game in games for v in game.variants if read & set(v.approvals)]
    pins = [
        f'\n[[pins]]\ngame = "{v.slug}"\nvariant = "{v.variant}"\nfingerprint = "{fingerprint(v)}"\n' for v in versions
    ]
    return "".join((_PINS_HEAD, *pins))


_PINS_HEAD = """\
# Fingerprints of the games as they were compared with the rule sheets that the letter encloses.
# Written by: fairfelt approvals pins
"""


def check_approval(law: Law, of: Letter, game: Game) -> Iterator[Finding]:
    """Whether this game, as it is now, is an approved one on that day."""
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


def check_conditions(law: Law, of: Letter, game: Game, met: Iterable[Met]) -> Iterator[Finding]:
    """What still has to be done for a game before its first hand."""
    yield from _unmet(law, of, game, met, "approval.conditions")


def check_equipment(
    law: Law, of: Letter, game: Game, met: Iterable[Met], installed: Mapping[str, str] | None
) -> Iterator[Finding]:
    """What a progressive of the game runs on: a system that its sheet lists, or one that was approved for itself."""
    rule, met = law.find("approval.equipment"), tuple(met)
    if rule is None:
        return
    yield from _unmet(law, of, game, met, "approval.equipment", besides=OWN_SYSTEM)
    if OWN_SYSTEM in _done(law, game, met):
        return
    own = of.condition(OWN_SYSTEM)
    if installed is None:
        yield Finding(
            rule,
            f"{game.title}: no progressive system is on file, and Fairfelt, which keeps the meters here, is not an "
            f"approved one; file the versions of the maker's system, or show that {own.says} ({own.document})",
        )
        return
    systems = [system for system in of.systems if set(system.games) & set(game.approvals)]
    if systems and all(system.missing(installed) for system in systems):
        nearest = min(systems, key=lambda system: len(system.missing(installed)))
        yield Finding(
            rule, f"{game.title}: of the system {nearest.name} there is no {'; no '.join(nearest.missing(installed))}"
        )


OWN_SYSTEM = "system-approved"
"""The condition that stands for a system of one's own where the sheets list others."""


def _unmet(law: Law, of: Letter, game: Game, met: Iterable[Met], rule_id: str, besides: str = "") -> Iterator[Finding]:
    rule, done = law.find(rule_id), _done(law, game, met)
    for id_ in rule.names("conditions") if rule else ():
        condition = of.condition(id_)
        asked = not condition.games or set(condition.games) & set(game.approvals)
        if rule and asked and id_ not in done and id_ != besides:
            yield Finding(rule, f"{game.title}: nothing shows that {condition.says}; file the {condition.document}")


def _done(law: Law, game: Game, met: Iterable[Met]) -> set[str]:
    return {one.condition for one in met if one.game in ("", game.slug) and one.on <= law.on and one.document}
