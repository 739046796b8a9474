"""The page on what a table wins: a form for bet, players, pace and hours, and the sheet that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import engine as exact
from fairfelt.analysis.winnings import TableTerms, TooWide, WinningsError, table_plan, usual_stake
from fairfelt.engine import Progress, Unsolved
from fairfelt.reports.report import Report
from fairfelt.reports.winnings.floor import FloorQuestion, floor_report
from fairfelt.rules import Game, UnknownName

from ..counting import Job, counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page
from . import table_form

FIELDS = {**table_form.FIELDS, "drop": ("Drop of a shift", "")}
"""Names of the fields, and what they say at first."""


@dataclass(frozen=True)
class FloorQuery:
    """What was asked: equal queries have one answer."""

    slug: str
    variant: str
    wager: str
    terms: TableTerms
    drop: Fraction | None


def floor(request: Request) -> Response:
    """The form, and below it what it comes to."""
    game, fields = game_of(request), request.query_params
    job = wrong = None
    try:
        asked = read_floor(fields, game)
        job = _job(request, game, asked) if FIELDS.keys() & fields.keys() else None
    except BadQuery as error:
        wrong = error
    return page(
        "games/floor.html",
        status=400 if wrong else 200,
        game=game,
        names=FIELDS,
        fields={
            name: fields.get(name, first)
            for name, first in table_form.first_words(game.seats, usual_stake(game)).items()
        }
        | {name: fields.get(name, "") for name in ("drop", "wager")},
        job=job,
        wrong=wrong,
        query={name: value for name, value in fields.items() if name != "variant"},
        waiting=bool(job and not job.ready),
    )


@document(*FORMS)
def floor_document(request: Request) -> Report:
    """The sheet to download."""
    game = game_of(request)
    report = _job(request, game, read_floor(request.query_params, game)).result()
    return replace(report, name=document_name(game, "floor"))


def read_floor(fields: Mapping[str, str], game: Game) -> FloorQuery:
    """Read the form; a `BadQuery` names the field that cannot be read."""
    wager = fields.get("wager", "")
    try:
        wager = game.wager(wager).name if wager else ""
    except UnknownName as error:
        raise BadQuery("wager", str(error)) from error
    terms = table_form.read_terms(fields, game.seats, usual_stake(game))
    drop = {"drop": fields.get("drop", "").strip()[: table_form.LONGEST]}
    return FloorQuery(
        game.slug, game.variant, wager, terms, table_form.read_money(drop, "drop") if drop["drop"] else None
    )


def _job(request: Request, game: Game, query: FloorQuery) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        par = exact.answer(game, progress=progress, executor=executor).par
        try:
            plan = table_plan(par, (query.wager, ""), query.terms)
            return floor_report(game, plan, FloorQuestion(drop=query.drop))
        except (WinningsError, TooWide) as error:
            raise Unsolved(str(error)) from error

    return counting_of(request).bet(("floor", query), count, solving=game.slug)
