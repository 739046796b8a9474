"""Game protection in one call, for notebooks and scripts: what it gives shows itself."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt import protection
from fairfelt.protection import Exposure
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.html import as_html, framed
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import Game

from .exposure import exposure_sheet
from .verdict import verdict_report

if TYPE_CHECKING:
    from rich.console import RenderableType


class NotebookExposure(Exposure):
    """An exposure that a terminal or a notebook draws when it is the value of a line."""

    def __rich__(self) -> RenderableType:
        return as_text(exposure_sheet(self))

    def _repr_html_(self) -> str:
        """The page in a frame of its own: its style touches nothing else in the notebook."""
        return framed(as_html(exposure_sheet(self)), "Game protection")


def protect(game: Game, **options: Any) -> NotebookExposure:
    """What some information is worth at a game, as `protection.protect` finds it: seen, sorted, hands."""
    return NotebookExposure(**vars(protection.protect(game, **options)))


def verdict(game: Game, *, limit: int = 100, hours: int = 2_000) -> Report:
    """Every leak of a game, what it costs a year at that limit and so many hours, and what prevents it."""
    for what, number in (("a limit", limit), ("a year in hours", hours)):
        if number < 1:
            raise protection.BadInformation(f"{what} of {number} is not possible: give 1 or more")
    return verdict_report(protection.verdict(game, protection.usual_terms(game, Fraction(limit), Fraction(hours))))
