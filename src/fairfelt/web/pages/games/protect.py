"""The page on game protection: the verdict on a game, or what some information is worth that somebody asks about."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.analysis.protection import (
    BadInformation,
    Information,
    expose,
    foresee_verdict,
    read_information,
    usual_terms,
    verdict,
)
from fairfelt.engine import Progress
from fairfelt.reports.protection import exposure_report, verdict_report
from fairfelt.reports.report import Report
from fairfelt.rules import Game
from fairfelt.web.http.request import read_integer

from ..counting import Job, counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page

FIELDS = {
    "seen": ("Cards seen early", "dealer 1"),
    "sorted": ("Ranks told from the back", "QKA"),
    "hands": ("Hands that are shared", "1"),
    "limit": ("Limit", "100"),
    "hours": ("Hours a year", "2000"),
}
"""Names of the fields, and an example or what they say at first."""
LONGEST = 60
MOST = {"limit": 10**9, "hours": 8_784}


@dataclass(frozen=True)
class ProtectQuery:
    """What was asked: equal queries have one answer."""

    slug: str
    variant: str
    information: Information
    limit: int
    hours: int


def protect(request: Request) -> Response:
    """The form; below it the one leak that was asked about, or the verdict, at once where nothing is left to count."""
    game, fields = game_of(request), request.query_params
    job = wrong = None
    try:
        asked = read_protect(fields, game)
        wanted = FIELDS.keys() & fields.keys() or not foresee_verdict(game)
        job = _job(request, game, asked) if wanted else None
    except BadQuery as error:
        wrong = error
    return page(
        "games/protect.html",
        status=400 if wrong else 200,
        game=game,
        names=FIELDS,
        fields={name: fields.get(name, "") for name in FIELDS},
        job=job,
        wrong=wrong,
        query={name: fields[name] for name in FIELDS if fields.get(name)},
        waiting=bool(job and not job.ready),
    )


@document(*FORMS)
def protect_document(request: Request) -> Report:
    """The sheet to download."""
    game = game_of(request)
    report = _job(request, game, read_protect(request.query_params, game)).result()
    return replace(report, name=document_name(game, "protect"))


def read_protect(fields: Mapping[str, str], game: Game) -> ProtectQuery:
    """Read the form; a `BadQuery` names the field that cannot be read."""
    said = {name: fields.get(name, "").strip()[:LONGEST] for name in FIELDS}
    hands = _number(said["hands"], "hands", 1, game.seats)
    information = Information()
    for name, so_far in (
        ("seen", (said["seen"], "", 1)),
        ("sorted", (said["seen"], said["sorted"], 1)),
        ("hands", (said["seen"], said["sorted"], hands)),
    ):
        try:
            information = read_information(game, *so_far)
        except BadInformation as error:
            raise BadQuery(name, str(error)) from error
    limit, hours = (_number(said[name], name, int(FIELDS[name][1]), MOST[name]) for name in ("limit", "hours"))
    return ProtectQuery(game.slug, game.variant, information, limit, hours)


def _number(text: str, name: str, usual: int, most: int) -> int:
    if not text:
        return usual
    if (found := read_integer(text, 1, most)) is None:
        raise BadQuery(name, f"{text!r:.40} is not possible: give a whole number from 1 to {most:,}")
    return found


def _job(request: Request, game: Game, query: ProtectQuery) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        if query.information.nothing:
            terms = usual_terms(game, Fraction(query.limit), Fraction(query.hours))
            return verdict_report(verdict(game, terms, executor=executor, progress=progress))
        return exposure_report(expose(game, query.information, executor=executor, progress=progress))

    return counting_of(request).bet(("protect", query), count, solving=game.slug)
