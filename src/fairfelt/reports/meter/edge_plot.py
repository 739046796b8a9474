"""The house edge as the meter rises, drawn for one jackpot or for several."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.english import count
from fairfelt.reports.sheet.sheet import Plot

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

POINTS = 41
REACH = Fraction(5, 4)
"""A picture goes on beyond the break-even meter by this factor."""


def comparison_plot(models: Sequence[JackpotModel]) -> Plot:
    """A line for each jackpot."""
    return Plot(
        "House edge by the meter",
        alt="A falling line for each jackpot: its house edge as its first level rises.",
        draw=partial(_draw_comparison, tuple(models)),
    )


def edge_plot(model: JackpotModel) -> Plot:
    """The house edge by the meter."""
    return Plot(
        "House edge by the meter",
        alt="A line for no other bettors and one for a full table: the house edge falls as the meter rises.",
        draw=partial(_draw_edge, model),
    )


def _draw_edge(model: JackpotModel) -> str:
    level = model.terms.levels[0].name
    tables = sorted({0, model.game.seats - 1} if model.bet.envy_per_other else {0})
    series = [
        (count(others, "other bettor"), _edge_line(model, others, model.break_even(level, 0))) for others in tables
    ]
    return lines(series, along=f"{level}, in {model.terms.currency}", up="house edge", written=(",.0f", "%"))


def _draw_comparison(models: Sequence[JackpotModel]) -> str:
    series = [
        (model.terms.name, _edge_line(model, model.others, model.break_even(model.terms.levels[0].name)))
        for model in models
    ]
    return lines(series, along="first level", up="house edge", written=(",.0f", "%"))


def _edge_line(model: JackpotModel, others: int, even: Fraction) -> list[tuple[float, float]]:
    """The house edge from an empty first level to somewhat above its break-even meter."""
    level = model.terms.levels[0].name
    meters = [even * REACH * at / (POINTS - 1) for at in range(POINTS)]
    return [(float(meter), float(model.house_edge_at(level, meter, others))) for meter in meters]
