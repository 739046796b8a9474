"""What changed in the law between two days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from .profile import DISCLAIMER, Profile
from .rule import Parameter, Rule


@dataclass(frozen=True)
class Change:
    """One rule before and after; None where it was not yet or is no longer."""

    before: Rule | None
    after: Rule | None

    @property
    def rule(self) -> Rule:
        """The rule as it is now, or as it was last."""
        known = self.after or self.before
        assert known, "a change has a rule before or after"
        return known

    @property
    def parameters(self) -> Mapping[str, tuple[Parameter | None, Parameter | None]]:
        """The parameters that changed, with their old and new values."""
        old = self.before.parameters if self.before else {}
        new = self.after.parameters if self.after else {}
        names = dict.fromkeys((*old, *new))
        return {name: (old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)}

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "id": self.rule.id,
            "before": self.before and self.before.to_dict(),
            "after": self.after and self.after.to_dict(),
            "parameters": {name: list(pair) for name, pair in self.parameters.items()},
        }


@dataclass(frozen=True)
class Difference:
    """All changes of a profile between two days."""

    profile: Profile
    first: date
    second: date
    changes: tuple[Change, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "profile": self.profile.name,
            "from": self.first,
            "to": self.second,
            "changes": [change.to_dict() for change in self.changes],
            "disclaimer": DISCLAIMER,
        }


def difference(profile: Profile, first: date, second: date) -> Difference:
    """Rules that came, went or changed their wording from the first day to the second."""
    old = {rule.id: rule for rule in profile.on(first).rules}
    new = {rule.id: rule for rule in profile.on(second).rules}
    pairs = ((old.get(id_), new.get(id_)) for id_ in dict.fromkeys((*old, *new)))
    return Difference(profile, first, second, tuple(Change(*pair) for pair in pairs if pair[0] != pair[1]))
