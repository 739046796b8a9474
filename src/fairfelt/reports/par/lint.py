"""What the linter found on a rule sheet: what would be sent back first, then what the sheet leaves open."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.english import capital, count, listed
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Sheet, Table, Words

if TYPE_CHECKING:
    from fairfelt.lint import Check, Finding, GameFindings, Linted


def lint_sheet(linted: Linted) -> Sheet:
    """The findings of every game, worst first, and the sum of them."""
    return Sheet(
        title="Rule sheets",
        subtitle="Findings",
        sections=(
            *(Section(found.game.title, tuple(_found(found))) for found in linted.games),
            Section("Total", (Words(f"{capital(_counts(linted))}. {_verdict(linted)}"),)),
        ),
    )


def _found(found: GameFindings) -> Iterable[Block]:
    """A table for each severity, the worst first."""
    if not found.findings:
        yield Words("Nothing was found.")
    for severity, findings in groupby(found.findings, key=lambda finding: finding.severity):
        rows = tuple(map(_row, findings))
        yield Words(f"{capital(count(len(rows), severity.value))}:")
        yield Table((Column("Code", whole=True), Column("Where"), Column("What was found, and what is right")), rows)


def _row(finding: Finding) -> tuple[str, str, str]:
    return finding.code, str(finding.place), f"{finding.text} → {finding.right}"


def _counts(linted: Linted) -> str:
    from fairfelt.lint import Severity

    return listed([count(linted.count(severity), severity.value) for severity in Severity])


def _verdict(linted: Linted) -> str:
    return "No sheet would be sent back." if linted.clean else "A sheet with an error would be sent back."


def checks_sheet(checks: Iterable[Check]) -> Sheet:
    """Every check with its title and what it needs."""
    rows = tuple((check.code, capital(check.title), check.stage.value) for check in checks)
    table = Table((Column("Code", whole=True), Column("What is looked for"), Column("How")), rows)
    hint = Words("fairfelt lint --explain CODE tells more of one.")
    return Sheet("Rule sheets", "Checks", (Section("", (table, hint)),))


def check_sheet(check: Check) -> Sheet:
    """One check, explained."""
    facts = Facts((("Code", check.code), ("How", check.stage.value)))
    return Sheet(capital(check.title), "Check", (Section("", (facts, Words(check.explanation))),))


def checks_dict(checks: Iterable[Check]) -> dict[str, Any]:
    """Plain data for JSON."""
    return {"checks": [check.to_dict() for check in checks]}
