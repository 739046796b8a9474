"""What a progressive returns: now, in the long run, and beside other jackpots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.edge import contribution_rate
from fairfelt.meters.words import format_money, format_weeks
from fairfelt.reports.sheet.figures import exact_text, one_in_text
from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words, right

from ..report import Report
from .break_even import break_even_figures
from .edge_plot import comparison_plot, edge_plot
from .meter_report import Fact, Figure, amount, figures_plain, figures_table, meter_report, model_plain, percent

if TYPE_CHECKING:
    from fairfelt.meters import Climb, JackpotModel


SLOPE_PLACES = 6
"""Decimals of a percentage that a single unit on a meter adds."""


def edge_report(model: JackpotModel) -> Report:
    """All figures of a progressive wager."""
    figures, plot = list(_figures(model)), edge_plot(model)
    sections = (
        Section("Figures", (figures_table(figures),)),
        Section("Hands that win the meter", (_hits(model),)),
        *(Section(f"Level {climb.level}", tuple(_level_blocks(model, climb))) for climb in model.climbs),
        Section("House edge", (plot,)),
    )
    return meter_report(model, "Return and house edge", sections, _edge_plain(model), plot=plot)


def comparison_report(models: Sequence[JackpotModel]) -> Report:
    """Jackpots side by side, a column each."""
    columns = (Column("Figure"), *right(*(model.terms.name for model in models)))
    figures = [dict(_compared_figures(model)) for model in models]
    labels = dict.fromkeys(label for each in figures for label in each)
    rows = tuple((label, *(each.get(label, "") for each in figures)) for label in labels)
    plot = comparison_plot(models)
    sheet = Sheet(
        title="Jackpots compared",
        subtitle=", ".join(model.terms.name for model in models),
        sections=(Section("", (Table(columns, rows),)), Section("House edge", (plot,))),
    )
    return Report(sheet, {"jackpots": [{**model_plain(model), **_edge_plain(model)} for model in models]}, plot=plot)


def _figures(model: JackpotModel) -> Iterator[Figure]:
    bet, unit = model.bet, format_money(1, model.terms.currency)
    yield percent("fixed_return", "Fixed return", bet.fixed_return)
    yield percent("envy_per_other", "Envy per other bettor" if bet.envy_per_other else "", bet.envy_per_other)
    for level in bet.levels:
        slope = bet.slope(level)
        yield Figure("", f"Return contribution per {unit} on {level}", slope, percent_text(slope, SLOPE_PLACES))
    yield percent("house_edge_now", "House edge now", model.edge_now)
    yield percent("long_run_house_edge", "House edge in the long run", model.long_run_edge)
    if model.others:
        yield percent("", "The same without envy", model.long_run_edge + model.others * bet.envy_per_other)


def _edge_plain(model: JackpotModel) -> dict[str, Any]:
    levels = [
        {
            "level": climb.level,
            **figures_plain(_level_figures(model, climb)),
            "hits": [
                {"hand": hit.hand, "share": as_json(hit.share), "probability": as_json(hit.probability)}
                for hit in climb.hits
            ],
        }
        for climb in model.climbs
    ]
    return {**figures_plain(_figures(model)), "levels": levels}


def _hits(model: JackpotModel) -> Table:
    return Table(
        (Column("Level"), Column("Hand"), *right("Share", "Probability", "Frequency")),
        tuple(
            (hit.level, hit.hand, percent_text(hit.share, 0), exact_text(hit.probability), one_in_text(hit.probability))
            for hit in model.bet.hits
        ),
    )


def _level_figures(model: JackpotModel, climb: Climb) -> Iterator[Figure]:
    currency = model.terms.currency
    yield Figure("slope", "", model.bet.slope(climb.level))
    for key, label, meter in break_even_figures(model, climb.level):
        yield amount(key, label, meter, currency)
    yield Figure("whole", "", climb.whole)
    if climb.limit is None:
        deviation = climb.deviation_at_hit
        yield amount("mean_at_hit", "Mean meter at a hit", climb.mean_at_hit, currency)
        yield amount("standard_deviation_at_hit", "Its standard deviation", deviation, currency)
        yield amount("mean_reseed", "Resets to, on average" if climb.whole else "", climb.mean_reseed, currency)
    if climb.whole:
        yield Figure("mean_wagers_between_hits", "", climb.waiting.mean)


def _level_blocks(model: JackpotModel, climb: Climb) -> Iterator[Block]:
    yield figures_table(_level_figures(model, climb))
    if climb.limit is not None:
        yield Words("A level with a limit has no closed form for its meter at a hit; the forecast samples it.")
    if model.pace and climb.whole:
        mean, half = climb.waiting.mean, climb.waiting.quantile(Fraction(1, 2))
        yield Words(
            f"A 100% award comes every {format_weeks(model.pace.weeks(mean))} on average ({float(mean):,.0f} wagers), "
            f"half of the time within {format_weeks(model.pace.weeks(half))}."
        )


def _compared_figures(model: JackpotModel) -> Iterator[Fact]:
    bet, currency = model.bet, model.terms.currency
    yield "Bet", f"{bet.wager} {bet.paytable}"
    yield "Fixed return", percent_text(bet.fixed_return, 4)
    yield "Envy per other bettor", percent_text(bet.envy_per_other, 4)
    yield "Contribution and reserve", percent_text(contribution_rate(model.terms), 2)
    yield "House edge now", percent_text(model.edge_now, 4)
    yield "House edge in the long run", percent_text(model.long_run_edge, 4)
    for climb in model.climbs:
        yield f"{climb.level}: seed", format_money(climb.seed, currency)
        for _, label, meter in break_even_figures(model, climb.level):
            yield f"{climb.level}: {label[:1].lower()}{label[1:]}", format_money(meter, currency)
        if climb.limit is None:
            yield f"{climb.level}: mean meter at a hit", format_money(climb.mean_at_hit, currency)
        if model.pace and climb.whole:
            yield f"{climb.level}: between 100% awards", format_weeks(model.pace.weeks(climb.waiting.mean))
