"""What a progressive returns: now, at its break-even meter, in the long run, and beside other jackpots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, decimal_text, percent_text
from fairfelt.meters.edge import NO_TAX, Tax, contribution_rate
from fairfelt.meters.words import format_money, format_weeks
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.english import count
from fairfelt.reports.sheet.figures import exact_text, one_in_text
from fairfelt.reports.sheet.sheet import Block, Column, Plot, Section, Sheet, Table, Words, right

from ..report import Report
from .meter_report import Fact, Figure, amount, figures_plain, figures_table, meter_report, model_plain, percent

if TYPE_CHECKING:
    from fairfelt.meters import Climb, JackpotModel

POINTS = 41
REACH = Fraction(5, 4)
"""A picture goes on beyond the break-even meter by this factor."""


def edge_report(model: JackpotModel) -> Report:
    """All figures of a progressive wager."""
    figures, plot = list(_figures(model)), _edge_plot(model)
    sections = (
        Section("Figures", (figures_table(figures),)),
        Section("Hands that win the meter", (_hits(model),)),
        *(Section(f"Level {climb.level}", tuple(_level_blocks(model, climb))) for climb in model.climbs),
        Section("House edge", (plot,)),
    )
    return meter_report(model, "Return and house edge", sections, _edge_plain(model), plot=plot)


def break_even_report(model: JackpotModel, tax: Tax = NO_TAX) -> Report:
    """The meter at which the bet stops losing, by the number of other bettors."""
    currency, plot = model.terms.currency, _edge_plot(model)
    facts: list[Fact] = []
    if tax.rate:
        facts = [("Tax", f"{percent_text(tax.rate, 2)} of every prize of {format_money(tax.least, currency)} or more")]
    note = (Words("The other levels stand as listed above."),) if len(model.bet.levels) > 1 else ()
    ends = {level: list(_break_evens(model, level, tax)) for level in model.bet.levels}
    sections = [
        Section(f"Level {level}", (_break_even_table(rows, tax, currency), *note)) for level, rows in ends.items()
    ]
    plain = {
        "tax": {"rate": as_json(tax.rate), "from": as_json(tax.least)} if tax.rate else None,
        "levels": [
            {
                "level": level,
                "by_other_bettors": [
                    {"other_bettors": others, "before_tax": as_json(before), "after_tax": as_json(after)}
                    for others, before, after in rows
                ],
            }
            for level, rows in ends.items()
        ],
    }
    sections.append(Section("House edge", (plot,)))
    return meter_report(model, "Break-even meter", sections, plain, facts=facts, plot=plot)


def comparison_report(models: Sequence[JackpotModel]) -> Report:
    """Jackpots side by side, a column each."""
    columns = (Column("Figure"), *right(*(model.terms.name for model in models)))
    figures = [dict(_compared_figures(model)) for model in models]
    labels = dict.fromkeys(label for each in figures for label in each)
    rows = tuple((label, *(each.get(label, "") for each in figures)) for label in labels)
    plot = Plot(
        "House edge by the meter",
        alt="A falling line for each jackpot: its house edge as its first level rises.",
        draw=partial(_draw_comparison, tuple(models)),
    )
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
        yield Figure("", f"Return contribution per {unit} on {level}", slope, f"{float(slope):.4e}")
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
    yield amount("break_even_meter", "Break-even meter", model.break_even(climb.level), currency)
    yield Figure("whole", "", climb.whole)
    if climb.limit is None:
        deviation = climb.deviation_at_hit
        yield amount("mean_at_hit", "Mean meter at a hit", climb.mean_at_hit, currency)
        yield Figure("standard_deviation_at_hit", "Its standard deviation", deviation, decimal_text(deviation, 6))
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


def _break_evens(model: JackpotModel, level: str, tax: Tax) -> Iterator[tuple[int, Fraction, Fraction]]:
    """By the number of other bettors, before and after tax."""
    for others in range(model.game.seats):
        yield others, model.break_even(level, others), model.break_even(level, others, tax)


def _break_even_table(rows: Sequence[tuple[int, Fraction, Fraction]], tax: Tax, currency: str) -> Table:
    after = right("After tax") if tax.rate else ()
    cells = (
        (str(others), format_money(before, currency), exact_text(before), format_money(taxed, currency))
        for others, before, taxed in rows
    )
    columns = (*right("Other bettors", "Break-even meter"), Column("Exact"), *after)
    return Table(columns, tuple(row[: len(columns)] for row in cells))


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
        yield f"{climb.level}: break-even meter", format_money(model.break_even(climb.level), currency)
        if climb.limit is None:
            yield f"{climb.level}: mean meter at a hit", format_money(climb.mean_at_hit, currency)
        if model.pace and climb.whole:
            yield f"{climb.level}: between 100% awards", format_weeks(model.pace.weeks(climb.waiting.mean))


def _edge_plot(model: JackpotModel) -> Plot:
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
