"""The room's papers: conditions that were met, games it has compared itself, its progressive system, its links."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fairfelt.law import Law, Met, Papers, Pin, letter


@dataclass(frozen=True)
class RoomPin:
    """A game that the room has compared with its approved rules, and the document that says so."""

    pin: Pin
    document: str


Combination = tuple[str, str, str]
"""Fingerprint, wager and paytable: what tables of one link have to have in common, or be certified for."""


@dataclass(frozen=True)
class Examined:
    """What the exact count found for the tables of a link."""

    combinations: frozenset[Combination]
    rules: tuple[str, ...]
    """The wording of the rules it was held against."""
    findings: tuple[tuple[str, bool], ...]
    """Sentences, each with whether its rule binds."""
    certificate: Mapping[str, Any] | None = None

    def covers(self, law: Law, combinations: Collection[Combination]) -> bool:
        """Whether it still answers for these tables under that law."""
        return self.rules == link_rules(law) and self.combinations >= frozenset(combinations)


def link_rules(law: Law) -> tuple[str, ...]:
    """Every rule on links that is in force, told apart by its day."""
    return tuple(f"{rule.id} {rule.citation} {rule.since or ''}".strip() for rule in law.rules if "link." in rule.id)


@dataclass(frozen=True)
class Filed:
    """All papers together."""

    met: tuple[Met, ...] = ()
    pins: tuple[RoomPin, ...] = ()
    installed: Mapping[str, str] | None = None
    """Versions of the maker's progressive system by component; None where none is in use."""
    links: Mapping[str, Examined] = field(default_factory=dict)

    @property
    def papers(self) -> Papers:
        """As the law asks for them: the letter with what the room itself has pinned to it."""
        held = letter()
        pinned = replace(held, pins=(*held.pins, *(one.pin for one in self.pins)))
        return Papers(letter=pinned, met=self.met, installed=self.installed)
