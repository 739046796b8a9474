"""A check is one small function from a game to findings, with a code that stays and words that explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from inspect import cleandoc
from typing import Any

from .finding import Finding
from .subject import Subject


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
        """Plain data for JSON."""
        return {"code": self.code, "title": self.title, "stage": self.stage.value, "explanation": self.explanation}


def check(code: str, title: str, stage: Stage) -> Callable[[Find], Check]:
    """Make a check of a function; its docstring is what `--explain` prints."""
    return lambda find: Check(code, title, stage, find)
