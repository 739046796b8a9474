"""Running dry: the chance by contribution and seed, Lundberg's bound beside it, and the seed for a chosen risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.interval import Interval
from fairfelt.meters.run_dry.horizon import run_dry_within
from fairfelt.meters.run_dry.lundberg import lundberg_bound
from fairfelt.meters.run_dry.risk import Drain, RunDryRisks, drain_at, drain_of, mean_shortfall, solve_risks
from fairfelt.meters.words import format_chance, format_interval, format_money, format_share
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Column, Plot, Section, Table, Words, right

from ..report import Report
from .meter_report import interval_plain, meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

RATES: Final = tuple(Fraction(n, 10) for n in (6, 7, 8))
"""Contributions that are compared with the one in force."""
RISK: Final = Fraction(1, 100)
"""The chance that a seed is wanted for, unless another is asked for."""
POINTS: Final = 60
NOTES: Final = (
    ("Running dry", "A fixed pay needs more than the meter holds."),
    ("Chance", "By a chain on cells of money; of two numbers, the truth lies between them."),
)


@dataclass(frozen=True)
class Row:
    """One contribution, solved once for the greatest seed, which covers the others."""

    rate: Fraction
    drain: Drain
    risks: RunDryRisks | None
    """None where nothing ends the walk of the meter but running dry."""

    def chance(self, seed: Fraction) -> Interval:
        """With that seed; a meter that is never won and does not grow runs dry for sure."""
        return self.risks.at(seed) if self.risks else Interval(Fraction(1), Fraction(1))

    def bound(self, seed: Fraction) -> str:
        """Lundberg's bound with that seed."""
        return format_share(lundberg_bound(self.drain, seed))


def run_dry_report(model: JackpotModel, *, risk: Fraction = RISK, within: int = 0) -> Report:
    """As if all pays came off the first meter: by contribution and seed."""
    now = drain_of(model.bet, model.terms)
    soon = run_dry_within(now, within) if within else None
    rate = now.rise / model.bet.stake
    seeds = sorted({now.seed, now.largest_pay, 2 * now.largest_pay, 4 * now.largest_pay})
    rows = [_solve_row(model, each, seeds[-1]) for each in (rate, *(other for other in RATES if other != rate))]
    in_force = rows[0]
    least_seed = in_force.risks.least_seed(risk) if in_force.risks else None
    shortfall = mean_shortfall(now) if model.pays_from_meter and now.whole else None
    plot = Plot(
        "Chance of running dry by the seed",
        alt="A falling line for each contribution: the larger the seed, the smaller the chance.",
        draw=partial(_draw, model.terms.currency, rows, seeds[-1]),
    )
    sections = (
        Section(
            "Chance of running dry before the next 100% award",
            (_table(model, rows, seeds, lambda row, seed: format_chance(row.chance(seed))),),
        ),
        Section("Lundberg's bound, shares of the meter left out", (_table(model, rows, seeds, Row.bound),)),
        Section("By the seed", (plot,)),
    )
    plain = {
        "fixed_return": as_json(model.bet.fixed_return),
        "risk": as_json(risk),
        "least_seed": None if least_seed is None else as_json(least_seed),
        "made_up_between_awards": shortfall and interval_plain(shortfall),
        "within": soon and {"wagers": within, **_chance_plain(soon)},
        "contributions": [_row_plain(row, seeds) for row in rows],
    }
    fixed, currency = model.bet.fixed_return, model.terms.currency
    seed = "no seed examined is enough" if least_seed is None else format_money(least_seed, currency)
    facts = [
        ("Fixed pays take", f"{percent_text(fixed, 4)} of every wager, {exact_text(fixed)}"),
        ("Contribution now", percent_text(rate, 2)),
        (f"Seed for a risk of {format_share(risk)}", seed),
    ]
    if shortfall:
        facts.append(("House shortfall between awards", f"{format_interval(shortfall, currency)} on average"))
    if soon:
        facts.append((f"Dry within {within:,} wagers", format_chance(soon)))
    top = _words(model, in_force)
    return meter_report(model, "Run-dry risk", sections, plain, facts=facts, top=top, footnotes=NOTES, plot=plot)


def _solve_row(model: JackpotModel, rate: Fraction, seed: Fraction) -> Row:
    drain = drain_at(model.bet, model.terms.levels[0].name, seed=seed, rate=rate)
    return Row(rate, drain, solve_risks(drain) if drain.ends else None)


def _words(model: JackpotModel, in_force: Row) -> Iterator[Words]:
    if not model.pays_from_meter:
        yield Words("Fixed pays come from the tray here. This is what would happen if all of them came off the meter.")
    if in_force.drain.drift <= 0:
        fixed = percent_text(model.bet.fixed_return, 2)
        yield Words(f"A contribution of {fixed} or less makes the meter shrink: only an award saves it.")


def _table(model: JackpotModel, rows: list[Row], seeds: list[Fraction], cell: Callable[[Row, Fraction], str]) -> Table:
    heads = right(*(f"Seed {format_money(seed, model.terms.currency)}" for seed in seeds))
    cells = tuple((percent_text(row.rate, 2), *(cell(row, seed) for seed in seeds)) for row in _by_rate(rows))
    return Table((Column("Contribution"), *heads), cells)


def _by_rate(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.rate)


def _row_plain(row: Row, seeds: list[Fraction]) -> dict[str, Any]:
    return {
        "rate": as_json(row.rate),
        "growth_per_wager": as_json(row.drain.drift),
        "seeds": [
            {
                "seed": as_json(seed),
                **_chance_plain(row.chance(seed)),
                "lundberg": f"{lundberg_bound(row.drain, seed):.10e}",
            }
            for seed in seeds
        ],
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
