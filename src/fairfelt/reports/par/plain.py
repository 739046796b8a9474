"""A PAR sheet as plain data for JSON, with the moments that no counting is needed for."""

from __future__ import annotations

from typing import Any

from fairfelt.answers.par import Par
from fairfelt.moments import round_skewness, wager_skewness


def par_dict(par: Par) -> dict[str, Any]:
    """Everything that the sheet says; a skewness is a number, or nothing where a meter decides or nothing varies."""
    plain = par.to_dict()
    plain["round"]["skewness"] = round_skewness(par.round)
    if par.best:
        plain["best_setting"]["skewness"] = round_skewness(par.best)
    for written, sheet in zip(plain["wagers"], par.wagers, strict=True):
        written["skewness"] = wager_skewness(sheet)
    return plain
