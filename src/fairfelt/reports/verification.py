"""Published figures beside our own, and what else was found on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairfelt.exact.numbers import as_json

from .sheet import Column, Notice, Section, Sheet, Table, Words

if TYPE_CHECKING:
    from fairfelt.exact import FigureCheck, Finding, Verification


def verification_sheet(verification: Verification) -> Sheet:
    """Every published figure, recomputed to its printed digits."""
    wrong = [check for check in verification.figures if not check.agrees]
    found = [Section("Findings", tuple(_finding(finding) for finding in verification.findings))]
    return Sheet(
        title="Published figures",
        subtitle="Verification",
        sections=(
            Section("", (_figures(verification.figures), Words(_summary(len(verification.figures), len(wrong))))),
            *(found if verification.findings else []),
        ),
    )


def _figures(checks: tuple[FigureCheck, ...]) -> Table:
    columns = ("Game", "Wager", "Paytable", "Figure")
    return Table(
        (*map(Column, columns), Column("Published", "right"), Column("Computed", "right"), Column("Agrees")),
        tuple(
            (
                f"{check.game} {check.variant}".strip(),
                check.wager,
                check.paytable,
                check.figure.replace("_", " "),
                check.published,
                check.computed,
                "yes" if check.agrees else "NO",
            )
            for check in checks
        ),
    )


def _summary(figures: int, wrong: int) -> str:
    if not figures:
        return "No published figures to verify."
    return f"Figures that agree: {figures - wrong:,} of {figures:,}."


def _finding(finding: Finding) -> Notice:
    return Notice(f"{finding.game} {finding.variant}: {finding.kind}".replace(" :", ":"), (finding.text,))


def verification_dict(verification: Verification) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        "agrees": verification.agrees,
        "figures": [_check_dict(check) for check in verification.figures],
        "findings": [
            {"game": finding.game, "variant": finding.variant, "kind": finding.kind, "text": finding.text}
            for finding in verification.findings
        ],
    }


def _check_dict(check: FigureCheck) -> dict[str, Any]:
    return {
        "game": check.game,
        "variant": check.variant,
        "wager": check.wager,
        "paytable": check.paytable,
        "figure": check.figure,
        "published": check.published,
        "computed": check.computed,
        "exact": as_json(check.exact),
        "agrees": check.agrees,
        "source": check.source,
    }
