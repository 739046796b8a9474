"""A jurisdiction profile: all rules it ever had, and those in force on a day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations
from typing import Any

from .rule import Rule


class LawError(ValueError):
    """A question the law as it is known here cannot answer, or data that contradict themselves."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A jurisdiction with its dated rules."""

    name: str
    title: str
    summary: str
    rules: tuple[Rule, ...] = ()
    earliest: date | None = None
    """The first day about which enough is known to answer."""

    def __post_init__(self) -> None:
        for one, other in combinations(self.rules, 2):
            if one.id == other.id and _overlap(one, other):
                raise LawError(f"{self.name}: two wordings of {one.id} are in force at the same time")
        for rule in self.rules:
            if rule.since and rule.until and rule.since >= rule.until:
                raise LawError(f"{self.name}: {rule.id} ends on {rule.until}, before it begins on {rule.since}")

    def on(self, day: date) -> Law:
        """The rules in force that day."""
        if self.earliest and day < self.earliest:
            raise LawError(f"{self.name} is known from {self.earliest} on, not for {day}; ask for a later day")
        return Law(self, day, tuple(rule for rule in self.rules if rule.in_force(day)))


@dataclass(frozen=True)
class Law:
    """What holds in one jurisdiction on one day."""

    profile: Profile
    on: date
    rules: tuple[Rule, ...]

    def find(self, id_: str) -> Rule | None:
        """The rule of that name, if there is one that day."""
        return next((rule for rule in self.rules if rule.id == id_), None)

    def with_rules(self, *rules: Rule) -> Law:
        """The law of the day with additional rules of the house."""
        return replace(self, rules=(*self.rules, *rules))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "profile": self.profile.name,
            "title": self.profile.title,
            "on": self.on,
            "rules": [rule.to_dict() for rule in self.rules],
            "disclaimer": DISCLAIMER,
        }


DISCLAIMER = (
    "This is no legal advice. Rules are told in our words, some from secondary sources or from memory, as each of them "
    "says; regulators and courts go by the original texts."
)


def _overlap(one: Rule, other: Rule) -> bool:
    begins = max(one.since or date.min, other.since or date.min)
    ends = min(one.until or date.max, other.until or date.max)
    return begins < ends
