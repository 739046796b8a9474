"""Published figures beside the computed ones, and what a reader of a sheet should know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from .numbers import Root, as_plain

UNSOLVED, BROKEN = "unsolved", "broken"
DIFFERS = "differs"
FAILED = (UNSOLVED, BROKEN, DIFFERS)
"""Findings that leave a game without figures, or with others than were kept."""

TEXTS = ("game", "variant", "wager", "paytable", "figure", "published", "computed", "source", "detail")
"""Fields of a figure that are text."""


@dataclass(frozen=True)
class FigureCheck:
    """A published figure beside the computed one, both in the printed digits."""

    game: str
    variant: str
    wager: str
    paytable: str
    figure: str
    published: str
    computed: str
    agrees: bool
    source: str
    exact: Fraction | Root | None
    """None where the figure could not be computed; then it does not agree either."""
    detail: str = ""
    """Of what it is a figure, where that takes more than a wager and a paytable."""

    def to_dict(self) -> dict[str, Any]:
        return as_plain(self, *TEXTS[:7], "agrees", *TEXTS[7:], "exact")


@dataclass(frozen=True)
class Finding:
    """Something a reader of the sheet should know."""

    game: str
    variant: str
    kind: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        return as_plain(self, "game", "variant", "kind", "text")


@dataclass(frozen=True)
class Verification:
    """All figures and all findings."""

    figures: tuple[FigureCheck, ...]
    findings: tuple[Finding, ...]

    @property
    def agrees(self) -> bool:
        """Whether every figure came out as printed and every game could be computed."""
        return all(check.agrees for check in self.figures) and not any(f.kind in FAILED for f in self.findings)

    def to_dict(self) -> dict[str, Any]:
        return {
            "agrees": self.agrees,
            "figures": [check.to_dict() for check in self.figures],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def merge_verifications(found: Iterable[Verification]) -> Verification:
    parts = tuple(found)
    return Verification(
        tuple(chain.from_iterable(part.figures for part in parts)),
        tuple(chain.from_iterable(part.findings for part in parts)),
    )
