"""Outcome tables for notebooks: a data frame of pandas or, failing that, of polars."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .par import Par


def outcomes_frame(par: Par) -> Any:
    """One row an outcome; fractions shown as floats, combinations as integers."""
    columns = {
        "wager": [s.wager for s in par.wagers for _ in s.outcomes],
        "paytable": [s.paytable for s in par.wagers for _ in s.outcomes],
        "outcome": [row.name for s in par.wagers for row in s.outcomes],
        "pays": [row.pays for s in par.wagers for row in s.outcomes],
        "combinations": [row.combinations for s in par.wagers for row in s.outcomes],
        "probability": [float(row.probability) for s in par.wagers for row in s.outcomes],
        "contribution": [float(row.contribution) for s in par.wagers for row in s.outcomes],
    }
    if find_spec("pandas"):
        import pandas

        return pandas.DataFrame(columns)
    if find_spec("polars"):
        import polars

        return polars.DataFrame(columns)
    raise ModuleNotFoundError("to_frame() needs pandas or polars: install one of them")
