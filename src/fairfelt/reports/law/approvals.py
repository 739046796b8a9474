"""The approvals register: a letter's games, what is here of each, and what is to be shown before the first hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import Game, fingerprint

from .rules import day_words, finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Entry, Finding, Law, Letter


def register_sheet(letter: Letter, entries: Sequence[Entry]) -> Sheet:
    """All games of the letter."""
    here = sum(bool(entry.versions) for entry in entries)
    return Sheet(
        title=f"Submission {letter.submission}",
        subtitle="Approvals register",
        sections=(
            Section("", (Facts(_letter(letter)), Words(f"{here} of the {len(entries)} games are written down here."))),
            Section("Games", (_games(letter, entries),)),
            Section("Systems for progressives", (_systems(letter),)),
        ),
    )


def register_dict(letter: Letter, entries: Sequence[Entry]) -> dict[str, Any]:
    """The same as plain data for JSON."""
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


def standing_sheet(law: Law, letter: Letter, game: Game, findings: Iterable[Finding]) -> Sheet:
    """One game against the letter: fingerprint, standing, and what is still to be shown."""
    found = tuple(findings)
    clear = () if found else (Words("Nothing is missing: the game is as it was approved, and every condition is met."),)
    return Sheet(
        title=game.title,
        subtitle=f"Approval on {day_words(law.on)}, {law.profile.title}",
        sections=(
            Section("", (Facts((("Fingerprint", fingerprint(game)), ("Standing", standing(letter, game)))), *clear)),
            *([Section("Before the first hand", finding_notice("Not shown yet", found))] if found else []),
        ),
    )


def standing(letter: Letter, game: Game) -> str:
    """How a version stands to the letter, in a few words."""
    if not game.approvals:
        return "not in the letter"
    if letter.pinned(game):
        return "as approved"
    return "changed since it was approved" if letter.compared(game) else "approved rules not seen"


def _letter(letter: Letter) -> tuple[tuple[str, str], ...]:
    return (
        ("Approval", letter.title),
        ("From, to", f"{letter.office} to {letter.maker}"),
        ("Dated", day_words(letter.dated)),
    )


def _games(letter: Letter, entries: Sequence[Entry]) -> Table:
    rows = []
    for entry in entries:
        number, name = f"{entry.approved.number}", entry.approved.name
        rows += [(number, name, v.title, fingerprint(v)[:12], standing(letter, v)) for v in entry.versions]
        if not entry.versions:
            rows.append((number, name, "", "", ""))
    return Table((*right("No."), *map(Column, ("Game", "Here as", "Fingerprint", "Standing"))), tuple(rows))


def _systems(letter: Letter) -> Table:
    rows = ((s.name, ", ".join(map(str, s.games)), "; ".join(_rows(s.components))) for s in letter.systems)
    return Table((Column("System"), Column("Games"), Column("Components")), tuple(rows))


def _rows(components: Iterable[Iterable[Any]]) -> list[str]:
    return [" or ".join(part.words for part in row) for row in components]


def _version(letter: Letter, game: Game) -> dict[str, str]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "standing": standing(letter, game),
    }
