"""The rule-sheet linter: contradictions and gaps a regulator would send back, found before the sheet is sent.

It runs checks over games, cheap ones first. It looks at games as values and counts with `exact`; it knows no dates and
cites no law, so it lies right above `exact`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairfelt.engine.exact import Progress
from fairfelt.rules import Game

from . import checks, questions
from .check import Check, Finding, Severity, Stage, Subject

CHECKS: tuple[Check, ...] = tuple(
    sorted(
        (check for file in (checks, questions) for check in vars(file).values() if isinstance(check, Check)),
        key=lambda check: ([*Stage].index(check.stage), check.code),
    )
)
"""All checks in the order of their cost: what is read off, what is counted, what is counted for every reading."""


@dataclass(frozen=True)
class GameFindings:
    """What was found on the sheet of one game in one version."""

    game: Game
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """Findings as bad as that."""
        return sum(finding.severity is severity for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        findings = [finding.to_dict() for finding in self.findings]
        return {"game": self.game.slug, "variant": self.game.variant, "findings": findings}


@dataclass(frozen=True)
class LintResult:
    """All games that were looked at."""

    games: tuple[GameFindings, ...]

    def count(self, severity: Severity) -> int:
        """Findings as bad as that, of all games."""
        return sum(game.count(severity) for game in self.games)

    @property
    def clean(self) -> bool:
        """Whether no sheet would be sent back."""
        return not self.count(Severity.ERROR)

    def to_dict(self) -> dict[str, Any]:
        return {
            "clean": self.clean,
            **{f"{severity.value}s": self.count(severity) for severity in Severity},
            "games": [game.to_dict() for game in self.games],
        }


def lint(games: Sequence[Game], *, fast: bool = False, progress: Progress | None = None) -> LintResult:
    """Look at every version of these games; with `fast` only at what needs no solver."""
    versions = [version for game in games for version in game.variants]
    checks = [check for check in CHECKS if not (fast and check.stage.needs_solver)]
    total, found = len(versions) * len(checks), []
    for done, game in enumerate(versions):
        subject = Subject(game)
        findings: list[Finding] = []
        for at, check in enumerate(checks):
            if progress:
                progress(done * len(checks) + at, total, f"{game.title}: {check.title}")
            findings += check(subject) if check.can_look_at(subject) else ()
        worst_first = sorted(findings, key=lambda finding: (list(Severity).index(finding.severity), finding.code))
        found.append(GameFindings(game, tuple(worst_first)))
    if progress:
        progress(total, total, "done")
    return LintResult(tuple(found))
