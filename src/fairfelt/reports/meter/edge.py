"""What a progressive returns: at the meters as they stand, at its break-even meter, and in the long run."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.edge import NO_TAX, Tax, break_even, house_edge_at
from fairfelt.meters.words import money, weeks
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.english import count
from fairfelt.reports.sheet.figures import (
    FigureRow,
    colophon,
    decimal_row,
    exact_text,
    figure_table,
    one_in_text,
    percent_row,
)
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, right

if TYPE_CHECKING:
    from fairfelt.meters import Case, Climb

POINTS = 41
REACH = Fraction(5, 4)
"""A picture goes on beyond the break-even meter by this factor."""


def edge_sheet(case: Case) -> Sheet:
    """All figures of a progressive wager."""
    return Sheet(
        title=case.terms.name,
        subtitle="What the bet returns",
        sections=(
            Section("", (Facts(tuple(case_facts(case))),)),
            Section("Figures", (figure_table(*_figures(case)),)),
            Section("Hands that win the meter", (_hits(case),)),
            *(Section(f"Level {each.level}", tuple(_level(case, each))) for each in case.climbs),
            Section("House edge", (edge_plot(case),)),
        ),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def edge_dict(case: Case) -> dict[str, Any]:
    """The same as plain data for JSON."""
    bet = case.prospect
    return {
        **case_dict(case),
        "fixed_return": as_json(bet.fixed_return),
        "envy_per_other": as_json(bet.envy_per_other),
        "house_edge_now": as_json(case.edge_now),
        "long_run_house_edge": as_json(case.long_run_edge),
        "levels": [_level_dict(case, each) for each in case.climbs],
    }


def break_even_sheet(case: Case, tax: Tax) -> Sheet:
    """From which meter on the bet loses nothing, by the number of other bettors."""
    sections = [Section("", (Facts((*case_facts(case), *_tax_facts(tax, case.terms.currency))),))]
    for level in case.prospect.levels:
        blocks: list[Block] = [_break_even_table(case, level, tax)]
        if len(case.prospect.levels) > 1:
            blocks.append(Words("The other levels stand as said above."))
        sections.append(Section(f"Level {level}", tuple(blocks)))
    return Sheet(
        title=case.terms.name,
        subtitle="Break-even meter",
        sections=(*sections, Section("House edge", (edge_plot(case),))),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def break_even_dict(case: Case, tax: Tax) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        **case_dict(case),
        "tax": {"rate": as_json(tax.rate), "from": as_json(tax.least)} if tax.rate else None,
        "levels": [
            {
                "level": level,
                "by_other_bettors": [
                    {"other_bettors": n, "before_tax": as_json(before), "after_tax": as_json(after)}
                    for n, before, after in _break_evens(case, level, tax)
                ],
            }
            for level in case.prospect.levels
        ],
    }


def case_facts(case: Case) -> Iterator[tuple[str, str]]:
    """Which bet on which terms."""
    bet, currency = case.prospect, case.terms.currency
    yield "Game", case.game.title
    yield "Bet", f"{bet.wager}, paytable {bet.paytable}, {money(bet.stake, currency)}"
    yield "Other bettors", str(case.others)
    yield "Fixed pays", f"from the {case.terms.fixed_pays.value}"
    for name, meter in case.meters.items():
        yield f"{name} stands at", money(meter, currency)
    if case.pace:
        yield "Wagers a week", f"{float(case.pace.wagers_per_week):,.0f}"


def case_dict(case: Case) -> dict[str, Any]:
    """The same as plain data for JSON."""
    bet = case.prospect
    return {
        "jackpot": case.terms.name,
        "game": case.game.slug,
        "variant": case.game.variant,
        "wager": bet.wager,
        "paytable": bet.paytable,
        "stake": as_json(bet.stake),
        "other_bettors": case.others,
        "fixed_pays": case.terms.fixed_pays.value,
        "meters": {name: as_json(meter) for name, meter in case.meters.items()},
        "wagers_per_week": as_json(case.pace.wagers_per_week) if case.pace else None,
    }


def edge_plot(case: Case) -> Plot:
    """The house edge as the first level rises."""
    return Plot(
        "House edge by the meter",
        alt="A line for no other bettors and one for a full table: the house edge falls as the meter rises.",
        draw=partial(_draw, case),
    )


def _figures(case: Case) -> Iterator[FigureRow]:
    bet = case.prospect
    yield percent_row("Fixed return", bet.fixed_return)
    if bet.envy_per_other:
        yield percent_row("Envy for each other bettor", bet.envy_per_other)
    for level in bet.levels:
        slope = bet.slope(level)
        yield f"Return for each {money(1, case.terms.currency)} on {level}", f"{float(slope):.4e}", exact_text(slope)
    yield percent_row("House edge now", case.edge_now)
    yield percent_row("House edge in the long run", case.long_run_edge)
    if case.others:
        yield percent_row("The same without envy", case.long_run_edge + case.others * bet.envy_per_other)


def _hits(case: Case) -> Table:
    return Table(
        (Column("Level"), Column("Hand"), *right("Share", "Probability", "How rare")),
        tuple(
            (hit.level, hit.hand, percent_text(hit.share, 0), exact_text(hit.probability), one_in_text(hit.probability))
            for hit in case.prospect.hits
        ),
    )


def _level(case: Case, rising: Climb) -> Iterator[Block]:
    """Break-even, mean and spread at a hit, time between hits, and the next start."""
    currency = case.terms.currency
    even = break_even(case.prospect, rising.level, case.others, meters=case.meters)
    rows = [("Break-even meter", money(even, currency), exact_text(even))]
    if rising.limit is None:
        mean = rising.mean_at_hit
        rows += [("Mean meter at a hit", money(mean, currency), exact_text(mean))]
        rows += [decimal_row("Its standard deviation", rising.deviation_at_hit)]
        if rising.whole:
            again = rising.mean_reseed
            rows += [("Starts again with, on average", money(again, currency), exact_text(again))]
    yield figure_table(*rows)
    if rising.limit is not None:
        yield Words("A level with a limit has no closed form for its meter at a hit; the forecast samples it.")
    if case.pace and rising.whole:
        wait, half = rising.waiting.mean, rising.waiting.quantile(Fraction(1, 2))
        yield Words(
            f"It is won whole every {weeks(case.pace.weeks(wait))} on average ({float(wait):,.0f} wagers), half of the "
            f"time within {weeks(case.pace.weeks(half))}."
        )


def _level_dict(case: Case, rising: Climb) -> dict[str, Any]:
    even = break_even(case.prospect, rising.level, case.others, meters=case.meters)
    found: dict[str, Any] = {
        "level": rising.level,
        "slope": as_json(case.prospect.slope(rising.level)),
        "break_even_meter": as_json(even),
        "whole": as_json(rising.whole),
        "hits": [
            {"hand": h.hand, "share": as_json(h.share), "probability": as_json(h.probability)} for h in rising.hits
        ],
    }
    if rising.limit is None:
        found["mean_at_hit"] = as_json(rising.mean_at_hit)
        found["standard_deviation_at_hit"] = as_json(rising.deviation_at_hit)
        found["mean_reseed"] = as_json(rising.mean_reseed)
    if rising.whole:
        found["mean_wagers_between_hits"] = as_json(rising.waiting.mean)
    return found


def _break_evens(case: Case, level: str, tax: Tax) -> Iterator[tuple[int, Fraction, Fraction]]:
    for others in range(case.game.seats):
        ends = [break_even(case.prospect, level, others, meters=case.meters, tax=each) for each in (NO_TAX, tax)]
        yield others, ends[0], ends[1]


def _break_even_table(case: Case, level: str, tax: Tax) -> Table:
    currency = case.terms.currency
    after = right("After tax") if tax.rate else ()
    rows = (
        (str(others), money(before, currency), exact_text(before), *([money(taxed, currency)] if tax.rate else []))
        for others, before, taxed in _break_evens(case, level, tax)
    )
    return Table((*right("Other bettors", "Break-even meter"), Column("Exact"), *after), tuple(rows))


def _tax_facts(tax: Tax, currency: str) -> Iterator[tuple[str, str]]:
    if tax.rate:
        yield "Tax", f"{percent_text(tax.rate, 2)} of every prize from {money(tax.least, currency)} on"


def _draw(case: Case) -> str:
    level = case.terms.levels[0].name
    top = break_even(case.prospect, level, meters=case.meters) * REACH
    meters = [top * at / (POINTS - 1) for at in range(POINTS)]
    tables = sorted({0, case.game.seats - 1} if case.prospect.envy_per_other else {0})
    series = [
        (
            f"{count(others, 'other bettor')}",
            [(float(m), float(house_edge_at(case.prospect, {**case.meters, level: m}, others))) for m in meters],
        )
        for others in tables
    ]
    return lines(series, along=f"{level}, in {case.terms.currency}", up="house edge", written=(",.0f", "%"))
