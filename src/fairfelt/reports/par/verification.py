"""Published figures beside our own, and what else was found on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from fairfelt import games
from fairfelt.answers.verification import FAILED
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import UnknownName

if TYPE_CHECKING:
    from fairfelt.exact import FigureCheck, Finding, Verification


@dataclass(frozen=True)
class Origin:
    """Where the exact figures come from, in games: nobody takes what was read for what was counted."""

    read: int = 0
    """As they came with the package, or were kept by an earlier count."""
    counted: int = 0
    """Just now."""
    compared: int | None = None
    """How many kept answers were counted again; None where that was not asked for."""


def verification_sheet(verification: Verification, origin: Origin | None = None) -> Sheet:
    """Every published figure, to its printed digits; game by game, then the sum, then the findings."""
    by_game = groupby(verification.figures, key=_title)
    found = tuple(_finding(finding) for finding in verification.findings)
    return Sheet(
        title="Published figures",
        subtitle="Verification",
        sections=(
            *(Section(title, (_figures(checks),)) for title, checks in by_game),
            Section("Agreement", (Words(_summary(verification)),)),
            *([Section("Findings", found)] if found else []),
            *([Section("Read or counted", (Words(_origin(origin)),))] if origin else []),
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


def _origin(origin: Origin) -> str:
    if origin.compared is not None:
        again = f"Answers that come with Fairfelt or were kept before, counted again and compared: {origin.compared:,}."
        return f"Games counted just now: {origin.counted:,}. {again}"
    read = f"Games whose exact figures come with Fairfelt or were kept before: {origin.read:,}"
    return f"{read}; counted just now: {origin.counted:,}. fairfelt verify --recompute counts all of them again."


def _finding(finding: Finding) -> Notice:
    return Notice(f"{_title(finding)}: {finding.kind}", (finding.text,))
