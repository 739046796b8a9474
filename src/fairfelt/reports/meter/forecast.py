"""What a jackpot will do: next awards, running dry, folded hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.exact import percent_text
from fairfelt.jackpot.meters import run_dry
from fairfelt.jackpot.meters.edge import (
    Interval,
    format_chance,
    format_money,
    format_share,
    format_weeks,
)
from fairfelt.jackpot.meters.forecasts import SHARES, Climb, Forecast, NextAward, SampleSummary
from fairfelt.jackpot.meters.jackpot_model import FoldComparison
from fairfelt.reports.meter.edge import (
    meter_report,
)
from fairfelt.reports.plots import lines
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Plot, Section, Table, Words, right
from fairfelt.reports.sheet.english import exact_text, footnotes

if TYPE_CHECKING:
    from fairfelt.jackpot.meters import JackpotModel


QUANTILES = tuple(percent_text(share, 0) for share in SHARES)


def forecast_report(model: JackpotModel, found: Forecast) -> Report:
    """The forecast; its picture is the size of the first level's next award."""
    currency = model.terms.currency
    plots = [_size_plot(award, currency) for award in found.awards]
    sections = [
        Section(f"Next 100% award of {award.level}", *_award_blocks(award, found, currency), plot)
        for award, plot in zip(found.awards, plots, strict=True)
    ]
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
    sections.append(Section("Money", _quantile_table(columns, ("Mean, exact", "Mean, sampled"))))
    runs = f"{found.paths:,} times {found.weeks:,} weeks from seed {found.seed}, wagers coming in evenly"
    return meter_report(
        model,
        "Forecast",
        sections,
        _forecast_plain(found),
        footnotes=footnotes("forecast", runs=runs),
        plot=next(iter(plots), None),
        origin="Forecast",
    )


def _award_blocks(award: NextAward, found: Forecast, currency: str) -> Iterator[Block]:
    yield _quantile_table(
        [
            ("Wagers until then", [f"{wagers:,}" for wagers in award.wagers]),
            ("Time until then", [format_weeks(found.pace.weeks(wagers)) for wagers in award.wagers]),
            ("Size, sampled", _amounts(award.sampled_size, currency)),
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
        "quantiles": list(SHARES),
        "awards": [_award_plain(award, found) for award in found.awards],
        "weekly_deposit": {"mean": found.mean_deposit, "sampled": as_plain(found.deposit, *SAMPLED)},
        "held_at_the_end": as_plain(found.held, *SAMPLED),
        "made_up_each_year": as_plain(found.made_up, *SAMPLED),
    }


SAMPLED = ("mean", "margin", "quantiles")


def _award_plain(award: NextAward, found: Forecast) -> dict[str, Any]:
    return {
        **as_plain(award, "level", "meter"),
        "probability": award.waiting.probability,
        "wagers": list(award.wagers),
        "weeks": [found.pace.weeks(wagers) for wagers in award.wagers],
        "mean_size": award.mean_size,
        "sampled_size": as_plain(award.sampled_size, *SAMPLED),
        "sampled_reserve": as_plain(award.sampled_reserve, *SAMPLED),
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


RATES: Final = tuple(Fraction(n, 10) for n in (6, 7, 8))
"""Contributions that are compared with the one in force."""
RISK: Final = Fraction(1, 100)
"""The chance that a seed is wanted for, unless another is asked for."""
POINTS: Final = 60


@dataclass(frozen=True)
class Row:
    """One contribution, solved once for the greatest seed, which covers the others."""

    rate: Fraction
    drain: Climb
    risks: run_dry.RunDryRisks | None
    """None where nothing ends the walk of the meter but running dry."""

    def chance(self, seed: Fraction) -> Interval:
        """With that seed; a meter that is never won and does not grow runs dry for sure."""
        return self.risks.at(seed) if self.risks else Interval(Fraction(1), Fraction(1))


def run_dry_report(model: JackpotModel, *, risk: Fraction = RISK) -> Report:
    """As if all pays came off the first meter: by contribution and seed."""
    now = run_dry.drain_of(model.bet, model.terms)
    rate, largest = now.rise / model.bet.stake, model.bet.largest_pay
    seeds = sorted({now.seed, largest, 2 * largest, 4 * largest})
    rates, level = (rate, *(other for other in RATES if other != rate)), model.terms.levels[0].name
    drains = [(each, run_dry.drain_at(model.bet, level, seed=seeds[-1], rate=each)) for each in rates]
    rows = [Row(each, drain, run_dry.solve_risks(drain) if run_dry.ends(drain) else None) for each, drain in drains]
    in_force = rows[0]
    least_seed = in_force.risks.least_seed(risk) if in_force.risks else None
    plot = Plot(
        "Chance of running dry by the seed",
        alt="A falling line for each contribution: the larger the seed, the smaller the chance.",
        draw=partial(_draw, model.terms.currency, rows, seeds[-1]),
    )
    sections = (
        Section(
            "Chance of running dry before the next 100% award",
            _table(model, rows, seeds),
        ),
        Section("By the seed", plot),
    )
    plain = {
        "fixed_return": model.bet.fixed_return,
        "risk": risk,
        "least_seed": least_seed,
        "contributions": [_row_plain(row, seeds) for row in rows],
    }
    fixed, currency = model.bet.fixed_return, model.terms.currency
    seed = "no seed examined is enough" if least_seed is None else format_money(least_seed, currency)
    facts = [
        ("Fixed pays take", f"{percent_text(fixed, 4)} of every wager, {exact_text(fixed)}"),
        ("Contribution now", percent_text(rate, 2)),
        (f"Seed for a risk of {format_share(risk)}", seed),
    ]
    top, notes = _words(model, in_force), footnotes("run_dry")
    return meter_report(model, "Run-dry risk", sections, plain, facts=facts, top=top, footnotes=notes, plot=plot)


def _words(model: JackpotModel, in_force: Row) -> Iterator[Words]:
    if not model.pays_from_meter:
        yield Words("Fixed pays come from the tray here. This is what would happen if all of them came off the meter.")
    if in_force.drain.growth <= 0:
        fixed = percent_text(model.bet.fixed_return, 2)
        yield Words(f"A contribution of {fixed} or less makes the meter shrink: only an award saves it.")


def _table(model: JackpotModel, rows: list[Row], seeds: list[Fraction]) -> Table:
    heads = right(*(f"Seed {format_money(seed, model.terms.currency)}" for seed in seeds))
    cells = tuple(
        (percent_text(row.rate, 2), *(format_chance(row.chance(seed)) for seed in seeds)) for row in _by_rate(rows)
    )
    return Table((Column("Contribution"), *heads), cells)


def _by_rate(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.rate)


def _row_plain(row: Row, seeds: list[Fraction]) -> dict[str, Any]:
    return {
        "rate": row.rate,
        "growth_per_wager": row.drain.growth,
        "seeds": [{"seed": seed, **_chance_plain(row.chance(seed))} for seed in seeds],
    }


def _chance_plain(chance: Interval) -> dict[str, Any]:
    return {"chance_at_least": float(chance.low), "chance_at_most": float(chance.high)}


def _draw(currency: str, rows: list[Row], top: Fraction) -> str:
    seeds = [top * at / (POINTS - 1) for at in range(POINTS)]
    series = [
        (percent_text(row.rate, 0), [(float(seed), float(row.chance(seed).high)) for seed in seeds])
        for row in _by_rate(rows)
    ]
    return lines(series, along=f"seed, in {currency}", up="chance", written=(",.0f", "%"))


SHOWN_ROUNDS = 100
"""A round costs cents, whose hundredths matter: the cost of this number of rounds is shown."""


def fold_report(model: JackpotModel, found: FoldComparison) -> Report:
    """Edges and losses by the rule on folded hands."""
    currency = model.terms.currency
    rules = [
        (played, edge, bet.fixed_return, found.loss(bet, edge, model.meters, model.others))
        for played, bet, edge in (
            ("a fold loses the bet; the game is played alone", found.alone, found.alone_edge),
            ("a fold loses the bet; both are decided together", found.together, found.together_edge),
            ("folded hands qualify", found.qualifying, found.alone_edge),
        )
    ]
    rows = tuple(
        (played, percent_text(edge, 4), percent_text(fixed, 2), format_money(loss * SHOWN_ROUNDS, currency))
        for played, edge, fixed, loss in rules
    )
    heads = right("House edge of the game", "Fixed return of the bet", f"Loss in {SHOWN_ROUNDS} rounds")
    sections = [Section("By the rule on folded hands", Table((Column("Played"), *heads), rows))]
    if found.played_on:
        hands = tuple((hand, percent_text(chance, 4)) for hand, chance in found.played_on)
        table = Table((Column("Hand"), *right("Of all hands")), hands)
        sections.append(Section("Hands that are folded alone and played with the bet", table))
    plain = {
        "ante": found.ante,
        "rooms": [
            {
                "played": played,
                "house_edge": edge,
                "fixed_return": fixed,
                "loss_per_round": loss,
            }
            for played, edge, fixed, loss in rules
        ],
        "played_on": [{"hand": hand, "probability": chance} for hand, chance in found.played_on],
    }
    facts = (("Ante", format_money(found.ante, currency)),)
    return meter_report(model, "Folded hands", sections, plain, facts=facts, footnotes=footnotes("folded_hands"))
