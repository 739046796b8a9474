"""The page on what a table wins: a form for bet, players, pace and hours, and the sheet that follows from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import exact
from fairfelt.exact import Progress, Unsolved
from fairfelt.reports.report import Report
from fairfelt.reports.winnings.floor import FloorQuestion, floor_report
from fairfelt.rules import MICROS, AmountError, Game, UnknownName, parse_amount
from fairfelt.winnings import TablePlan, TooWide, WinningsError, bet_round, pace_of

from ..counting import Job, counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page

FIELDS = {
    "bet": ("Bet of each player", "25"),
    "players": ("Players", "5"),
    "rounds": ("Rounds an hour", ""),
    "hours": ("Hours of a shift", "8"),
    "shifts": ("Shifts a day", "3"),
    "drop": ("Drop of a shift", ""),
}
"""Names of the fields, and what they say at first; rounds are as published where nothing is said."""
LONGEST = 20
WHOLE, PLAIN = re.compile(r"[0-9]+"), re.compile(r"[0-9]+(\.[0-9]+)?")
DAYS = 365


@dataclass(frozen=True)
class FloorQuery:
    """What was asked: equal queries have one answer."""

    slug: str
    variant: str
    wager: str
    stake: Fraction
    players: int
    rounds: Fraction | None
    hours: Fraction
    shifts: int
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
        fields={name: fields.get(name, first) for name, first in _at_first(game).items()}
        | {"wager": fields.get("wager", "")},
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
    said = {name: fields.get(name, first).strip()[:LONGEST] for name, first in _at_first(game).items()}
    wager = fields.get("wager", "")
    try:
        wager = game.wager(wager).name if wager else ""
    except UnknownName as error:
        raise BadQuery("wager", str(error)) from error
    hours, shifts = _number(said, "hours", 24), int(_number(said, "shifts", 24, whole=True))
    if hours * shifts > 24:
        raise BadQuery("shifts", f"{shifts} shifts of {said['hours']} hours are more than a day")
    return FloorQuery(
        game.slug, game.variant, wager,
        _amount(said, "bet"),
        int(_number(said, "players", game.seats, whole=True)),
        _number(said, "rounds", 1_000) if said["rounds"] else None,
        hours, shifts,
        _amount(said, "drop") if said["drop"] else None,
    )  # fmt: skip


def _at_first(game: Game) -> dict[str, str]:
    """What the fields say at first; no more players than the table has seats."""
    first = {name: said for name, (_, said) in FIELDS.items()}
    return first | {"players": str(min(int(first["players"]), game.seats))}


def _amount(said: Mapping[str, str], name: str) -> Fraction:
    try:
        micros = parse_amount(said[name])
    except AmountError as error:
        raise BadQuery(name, str(error)) from error
    if micros <= 0:
        raise BadQuery(name, "this has to be more than nothing")
    return Fraction(micros, MICROS)


def _number(said: Mapping[str, str], name: str, most: int, *, whole: bool = False) -> Fraction:
    form = WHOLE if whole else PLAIN  # an exponent would be worked out, however large
    found = Fraction(said[name]) if form.fullmatch(said[name]) else Fraction(0)
    if not 0 < found <= most:
        raise BadQuery(name, f"{said[name]!r} is not possible: give {'1' if whole else 'more than 0'} to {most:,}")
    return found


def _job(request: Request, game: Game, query: FloorQuery) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        par = exact.answer(game, progress=progress, executor=executor).par
        try:
            pace = pace_of(game, query.players, query.rounds)
            plan = TablePlan(bet_round(par, query.wager), pace, query.stake, query.hours, query.shifts, DAYS)
            return floor_report(game, plan, FloorQuestion(drop=query.drop))
        except (WinningsError, TooWide) as error:
            raise Unsolved(str(error)) from error

    return counting_of(request).bet(("floor", query), count, solving=game.slug)
