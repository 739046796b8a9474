"""What is advised for a jackpot and why, and several jackpots side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.exact import percent_text
from fairfelt.meters.advice import Advice, Severity
from fairfelt.meters.edge import break_even, contributed, house_edge_at
from fairfelt.meters.words import money, weeks
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Column, Facts, Notice, Plot, Row, Section, Sheet, Table

from .edge import POINTS, REACH, case_dict, case_facts, edge_dict

if TYPE_CHECKING:
    from fairfelt.meters import Case, Climb


def advice_sheet(case: Case, given: Sequence[Advice]) -> Sheet:
    """Every recommendation with its numbers; warnings first."""
    warnings = tuple(each.sentence for each in given if each.severity is Severity.WARNING)
    rows = tuple((capital(each.topic), each.severity.value, each.sentence) for each in given)
    notice = (Notice("Warnings", warnings),) if warnings else ()
    return Sheet(
        title=case.terms.name,
        subtitle="Advice",
        sections=(
            Section("", (*notice, Facts(tuple(case_facts(case))))),
            Section("Recommendations", (Table((Column("On"), Column("Verdict"), Column("Why", breaks=True)), rows),)),
        ),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def advice_dict(case: Case, given: Sequence[Advice]) -> dict[str, Any]:
    """The same as plain data for JSON."""
    rows = [{"topic": each.topic, "severity": each.severity.value, "sentence": each.sentence} for each in given]
    return {**case_dict(case), "advice": rows}


def comparison_sheet(cases: Sequence[Case]) -> Sheet:
    """Jackpots side by side, a column each."""
    columns = (Column("Figure"), *(Column(case.terms.name, "right") for case in cases))
    told = [dict(_told(case)) for case in cases]
    names = list(dict.fromkeys(name for each in told for name in each))
    rows: tuple[Row, ...] = tuple((name, *(each.get(name, "") for each in told)) for name in names)
    return Sheet(
        title="Jackpots compared",
        subtitle=", ".join(case.terms.name for case in cases),
        sections=(Section("", (Table(columns, rows),)), Section("House edge", (comparison_plot(cases),))),
    )


def comparison_dict(cases: Sequence[Case]) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {"jackpots": [edge_dict(case) for case in cases]}


def comparison_plot(cases: Sequence[Case]) -> Plot:
    """The house edge of each as its first level rises."""
    return Plot(
        "House edge by the meter",
        alt="A falling line for each jackpot: its house edge as its first level rises.",
        draw=partial(_draw, tuple(cases)),
    )


def _told(case: Case) -> Iterator[tuple[str, str]]:
    bet, currency = case.prospect, case.terms.currency
    yield "Bet", f"{bet.wager} {bet.paytable}"
    yield "Fixed return", percent_text(bet.fixed_return, 4)
    yield "Envy for each other bettor", percent_text(bet.envy_per_other, 4)
    yield "Contribution and reserve", percent_text(contributed(case.terms), 2)
    yield "House edge now", percent_text(case.edge_now, 4)
    yield "House edge in the long run", percent_text(case.long_run_edge, 4)
    for rising in case.climbs:
        for name, words in _level(case, rising):
            yield f"{rising.level}: {name}", money(words, currency) if not isinstance(words, str) else words


def _level(case: Case, rising: Climb) -> Iterator[tuple[str, Any]]:
    yield "seed", rising.seed
    yield "break-even meter", break_even(case.prospect, rising.level, case.others, meters=case.meters)
    if rising.limit is None:
        yield "mean meter at a hit", rising.mean_at_hit
    if case.pace and rising.whole:
        yield "between whole awards", weeks(case.pace.weeks(rising.waiting.mean))


def _draw(cases: tuple[Case, ...]) -> str:
    series = []
    for case in cases:
        level = case.terms.levels[0].name
        top = break_even(case.prospect, level, case.others, meters=case.meters) * REACH
        meters = [top * at / (POINTS - 1) for at in range(POINTS)]
        edges = [house_edge_at(case.prospect, {**case.meters, level: meter}, case.others) for meter in meters]
        series.append((case.terms.name, [(float(m), float(edge)) for m, edge in zip(meters, edges, strict=True)]))
    return lines(series, along="first level", up="house edge", written=(",.0f", "%"))
