"""Published figures beside our own, and what else was found on the way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from fairfelt import games
from fairfelt.answers.verification import FAILED
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import UnknownName

if TYPE_CHECKING:
    from fairfelt.exact import FigureCheck, Finding, Verification


def verification_sheet(verification: Verification) -> Sheet:
    """Every published figure, recomputed to its printed digits; game by game, then the sum, then the findings."""
    by_game = groupby(verification.figures, key=_title)
    found = tuple(_finding(finding) for finding in verification.findings)
    return Sheet(
        title="Published figures",
        subtitle="Verification",
        sections=(
            *(Section(title, (_figures(checks),)) for title, checks in by_game),
            Section("Agreement", (Words(_summary(verification)),)),
            *([Section("Findings", found)] if found else []),
        ),
    )


def _title(about: FigureCheck | Finding) -> str:
    """The title of the game; its name in short if it is not in the catalogue."""
    try:
        return games.find(about.game, about.variant).title
    except UnknownName:
        return f"{about.game} {about.variant}".strip()


def _figures(checks: Iterable[FigureCheck]) -> Table:
    return Table(
        (*map(Column, ("Wager", "Paytable", "Figure")), *right("Published", "Computed"), Column("Agrees")),
        tuple(
            (
                check.wager,
                check.paytable,
                capital(f"{check.figure.replace('_', ' ')} {check.detail}".strip()),
                check.published,
                check.computed,
                "yes" if check.agrees else "NO",
            )
            for check in checks
        ),
    )


def _summary(verification: Verification) -> str:
    figures, failed = verification.figures, any(finding.kind in FAILED for finding in verification.findings)
    agreed = sum(check.agrees for check in figures)
    words = f"Figures that agree: {agreed:,} of {len(figures):,}." if figures else "No published figures to verify."
    missing = sum(check.exact is None for check in figures)
    words += f" Not calculated: {missing:,}." if missing else ""
    return words + " Not every game could be calculated: see the findings." if failed else words


def _finding(finding: Finding) -> Notice:
    return Notice(f"{_title(finding)}: {finding.kind}", (finding.text,))
