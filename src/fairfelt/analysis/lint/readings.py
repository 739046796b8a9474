"""Readings: ways to understand the words of a sheet, each counted and held against its printed figures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any

from fairfelt.engine.exact import FigureCheck, Unsolved, allowing, check_figure, percent_text, solve, wager_par
from fairfelt.engine.solve import core_game
from fairfelt.rules import ROUND, Game, Paytable, Published, UnknownName, Wager, fingerprint, rules_data

from .check import GAME, Check, Effect, Finding, Place, Severity, Stage, Subject, place_of

# A question the words of a sheet leave open, and every way to read them, each as a game of its own.


@dataclass(frozen=True)
class Reading:
    """One way to read the sheet."""

    words: str
    """What becomes of the rule: "copies lose"."""
    game: Game
    cheaper: Game | None = None
    """The same reading of the bets on hands of their own only, which needs no new solution: tried first."""


@dataclass(frozen=True)
class Question:
    """What is asked, how it is read here, and how else it could be."""

    place: Place
    asks: str
    as_read: str
    others: tuple[Reading, ...]
    right: str
    said: bool = False
    """Whether the felt gives the answer."""


# What another reading does: which figures move, how far, and which printed ones no longer come out.


MOST_STEPS = 100_000_000
"""What another reading may cost: some seconds, for a sheet has many."""


@dataclass(frozen=True)
class CountedReading:
    """A reading, counted."""

    reading: Reading
    effects: tuple[Effect, ...] = ()
    refuted: tuple[FigureCheck, ...] = ()
    """Printed figures that come out as the sheet is read here, and not so."""
    uncounted: str = ""
    """Why it could not be counted."""

    @property
    def matters(self) -> bool:
        """Whether any figure depends on it, as far as can be told."""
        return bool(self.effects or self.refuted or self.uncounted)

    @property
    def favors_player(self) -> tuple[Effect, ...]:
        """What would return more than it takes, and does not as it is read here."""
        return tuple(e for e in self.effects if e.otherwise < 0 <= e.as_read)


def count_reading(subject: Subject, reading: Reading) -> CountedReading:
    """Count a reading; if the cheaper half of it is refuted already, that half only."""
    for game in filter(None, (reading.cheaper, reading.game)):
        try:
            with allowing(MOST_STEPS):
                tried = _try(subject, reading, game)
        except Unsolved as reason:
            return CountedReading(reading, uncounted=str(reason))
        if tried.refuted:
            break
    return tried


def _try(subject: Subject, reading: Reading, game: Game) -> CountedReading:
    refuted = tuple(_refuted(subject, game)) if _differ(subject.game, game, subject.game.optional) else ()
    return CountedReading(reading, tuple(_effects(subject, reading, game)), refuted)


def _effects(subject: Subject, reading: Reading, game: Game) -> Iterator[Effect]:
    """House edges that move: of the round, and of every bet whose rules or whose folds have changed."""
    old, new = subject.par.round.house_edge, None
    if _base_differs(subject.game, game):
        new = solve(game).round.house_edge
        if new != old:
            yield Effect(reading.words, GAME, "house edge", old, new)
    for wager, table, other in _touched(subject.game, game, anew=new is not None):
        as_read = subject.par.wager(wager.name, table.name).house_edge
        otherwise = wager_par(solve(game), game.wager(wager.name), other).house_edge
        if as_read != otherwise:
            yield Effect(reading.words, place_of(wager, table), "house edge", as_read, otherwise)


def _touched(old: Game, new: Game, *, anew: bool) -> Iterator[tuple[Wager, Paytable, Paytable]]:
    """Bets that may be left out and could come out otherwise, with their tables in both games."""
    for wager in old.optional:
        changed = new.wager(wager.name)
        depends = anew and (wager.ranking is None or not wager.survives_fold)
        if depends or _rules_of(old, wager) != _rules_of(new, changed):
            for table, other in zip(wager.paytables, changed.paytables, strict=False):
                yield wager, table, other


def _refuted(subject: Subject, game: Game) -> Iterator[FigureCheck]:
    for published, found in subject.figures:
        bets = [] if published.wager == ROUND else [subject.game.wager(published.wager)]
        if not found.agrees or (bets and not _differ(subject.game, game, bets)):
            continue
        try:
            other = check_figure(game, published)
        except UnknownName:
            continue  # a reading with a table of its own has no figure printed for it
        if not other.agrees:
            yield other


def _differ(old: Game, new: Game, bets: Iterable[Wager]) -> bool:
    """Whether the game itself comes out otherwise, or one of these bets."""
    return _base_differs(old, new) or any(_rules_of(old, bet) != _rules_of(new, new.wager(bet.name)) for bet in bets)


def _base_differs(old: Game, new: Game) -> bool:
    return fingerprint(core_game(old)) != fingerprint(core_game(new))


def _rules_of(game: Game, wager: Wager) -> dict[str, Any]:
    rules: dict[str, Any] = next(plain for plain in _rules(game)["wagers"] if plain["name"] == wager.name)
    return rules


def same_rules(one: Game, other: Game) -> bool:
    """Whether two games pay alike, whatever their paytables are called."""
    return _unnamed(one) == _unnamed(other)


def _unnamed(game: Game) -> dict[str, Any]:
    def nameless(wager: dict[str, Any]) -> dict[str, Any]:
        return {**wager, "paytables": [{**table, "name": ""} for table in wager["paytables"]]}

    return {**_rules(game), "wagers": [nameless(wager) for wager in _rules(game)["wagers"]]}


@lru_cache(maxsize=64)
def _rules(game: Game) -> dict[str, Any]:
    """The rules as data but for what was ruled: a reading is compared by what it does."""
    return {key: value for key, value in rules_data(game).items() if key != "rulings"}


# What a sheet says outright where a definition alone leaves a question open, as `sheet_words.toml` has it.
#
# A question is answered only as long as the game is still read that way: another reading of it is asked about again.


@cache
def _sheet_words() -> dict[tuple[str, str, str], str]:
    held = tomllib.loads(Path(__file__).with_name("sheet_words.toml").read_text())
    return {(slug, row["of"], row["read"]): row["rule"] for slug, rows in held.items() for row in rows}


def said_by_sheet(game: Game, of: str, as_read: str) -> str:
    """The rule of the sheet that answers a question on a wager or ruling; empty where none does."""
    return _sheet_words().get((game.slug, of, as_read), "")


# From a question to a finding: every reading is counted, and what the figures say about it is told.


NOTHING_TO_SAY = "Nothing: the sheet says it."
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
        severity, verdict, right = Severity.NOTE, f"The sheet says so ({said}).", NOTHING_TO_SAY
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
