"""Two paytables or two games side by side: figures and outcomes at once, tables, jackpots and leaks when counted."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.analysis.protection import Verdict, usual_terms, verdict
from fairfelt.analysis.winnings import TableTerms, usual_stake
from fairfelt.engine import Par, Progress
from fairfelt.reports.comparison import (
    NOTES,
    BenchSide,
    bench_sections,
    bench_side,
    comparison_report,
    comparison_sections,
    comparison_title,
    named_side,
)
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Sheet

from ..counting import Job, counting_of
from ..documents import document
from ..game_query import BadQuery
from ..page import page
from . import table_form
from .sides import Side, all_sides, read_sides, suggest_sides


@dataclass(frozen=True)
class CompareQuery:
    """What was asked: equal queries have one answer."""

    sides: tuple[Side, Side]
    terms: TableTerms
    protect: bool


def compare(request: Request) -> Response:
    """Choose two, and see them."""
    wrong, fields = None, request.query_params
    sides = suggest_sides(games.catalogue()[0])
    jobs: list[Job[Any]] = []
    sheets: list[Sheet] = []
    try:
        sides = read_sides(request)
        jobs, sheets = _look(request, _read(request, sides))
    except BadQuery as error:
        wrong = error
    seats = min(side.query.printed.seats for side in sides)
    return page(
        "games/compare.html",
        status=400 if wrong else 200,
        chosen=sides,
        groups=all_sides(),
        jobs=jobs,
        sheets=sheets,
        wrong=wrong,
        names=table_form.FIELDS,
        fields={name: fields.get(name, first) for name, first in table_form.first_words(seats, _stake(sides)).items()},
        protect=bool(fields.get("protect")),
        query={name: fields[name] for name in (*table_form.FIELDS, "protect") if fields.get(name)}
        | {"a": sides[0].written, "b": sides[1].written},
        waiting=any(not job.ready for job in jobs),
    )


@document("pdf", "html", "json", "csv")
def comparison_document(request: Request) -> Report:
    """Everything about both, to download."""
    query = _read(request, read_sides(request))
    pars = [counting_of(request).price(side.query).result().par for side in query.sides]
    bench, verdicts = _bench(request, query, pars), _verdicts(request, query)
    return comparison_report(*_with_verdicts(bench.result(), [job.result() for job in verdicts]))


def _stake(sides: tuple[Side, Side]) -> Fraction:
    """What is bet at both where nothing is said."""
    return min(usual_stake(side.query.printed, *side.name.side_bet(side.query.printed)) for side in sides)


def _read(request: Request, sides: tuple[Side, Side]) -> CompareQuery:
    seats = min(side.query.printed.seats for side in sides)
    terms = table_form.read_terms(request.query_params, seats, _stake(sides))
    return CompareQuery(sides, terms, bool(request.query_params.get("protect")))


def _look(request: Request, query: CompareQuery) -> tuple[list[Job[Any]], list[Sheet]]:
    """The jobs that are asked for so far, and the sheets that are ready."""
    priced = [counting_of(request).price(side.query) for side in query.sides]
    if not all(job.solved for job in priced):
        return list(priced), []
    pars = [job.answer.par for job in priced]
    a, b = (named_side(side.title, par, side.name) for side, par in zip(query.sides, pars, strict=True))
    sheets = [Sheet(comparison_title(a, b), "Comparison", comparison_sections(a, b))]
    bench, verdicts = _bench(request, query, pars), _verdicts(request, query)
    if bench.solved and all(job.solved for job in verdicts):
        both = _with_verdicts(bench.answer, [job.answer for job in verdicts])
        sheets.append(Sheet(sheets[0].title, "Comparison", bench_sections(*both), NOTES))
    return [*priced, bench, *verdicts], sheets


def _with_verdicts(sides: tuple[BenchSide, BenchSide], verdicts: list[Verdict]) -> tuple[BenchSide, BenchSide]:
    if not verdicts:
        return sides
    return replace(sides[0], verdict=verdicts[0]), replace(sides[1], verdict=verdicts[1])


def _bench(request: Request, query: CompareQuery, pars: list[Par]) -> Job[tuple[BenchSide, BenchSide]]:
    """What tables win with each: sums of rounds that nothing has to be solved for."""

    def count(executor: Executor, progress: Progress) -> tuple[BenchSide, BenchSide]:
        a, b = (
            bench_side(side.title, par, side.name, query.terms) for side, par in zip(query.sides, pars, strict=True)
        )
        return a, b

    return counting_of(request).bet(("compare", query), count)


def _verdicts(request: Request, query: CompareQuery) -> list[Job[Verdict]]:
    """Every leak of both games, where that is asked for."""

    def job(side: Side) -> Job[Verdict]:
        game = side.query.printed
        terms = usual_terms(game, query.terms.stake)

        def count(executor: Executor, progress: Progress) -> Verdict:
            return verdict(game, terms, executor=executor, progress=progress)

        return counting_of(request).bet(("verdict", side.query, query.terms.stake), count, solving=game.slug)

    return [job(side) for side in query.sides] if query.protect else []
