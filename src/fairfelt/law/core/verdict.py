"""What the law says to something the room wants to do: findings that cite their rule, and whether they stop it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fairfelt.engine.answers.numbers import as_plain

from .rule import Layer, Rule


class Mode(StrEnum):
    """What findings do."""

    ENFORCE = "enforce"
    """What breaks a binding rule does not happen."""
    ADVISE = "advise"
    """Everything happens; findings are shown as notices."""


@dataclass(frozen=True)
class Finding:
    """One thing that is not as a rule wants it."""

    rule: Rule
    text: str

    @property
    def sentence(self) -> str:
        """What is wrong, with the rule that says so."""
        return f"{self.text} ({self.rule.cited})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        rule = self.rule
        return {"rule": rule.id, "citation": rule.cited, **as_plain(rule, "layer", "binds"), "text": self.text}


Findings = tuple[Finding, ...]


@dataclass(frozen=True)
class Verdict:
    """Whether something may happen, and what there is to say about it."""

    mode: Mode
    findings: Findings = ()

    @property
    def stops(self) -> Findings:
        """The findings for which it may not happen."""
        return tuple(f for f in self.findings if f.rule.binds) if self.mode is Mode.ENFORCE else ()

    @property
    def allowed(self) -> bool:
        """Whether it may happen."""
        return not self.stops

    @property
    def notices(self) -> Findings:
        """The findings that are shown and stop nothing."""
        return tuple(f for f in self.findings if f not in self.stops)

    @property
    def decided_by(self) -> Layer | None:
        """Whose rules decided that it may not happen; None if it may."""
        return next((finding.rule.layer for finding in self.stops), None)

    @property
    def refusal(self) -> str:
        """Why not, in one line; empty if it may happen."""
        return "; ".join(finding.sentence for finding in self.stops)


def verdict(mode: Mode, *checks: Iterable[Finding]) -> Verdict:
    """All findings of several checks, weighed by the mode; whose rules go first comes first."""
    found = (finding for check in checks for finding in check)
    return Verdict(mode, tuple(sorted(found, key=lambda finding: finding.rule.layer.rank)))
