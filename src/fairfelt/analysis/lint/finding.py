"""What a linter says: where, how bad, what was found with the numbers, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any

from fairfelt.engine.exact import as_json


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
        """Plain data for JSON."""
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
        """Plain data for JSON."""
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
        """Plain data for JSON."""
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
