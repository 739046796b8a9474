"""Rulings that the game carries: what the sheet left open, and what each other answer would come to."""

from __future__ import annotations

from collections.abc import Iterable

from fairfelt.rules import Published, Ruling

from ..check import Stage, check
from ..finding import Finding, Place, note, question
from ..subject import Subject
from .compare import write_finding
from .effects import count_reading
from .reading import Question, Reading
from .sheet_words import said_by_sheet

SAY_IT = "Say it on the sheet."


@check("FF313", "a ruling with other answers", Stage.READINGS)
def rulings_compared(subject: Subject) -> Iterable[Finding]:
    """The sheet was silent or contradicted itself, and a ruling decided. Every other answer the ruling offers is
    counted: how far it moves each figure, and whether a printed one would still come out."""
    for ruling in subject.game.rulings:
        if ruling.alternatives:
            others = tuple(
                Reading(other.reading, subject.game.with_ruling(ruling.name, choice))
                for choice, other in ruling.alternatives.items()
            )
            asked = Question(_place(ruling), ruling.question, ruling.reading, others, SAY_IT)
            yield write_finding(asked, [count_reading(subject, other) for other in others])


@check("FF314", "a ruling without other answers", Stage.SHEET)
def plain_rulings(subject: Subject) -> Iterable[Finding]:
    """The sheet left something open and a ruling decided it, without another answer that could be counted. It is told
    so that nobody takes it for the sheet's own words. One that the sheet's figures are said to confirm is a note."""
    prints = any(published.source == Published.source for published in subject.game.published)
    for ruling in subject.game.rulings:
        if not ruling.alternatives:
            because = f" {ruling.because}" if ruling.because else ""
            said = said_by_sheet(subject.game, ruling.name, ruling.reading)
            because += f" The sheet says so ({said})." if said else ""
            text = f"{ruling.question} Read here: {ruling.reading}{because}"
            told = note if said or (ruling.confirmed and prints) else question
            yield told(_place(ruling), text, right="Nothing: the sheet says it." if said else SAY_IT)


def _place(ruling: Ruling) -> Place:
    return Place(line=f"ruling {ruling.name}")
