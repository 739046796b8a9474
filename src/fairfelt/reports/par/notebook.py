"""A PAR sheet in one call, for notebooks and scripts: it shows itself, and becomes a data frame."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fairfelt import engine as exact
from fairfelt.engine import Par, Progress
from fairfelt.reports.sheet.html import as_html, framed
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import Game

from .par_sheet import par_sheet

if TYPE_CHECKING:
    from rich.console import RenderableType


class NotebookPar(Par):
    """A PAR sheet that a terminal or a notebook draws when it is the value of a line."""

    def __rich__(self) -> RenderableType:
        return as_text(par_sheet(self))

    def _repr_html_(self) -> str:
        """The page in a frame of its own: its style touches nothing else in the notebook."""
        return framed(as_html(par_sheet(self)), "PAR sheet")

    def to_frame(self) -> Any:
        """Every outcome of every wager as a data frame of pandas or polars; fractions as floats."""
        rows = [
            {
                "wager": sheet.wager, "paytable": sheet.paytable, "outcome": row.name, "pays": row.pays,
                "combinations": row.combinations, "probability": float(row.probability),
                "contribution": float(row.contribution),
            }
            for sheet in self.wagers
            for row in sheet.outcomes
        ]  # fmt: skip
        if find_spec("pandas"):
            import pandas

            return pandas.DataFrame(rows)
        if find_spec("polars"):
            import polars

            return polars.DataFrame(rows)
        raise ModuleNotFoundError("to_frame() needs pandas or polars: install one of them")


def par(
    game: Game, *, bettors: int = 0, progress: Progress | None = None, executor: Executor | None = None
) -> NotebookPar:
    """The exact PAR sheet of a game, as `exact.par` counts it."""
    counted = exact.par(game, bettors=bettors, progress=progress, executor=executor)
    return NotebookPar(**vars(counted))
