"""Running dry: the chance by contribution and seed, Lundberg's bound beside it, and the seed for a chosen risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.run_dry.horizon import dry_within
from fairfelt.meters.run_dry.lundberg import lundberg_bound
from fairfelt.meters.run_dry.risk import Between, Drain, Risks, drain, drain_with, risks, shortfall
from fairfelt.meters.words import chance, money, share, span
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.figures import colophon, exact_text
from fairfelt.reports.sheet.sheet import Column, Facts, Plot, Section, Sheet, Table, Words, right

from .edge import case_dict, case_facts

if TYPE_CHECKING:
    from fairfelt.meters import Case

RATES: Final = tuple(Fraction(n, 10) for n in (6, 7, 8))
"""Contributions that are compared with the one in force."""
POINTS: Final = 60


@dataclass(frozen=True)
class DryRow:
    """One contribution: the chance of running dry with each seed."""

    rate: Fraction
    meter: Drain
    found: Risks | None
    """None where nothing ends the walk of the meter but running dry."""

    def at(self, seed: Fraction) -> Between:
        """With that seed; a meter that is never won and does not grow runs dry for sure."""
        return self.found.at(seed) if self.found else Between(Fraction(1), Fraction(1))


@dataclass(frozen=True)
class DryStudy:
    """All that is told about running dry."""

    case: Case
    seeds: tuple[Fraction, ...]
    rows: tuple[DryRow, ...]
    """The contribution in force first."""
    risk: Fraction
    least_seed: Fraction | None
    within: tuple[int, Between] | None = None
    made_up: Between | None = None
    """By the house between two whole awards; None where nothing has to be made up, or no award ever ends it."""


def dry_study(case: Case, *, risk: Fraction, within: int = 0) -> DryStudy:
    """As if all pays came off the first meter: by contribution and seed."""
    now = drain(case.prospect, case.terms)
    soon = (within, dry_within(now, within)) if within else None
    rate = now.rise / case.prospect.stake
    seeds = tuple(sorted({now.seed, now.largest_pay, 2 * now.largest_pay, 4 * now.largest_pay}))
    rates = [rate, *(each for each in RATES if each != rate)]
    rows = tuple(_row(case, each, seeds) for each in rates)
    first = rows[0].found
    made_up = shortfall(now) if case.pays_from_meter and now.whole else None
    return DryStudy(case, seeds, rows, risk, first.least_seed(risk) if first else None, soon, made_up)


def _row(case: Case, rate: Fraction, seeds: Sequence[Fraction]) -> DryRow:
    """Solved once for the greatest seed, which covers the others."""
    meter = drain_with(case.prospect, case.terms.levels[0].name, seed=max(seeds), rate=rate)
    return DryRow(rate, meter, risks(meter) if meter.ends else None)


def dry_sheet(study: DryStudy) -> Sheet:
    """The study on paper."""
    case = study.case
    return Sheet(
        title=case.terms.name,
        subtitle="Running dry",
        sections=(
            Section("", (Facts((*case_facts(case), *_facts(study))), *_words(study))),
            Section("Chance of running dry before the next whole award", (_chances(study),)),
            Section("Lundberg's bound, shares of the meter left out", (_bounds(study),)),
            Section("By the seed", (dry_plot(study),)),
        ),
        footnotes=(
            ("Running dry", "A fixed pay finds less on the meter than it asks for."),
            ("Chance", "By a chain on cells of money; where two numbers stand, the truth lies between them."),
        ),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def dry_dict(study: DryStudy) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        **case_dict(study.case),
        "fixed_return": as_json(study.case.prospect.fixed_return),
        "risk": as_json(study.risk),
        "least_seed": None if study.least_seed is None else as_json(study.least_seed),
        "made_up_between_awards": study.made_up
        and {"at_least": as_json(study.made_up.low), "at_most": as_json(study.made_up.high)},
        "within": study.within and {"wagers": study.within[0], **_ends(study.within[1])},
        "contributions": [
            {
                "rate": as_json(row.rate),
                "growth_per_wager": as_json(row.meter.drift),
                "seeds": [
                    {"seed": as_json(s), **_ends(row.at(s)), "lundberg": f"{lundberg_bound(row.meter, s):.10e}"}
                    for s in study.seeds
                ],
            }
            for row in study.rows
        ],
    }


def _ends(between: Between) -> dict[str, Any]:
    return {"chance_at_least": float(between.low), "chance_at_most": float(between.high)}


def _facts(study: DryStudy) -> Iterator[tuple[str, str]]:
    case, row = study.case, study.rows[0]
    fixed, currency = case.prospect.fixed_return, case.terms.currency
    yield "Fixed pays take", f"{percent_text(fixed, 4)} of every wager, {exact_text(fixed)}"
    yield "Put in now", percent_text(row.rate, 2)
    seed = "no seed that was looked at" if study.least_seed is None else money(study.least_seed, currency)
    yield f"Seed for a risk of {share(study.risk)}", seed
    if study.made_up:
        yield "Made up between awards", f"{span(study.made_up, currency)} on average"
    if study.within:
        yield f"Dry within {study.within[0]:,} wagers", chance(study.within[1])


def _words(study: DryStudy) -> Iterator[Words]:
    fixed = percent_text(study.case.prospect.fixed_return, 2)
    if not study.case.pays_from_meter:
        yield Words("Fixed pays come from the tray here. This is what would happen if all of them came off the meter.")
    if study.rows[0].meter.drift <= 0:
        yield Words(f"A contribution of no more than {fixed} makes the meter shrink: only an award saves it.")


def _chances(study: DryStudy) -> Table:
    return _table(study, lambda row, seed: chance(row.at(seed)))


def _bounds(study: DryStudy) -> Table:
    return _table(study, lambda row, seed: share(lundberg_bound(row.meter, seed)))


def _table(study: DryStudy, cell: Callable[[DryRow, Fraction], str]) -> Table:
    seeds = right(*(f"Seed {money(seed, study.case.terms.currency)}" for seed in study.seeds))
    in_order = sorted(study.rows, key=lambda row: row.rate)
    rows = tuple((percent_text(row.rate, 2), *(cell(row, seed) for seed in study.seeds)) for row in in_order)
    return Table((Column("Contribution"), *seeds), rows)


def dry_plot(study: DryStudy) -> Plot:
    """The chance as the seed grows."""
    return Plot(
        "Chance of running dry by the seed",
        alt="A falling line for each contribution: the larger the seed, the smaller the chance.",
        draw=partial(_draw, study),
    )


def _draw(study: DryStudy) -> str:
    top = max(study.seeds)
    places = [top * at / (POINTS - 1) for at in range(POINTS)]
    series = [
        (percent_text(row.rate, 0), [(float(seed), float(row.at(seed).high)) for seed in places])
        for row in sorted(study.rows, key=lambda row: row.rate)
    ]
    return lines(series, along=f"seed, in {study.case.terms.currency}", up="chance", written=(",.0f", "%"))
