"""The next awards of a jackpot, what is held, and the money to deposit each week."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.forecast.forecast import SHARES, Forecast, NextAward, Sampled
from fairfelt.meters.words import money, span, weeks
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, right

from .edge import case_dict, case_facts

if TYPE_CHECKING:
    from fairfelt.meters import Case

QUANTILES = tuple(percent_text(share, 0) for share in SHARES)


def forecast_sheet(case: Case, found: Forecast) -> Sheet:
    """The forecast on paper."""
    currency = case.terms.currency
    awards = (
        Section(f"The next whole award of {each.level}", tuple(_award(each, found, currency))) for each in found.awards
    )
    return Sheet(
        title=case.terms.name,
        subtitle="Forecast",
        sections=(
            Section("", (Facts(tuple(case_facts(case))),)),
            *awards,
            Section("Money", (_money(found, currency),)),
        ),
        footnotes=(
            ("Quantile", "With that probability it is no more than the number under it."),
            ("Exact", "By a closed form, or by a chain whose two ends are given."),
            ("Sampled", _sampling(found)),
        ),
        colophon=colophon(case.game, what="Forecast"),
    )


def _sampling(found: Forecast) -> str:
    runs = f"{found.paths:,} times {found.weeks:,} weeks from seed {found.seed}, wagers coming in evenly"
    return f"{runs}; ± holds the true mean 95 times in 100."


def forecast_dict(case: Case, found: Forecast) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        **case_dict(case),
        "weeks": found.weeks,
        "samples": found.paths,
        "seed": found.seed,
        "quantiles": [as_json(share) for share in SHARES],
        "awards": [_award_dict(each, found) for each in found.awards],
        "weekly_deposit": {"mean": as_json(found.mean_deposit), "sampled": _sampled_dict(found.deposit)},
        "held_at_the_end": _sampled_dict(found.held),
        "made_up_each_year": _sampled_dict(found.made_up),
    }


def size_plot(award: NextAward, currency: str) -> Plot:
    """How large the next award may be."""
    return Plot(
        f"Size of the next award of {award.level}",
        alt="A line over the amounts that the next award may come to: the higher, the likelier.",
        draw=partial(_draw, award, currency),
    )


def _award(award: NextAward, found: Forecast, currency: str) -> Iterator[Block]:
    exact = [span(size, currency) for size in award.sizes or ()]
    yield _by_quantile(
        [
            ("Wagers until then", [f"{wagers:,}" for wagers in award.wagers]),
            ("Time until then", [weeks(found.pace.weeks(wagers)) for wagers in award.wagers]),
            ("Size, exact" if exact else "Size, sampled", exact or _amounts(award.sampled_size, currency)),
            ("Reserve by then", _amounts(award.sampled_reserve, currency)),
        ]
    )
    yield Words(_mean_words(award, currency))
    yield size_plot(award, currency)


def _by_quantile(columns: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str] = ()) -> Table:
    """A row for each quantile, after rows of their own."""
    titles = right(*(title for title, _ in columns))
    cells = zip(*(cells for _, cells in columns), strict=True)
    rows = tuple((name, *row) for name, row in zip((*heads, *QUANTILES), cells, strict=True))
    return Table((Column("Quantile"), *titles), rows)


def _mean_words(award: NextAward, currency: str) -> str:
    sampled = award.sampled_size
    words = f"From {money(award.meter, currency)} now it comes to {_mean(sampled, currency)} on average as sampled"
    if award.mean_size is None:
        return f"{words}; there is no closed form."
    agrees = "they agree" if sampled.agrees(award.mean_size) else "THEY DISAGREE"
    return f"{words}, and to {money(award.mean_size, currency)} exactly: {agrees}."


def _money(found: Forecast, currency: str) -> Table:
    parts = [("To deposit in a week", found.deposit, money(found.mean_deposit, currency))]
    parts += [(f"Held after {found.weeks:,} weeks", found.held, "")]
    if found.made_up.mean:
        parts += [("Made up by the house a year", found.made_up, "")]
    columns = [
        (title, (exact, _mean(sampled, currency), *_amounts(sampled, currency))) for title, sampled, exact in parts
    ]
    return _by_quantile(columns, ("Mean, exact", "Mean, sampled"))


def _mean(sampled: Sampled, currency: str) -> str:
    return f"{money(sampled.mean, currency)} ± {money(sampled.margin, currency)}"


def _amounts(sampled: Sampled, currency: str) -> tuple[str, ...]:
    return tuple(money(amount, currency) for amount in sampled.quantiles)


def _award_dict(award: NextAward, found: Forecast) -> dict[str, Any]:
    sizes = award.sizes and [{"at_least": as_json(s.low), "at_most": as_json(s.high)} for s in award.sizes]
    return {
        "level": award.level,
        "meter": as_json(award.meter),
        "probability": as_json(award.waiting.probability),
        "wagers": list(award.wagers),
        "weeks": [as_json(found.pace.weeks(wagers)) for wagers in award.wagers],
        "mean_size": None if award.mean_size is None else as_json(award.mean_size),
        "sizes": sizes or None,
        "sampled_size": _sampled_dict(award.sampled_size),
        "sampled_reserve": _sampled_dict(award.sampled_reserve),
    }


def _sampled_dict(sampled: Sampled) -> dict[str, Any]:
    return {
        "mean": as_json(sampled.mean),
        "margin": as_json(sampled.margin),
        "quantiles": [as_json(amount) for amount in sampled.quantiles],
    }


def _draw(award: NextAward, currency: str) -> str:
    """The histogram as a line of steps, its top hundredth left out; the meter now is marked."""
    points = [(float(end), float(chance)) for low, high, chance in award.sampled_size.bars for end in (low, high)]
    series = [(f"next award of {award.level}", [(points[0][0], 0.0), *points, (points[-1][0], 0.0)])]
    now = float(award.meter)
    return lines(series, along=f"amount, in {currency}", up="share of samples", written=(",.0f", "%"), marked=(now,))
