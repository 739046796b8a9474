"""The approvals register: a letter's games, the versions of each, and what is required before the first hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fairfelt.law import paytables_of
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, fingerprint, format_day

from ..report import Report
from .rules import finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Entry, Finding, Law, Letter


def register_report(letter: Letter, entries: Sequence[Entry]) -> Report:
    """All games of the letter."""
    here = sum(bool(entry.versions) for entry in entries)
    facts = (
        ("Approval", letter.title),
        ("Issued by", letter.office),
        ("Issued to", letter.maker),
        ("Dated", format_day(letter.dated)),
    )
    sheet = Sheet(
        title=f"Submission {letter.submission}",
        subtitle="Approvals register",
        sections=(
            Section("", (Facts(facts), Words(f"Fairfelt has {here} of the {len(entries)} games."))),
            Section("Games", (_games(letter, entries),)),
            Section("Progressive systems", (_systems(letter),)),
        ),
    )
    return Report(sheet, _register_dict(letter, entries), "approvals")


def _register_dict(letter: Letter, entries: Sequence[Entry]) -> dict[str, Any]:
    return {
        "approval": letter.id,
        "title": letter.title,
        "submission": letter.submission,
        "dated": letter.dated.isoformat(),
        "games": [
            {
                "number": entry.approved.number,
                "name": entry.approved.name,
                "sheet_read": entry.approved.sheet,
                "versions": [_version(letter, game) for game in entry.versions],
            }
            for entry in entries
        ],
        "systems": [
            {"name": system.name, "games": list(system.games), "components": _rows(system.components)}
            for system in letter.systems
        ],
    }


def approval_report(law: Law, letter: Letter, game: Game, wrong: Iterable[Finding], open_: Iterable[Finding]) -> Report:
    """One game against the letter: what keeps it from being approved, and conditions that are still open."""
    missing = tuple(wrong)
    findings = (*missing, *open_)
    clear = Words("Nothing is missing. The game matches its approval, and every condition is met.")
    facts = Facts((("Fingerprint", fingerprint(game)), ("Status", approval_status(letter, game))))
    sheet = Sheet(
        title=game.title,
        subtitle=f"Approval on {format_day(law.on)}, {law.profile.title}",
        sections=(
            Section("", (facts,) if findings else (facts, clear)),
            *([Section("Before the first hand", finding_notice("Still required", findings))] if findings else []),
        ),
    )
    plain = {**_version(letter, game), "findings": [finding.to_dict() for finding in findings]}
    return Report(sheet, plain, "approval", passed=not missing)


def approval_status(letter: Letter, game: Game) -> str:
    """How a version compares with the letter, in a few words."""
    if not game.approvals:
        return "not in the letter"
    if letter.pinned(game):
        unseen = ", ".join(letter.unseen(game, paytables_of(game)))
        return f"as approved, without paytables on file for {unseen}" if unseen else "as approved"
    return "changed since it was approved" if letter.compared(game) else "approved rules not seen"


def _games(letter: Letter, entries: Sequence[Entry]) -> Table:
    rows = []
    for entry in entries:
        number, name = f"{entry.approved.number}", entry.approved.name
        rows += [(number, name, v.title, fingerprint(v)[:12], approval_status(letter, v)) for v in entry.versions]
        if not entry.versions:
            rows.append((number, name, "", "", ""))
    return Table((*right("No."), *map(Column, ("Game", "In Fairfelt", "Fingerprint", "Status"))), tuple(rows))


def _systems(letter: Letter) -> Table:
    rows = ((s.name, ", ".join(map(str, s.games)), "; ".join(_rows(s.components))) for s in letter.systems)
    return Table((Column("System"), Column("Games"), Column("Components")), tuple(rows))


def _rows(components: Iterable[Iterable[Any]]) -> list[str]:
    return [" or ".join(part.words for part in row) for row in components]


def _version(letter: Letter, game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "standing": approval_status(letter, game),
    }
