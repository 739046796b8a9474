"""Checks: what they look at, and how a function becomes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cached_property, partial
from inspect import cleandoc
from typing import Any

from fairfelt.engine.exact import FigureCheck, Par, Unsolved, WagerPar, as_json, check_figure, par
from fairfelt.rules import Game, Paytable, Published, Wager

# What a linter says: where, how bad, what was found with the numbers, and what would be right.


class Severity(StrEnum):
    """What becomes of a sheet with such a finding."""

    ERROR = "error"
    """It is sent back."""
    QUESTION = "question"
    """It can be read in more ways than one, and money depends on it."""
    NOTE = "note"
    """Worth knowing; nothing has to change."""


@dataclass(frozen=True)
class Place:
    """Where on a sheet: a wager, one of its paytables, a line of that."""

    wager: str = ""
    """Nothing where it is the game itself."""
    paytable: str = ""
    line: str = ""

    def __str__(self) -> str:
        parts = [f"{self.wager} {self.paytable}".strip(), self.line]
        return ", ".join(filter(None, parts)) or "the game"

    def to_dict(self) -> dict[str, str]:
        return {"wager": self.wager, "paytable": self.paytable, "line": self.line}


@dataclass(frozen=True)
class Effect:
    """How far another reading moves a figure."""

    reading: str
    place: Place
    figure: str
    as_read: Fraction
    otherwise: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {
            "reading": self.reading,
            **self.place.to_dict(),
            "figure": self.figure,
            "as_read": as_json(self.as_read),
            "otherwise": as_json(self.otherwise),
        }


@dataclass(frozen=True)
class Finding:
    """One thing a regulator would ask about."""

    severity: Severity
    place: Place
    text: str
    """What was found, in sentences."""
    right: str
    """What would be right."""
    figures: tuple[tuple[str, Fraction], ...] = ()
    """The numbers of the text, exact."""
    effects: tuple[Effect, ...] = ()
    code: str = ""
    """Of the check that found it, which signs with it."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.severity.value,
            **self.place.to_dict(),
            "text": self.text,
            "right": self.right,
            "figures": {name: as_json(number) for name, number in self.figures},
            "effects": [effect.to_dict() for effect in self.effects],
        }


GAME = Place()


error = partial(Finding, Severity.ERROR)
"""Something for which a sheet is sent back."""
question = partial(Finding, Severity.QUESTION)
"""Something the sheet has to say."""
note = partial(Finding, Severity.NOTE)
"""Something worth knowing."""


# The game under the lamp, with what several checks want to know of it, worked out once.


@dataclass(frozen=True, eq=False)
class Subject:
    """One version of a game."""

    game: Game

    @cached_property
    def par(self) -> Par:
        return par(self.game)

    @cached_property
    def unsolved(self) -> str:
        """Why it cannot be counted; nothing where it can."""
        try:
            self.par  # noqa: B018  (worked out and kept)
        except Unsolved as reason:
            return str(reason)
        return ""

    @cached_property
    def figures(self) -> tuple[tuple[Published, FigureCheck], ...]:
        """Every printed figure that can be recomputed, beside the computed one."""
        return tuple(_checked(self.game))

    @property
    def tables(self) -> Iterator[tuple[Wager, Paytable]]:
        """Every paytable of every wager that has pays."""
        return ((wager, table) for wager in self.game.wagers for table in wager.paytables if table.pays)

    @property
    def sheets(self) -> Iterator[tuple[Wager, WagerPar]]:
        """The counted sheets of the bets a player may leave out."""
        sheets = ((self.game.wager(sheet.wager), sheet) for sheet in self.par.wagers)
        return ((wager, sheet) for wager, sheet in sheets if wager.is_optional)

    def felt_says(self, *words: str) -> bool:
        """Whether one of these words is written across the felt."""
        return any(word in text.lower() for text in self.game.headlines for word in words)

    def rulings_say(self, *words: str) -> bool:
        """Whether a ruling has one of these words."""
        said = (f"{ruling.question} {ruling.reading}".lower() for ruling in self.game.rulings)
        return any(word in text for text in said for word in words)


def place_of(wager: Wager, table: Paytable | None = None, line: int | None = None) -> Place:
    if table is None:
        return Place(wager.name)
    return Place(wager.name, table.name, "" if line is None else table.line_name(line, wager.ranking))


def _checked(game: Game) -> Iterator[tuple[Published, FigureCheck]]:
    for published in game.published:
        try:
            yield published, check_figure(game, published)
        except (LookupError, Unsolved):
            continue  # a figure of nothing is a finding of its own, and what has no solver is told once


# A check is one small function from a game to findings, with a code that stays and words that explain it.


class Stage(Enum):
    """What a check needs, cheapest first."""

    SHEET = "read off the sheet"
    TRIED = "tried on the solver"
    COUNTED = "counted"
    READINGS = "counted for every reading"

    @property
    def needs_solver(self) -> bool:
        """Whether the game has to be solved for it."""
        return self is not Stage.SHEET


Find = Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True)
class Check:
    """One thing to look for."""

    code: str
    title: str
    stage: Stage
    find: Find

    def __call__(self, subject: Subject) -> Iterator[Finding]:
        """What it finds, signed with its code."""
        return (replace(finding, code=self.code) for finding in self.find(subject))

    def can_look_at(self, subject: Subject) -> bool:
        """Whether all it needs is there."""
        return self.stage in (Stage.SHEET, Stage.TRIED) or not subject.unsolved

    @property
    def explanation(self) -> str:
        """What it looks for, and why that matters."""
        return " ".join(cleandoc(self.find.__doc__ or "").split())

    def to_dict(self) -> dict[str, Any]:
        return {"code": self.code, "title": self.title, "stage": self.stage.value, "explanation": self.explanation}


def check(code: str, title: str, stage: Stage) -> Callable[[Find], Check]:
    """Make a check of a function; its docstring is what `--explain` prints."""
    return lambda find: Check(code, title, stage, find)
