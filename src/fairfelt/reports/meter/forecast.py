"""The next awards of a jackpot, what is held, and the money to deposit each week."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.forecast.forecast import SHARES, Forecast, NextAward, SampleSummary
from fairfelt.meters.words import format_interval, format_money, format_weeks
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.sheet import Block, Column, Plot, Section, Table, Words, right

from ..report import Report
from .meter_report import interval_plain, meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

QUANTILES = tuple(percent_text(share, 0) for share in SHARES)


def forecast_report(model: JackpotModel, found: Forecast) -> Report:
    """The forecast; its picture is the size of the first level's next award."""
    currency = model.terms.currency
    plots = [_size_plot(award, currency) for award in found.awards]
    sections = [
        Section(f"Next 100% award of {award.level}", (*_award_blocks(award, found, currency), plot))
        for award, plot in zip(found.awards, plots, strict=True)
    ]
    sections.append(Section("Money", (_money_table(found, currency),)))
    runs = f"{found.paths:,} times {found.weeks:,} weeks from seed {found.seed}, wagers coming in evenly"
    return meter_report(
        model,
        "Forecast",
        sections,
        _forecast_plain(found),
        footnotes=(
            ("Quantile", "With that probability it is no more than the number under it."),
            ("Exact", "By a closed form, or by a chain whose two ends are given."),
            ("Sampled", f"{runs}; ± holds the true mean 95 times in 100."),
        ),
        plot=next(iter(plots), None),
        origin="Forecast",
    )


def _award_blocks(award: NextAward, found: Forecast, currency: str) -> Iterator[Block]:
    exact = [format_interval(size, currency) for size in award.sizes or ()]
    yield _quantile_table(
        [
            ("Wagers until then", [f"{wagers:,}" for wagers in award.wagers]),
            ("Time until then", [format_weeks(found.pace.weeks(wagers)) for wagers in award.wagers]),
            ("Size, exact" if exact else "Size, sampled", exact or _amounts(award.sampled_size, currency)),
            ("Reserve by then", _amounts(award.sampled_reserve, currency)),
        ]
    )
    sampled = award.sampled_size
    now, mean = format_money(award.meter, currency), _format_mean(sampled, currency)
    if award.mean_size is None:
        yield Words(f"From {now} now it comes to {mean} on average as sampled; there is no closed form.")
    else:
        agrees = "they agree" if sampled.agrees(award.mean_size) else "THEY DISAGREE"
        exactly = f"{format_money(award.mean_size, currency)} exactly: {agrees}"
        yield Words(f"From {now} now it comes to {mean} on average as sampled, and to {exactly}.")


def _money_table(found: Forecast, currency: str) -> Table:
    parts = [
        ("Weekly deposit", found.deposit, format_money(found.mean_deposit, currency)),
        (f"Held after {found.weeks:,} weeks", found.held, ""),
    ]
    if found.made_up.mean:
        parts.append(("House shortfall per year", found.made_up, ""))
    columns = [
        (title, (exact, _format_mean(sampled, currency), *_amounts(sampled, currency)))
        for title, sampled, exact in parts
    ]
    return _quantile_table(columns, ("Mean, exact", "Mean, sampled"))


def _quantile_table(columns: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str] = ()) -> Table:
    """A row for each quantile, after rows of their own."""
    titles = right(*(title for title, _ in columns))
    cells = zip(*(cells for _, cells in columns), strict=True)
    rows = tuple((name, *row) for name, row in zip((*heads, *QUANTILES), cells, strict=True))
    return Table((Column("Quantile"), *titles), rows)


def _format_mean(sampled: SampleSummary, currency: str) -> str:
    return f"{format_money(sampled.mean, currency)} ± {format_money(sampled.margin, currency)}"


def _amounts(sampled: SampleSummary, currency: str) -> tuple[str, ...]:
    return tuple(format_money(amount, currency) for amount in sampled.quantiles)


def _forecast_plain(found: Forecast) -> dict[str, Any]:
    return {
        "weeks": found.weeks,
        "samples": found.paths,
        "seed": found.seed,
        "quantiles": [as_json(share) for share in SHARES],
        "awards": [_award_plain(award, found) for award in found.awards],
        "weekly_deposit": {"mean": as_json(found.mean_deposit), "sampled": _sampled_plain(found.deposit)},
        "held_at_the_end": _sampled_plain(found.held),
        "made_up_each_year": _sampled_plain(found.made_up),
    }


def _award_plain(award: NextAward, found: Forecast) -> dict[str, Any]:
    return {
        "level": award.level,
        "meter": as_json(award.meter),
        "probability": as_json(award.waiting.probability),
        "wagers": list(award.wagers),
        "weeks": [as_json(found.pace.weeks(wagers)) for wagers in award.wagers],
        "mean_size": None if award.mean_size is None else as_json(award.mean_size),
        "sizes": [interval_plain(size) for size in award.sizes] if award.sizes else None,
        "sampled_size": _sampled_plain(award.sampled_size),
        "sampled_reserve": _sampled_plain(award.sampled_reserve),
    }


def _sampled_plain(sampled: SampleSummary) -> dict[str, Any]:
    return {
        "mean": as_json(sampled.mean),
        "margin": as_json(sampled.margin),
        "quantiles": [as_json(amount) for amount in sampled.quantiles],
    }


def _size_plot(award: NextAward, currency: str) -> Plot:
    return Plot(
        f"Size of the next award of {award.level}",
        alt="A line over the amounts that the next award may come to: the higher, the likelier.",
        draw=partial(_draw_sizes, award, currency),
    )


def _draw_sizes(award: NextAward, currency: str) -> str:
    """The histogram as a line of steps, its top hundredth left out; the meter now is marked."""
    points = [(float(end), float(chance)) for low, high, chance in award.sampled_size.bars for end in (low, high)]
    series = [(f"next award of {award.level}", [(points[0][0], 0.0), *points, (points[-1][0], 0.0)])]
    now = float(award.meter)
    return lines(series, along=f"amount, in {currency}", up="share of samples", written=(",.0f", "%"), marked=(now,))
