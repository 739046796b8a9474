"""From a question to a finding: every reading is counted, and what the figures say about it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps

from fairfelt.engine.exact import FigureCheck, percent_text
from fairfelt.rules import Game, Published

from ..check import Check, Stage
from ..finding import Effect, Finding, Severity
from ..subject import Subject
from .effects import CountedReading, count_reading, same_rules
from .reading import Question
from .sheet_words import said_by_sheet

MOST_TOLD = 2
"""Effects that a sentence names; all of them are in the plain data."""


def reading_check(code: str, title: str) -> Callable[[Callable[[Subject], Iterable[Question]]], Check]:
    """Make a check of a function that asks questions; it finds what the other readings come to."""

    def make(ask: Callable[[Subject], Iterable[Question]]) -> Check:
        @wraps(ask)
        def find(subject: Subject) -> Iterable[Finding]:
            return compare_readings(subject, ask(subject))

        return Check(code, title, Stage.READINGS, find)

    return make


def compare_readings(subject: Subject, questions: Iterable[Question]) -> Iterable[Finding]:
    """A finding for each question that no ruling of the game has asked already."""
    for asked in questions:
        others = [other for other in asked.others if not _is_a_ruling(subject, other.game)]
        if others:
            said = said_by_sheet(subject.game, asked.place.wager, asked.as_read)
            yield write_finding(asked, [count_reading(subject, other) for other in others], said)


def _is_a_ruling(subject: Subject, game: Game) -> bool:
    """Whether a ruling offers the same as its alternative."""
    rulings = ((ruling.name, choice) for ruling in subject.game.rulings for choice in ruling.alternatives)
    return any(same_rules(subject.game.with_ruling(*ruling), game) for ruling in rulings)


def write_finding(asked: Question, tried: Sequence[CountedReading], said: str = "") -> Finding:
    """What was asked, how it is read, and what the other readings come to; no question where a rule has said it."""
    told = " ".join(_told(one) for one in tried)
    effects = tuple(effect for one in tried for effect in one.effects)
    severity, verdict, right = _verdict(asked, tried)
    if said:
        severity, verdict, right = Severity.NOTE, f"The sheet says so ({said}).", "Nothing: the sheet says it."
    text = " ".join(filter(None, (asked.asks, f"Read here: {asked.as_read}", told, verdict)))
    return Finding(severity, asked.place, text, right, effects=effects)


def _verdict(asked: Question, tried: Sequence[CountedReading]) -> tuple[Severity, str, str]:
    if not any(one.matters for one in tried):
        return Severity.NOTE, "No figure depends on it.", f"{asked.right} It changes no amount."
    if all(one.refuted or not one.matters for one in tried):
        own = all(any(check.source == Published.source for check in one.refuted) for one in tried if one.matters)
        if own:
            return Severity.NOTE, "The printed figures settle it.", f"{asked.right} The figures say it already."
        return Severity.QUESTION, "Figures printed elsewhere settle it; the sheet's own do not.", asked.right
    if asked.said:
        return Severity.NOTE, "The felt says so.", asked.right
    return Severity.QUESTION, "", asked.right


def _told(tried: CountedReading) -> str:
    words = f"Read as “{tried.reading.words}”"
    if tried.uncounted:
        return f"{words}: not counted ({tried.uncounted})."
    if tried.refuted:
        return f"{words}, {_refutation(tried.refuted)}."
    if not tried.effects:
        return f"{words}, nothing moves."
    more = len(tried.effects) - MOST_TOLD
    moved = [_moved(effect) for effect in tried.effects[:MOST_TOLD]] + ([f"{more} more"] if more > 0 else [])
    return f"{words}, {'; '.join(moved)}.{_favored(tried.favors_player)}"


def _refutation(checks: Sequence[FigureCheck]) -> str:
    told = [f"{_name(check)} would be {check.computed}, not the printed {check.published}" for check in checks]
    more = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD] + ([f"{more} more figures would not come out"] if more > 0 else []))


def _name(check: FigureCheck) -> str:
    return " ".join(filter(None, (check.wager, check.paytable, check.figure.replace("_", " "), check.detail)))


def _moved(effect: Effect) -> str:
    where = f"of {effect.place}" if effect.place.wager else "of the game"
    return f"the {effect.figure} {where} goes from {percent_text(effect.as_read)} to {percent_text(effect.otherwise)}"


def _favored(effects: Sequence[Effect]) -> str:
    if not effects:
        return ""
    worst = min(effects, key=lambda effect: effect.otherwise)
    where, of = (str(worst.place), "bet") if worst.place.wager else ("the game", "first bet")
    edge = percent_text(-worst.otherwise)
    return f" So read, {where} would favor the player by {edge} of the {of}: it cannot be meant."
