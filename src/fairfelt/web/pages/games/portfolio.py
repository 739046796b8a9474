"""Many tables together: a row for each kind of table, and what all of them win."""

from __future__ import annotations

from collections.abc import Hashable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from fairfelt.analysis.winnings.bets import HouseMeter, WinningsError, bet_on_meter, usual_meter
from fairfelt.analysis.winnings.session import TooWide
from fairfelt.analysis.winnings.tables import Portfolio, PortfolioLine, TableTerms, portfolio_line, usual_stake
from fairfelt.engine.exact import Par, Progress
from fairfelt.jackpot.terms import PPM
from fairfelt.reports.report import Report
from fairfelt.reports.winnings.portfolio import portfolio_report
from fairfelt.rules import MICROS, Paytable
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.jobs import Job
from fairfelt.web.pages.page import FORMS, document

from ..counting import counting_of
from ..page import page
from .catalogue import Side, all_sides, read_side
from .questions import LONGEST, MOST_ROUNDS, read_money, read_number

COLUMNS = {
    "table": ("Game or bet", ""),
    "tables": ("Tables", "1"),
    "hours": ("Hours a day", "24"),
    "players": ("Players", ""),
    "bet": ("Average bet", ""),
    "rounds": ("Rounds an hour", ""),
    "seed": ("Seed of the meter", ""),
    "rate": ("Percent set aside", ""),
}
"""Names of the fields of a row, and what they say at first; where nothing is said, as is usual.

A meter with several levels takes several seeds and percentages, the best level first.
"""
SIDE_LENGTH = 120
FEWEST_ROWS, MOST_ROWS, MOST_TABLES = 4, 30, 1_000


@dataclass(frozen=True)
class Row:
    """Tables of one kind, as they were asked for."""

    side: Side
    tables: int
    terms: TableTerms
    meter: HouseMeter | None
    """None where seeds and rates are as usual, or nothing is bet on a meter."""

    def line(self, par: Par) -> PortfolioLine:
        """The same with all that is known of it."""
        return portfolio_line(par, self.side.name.side_bet(par.game), self.tables, self.terms, self.meter)


def portfolio(request: Request) -> Response:
    """The rows, and below them what they come to."""
    typed = _typed(request)
    jobs: list[Job[Any]] = []
    report, wrong = None, None
    try:
        if rows := read_rows(typed):
            jobs, report = _look(request, rows)
    except BadQuery as error:
        wrong = error
    blank = dict.fromkeys(COLUMNS, "")
    return page(
        "games/portfolio.html",
        status=400 if wrong else 200,
        columns=COLUMNS,
        rows=typed + [blank] * max(1, FEWEST_ROWS - len(typed)),
        sides=[side for _, sides in all_sides() for side in sides],
        jobs=jobs,
        report=report,
        wrong=wrong,
        query=[(name, row[name]) for row in typed for name in COLUMNS],
        waiting=any(not job.ready for job in jobs),
    )


@document(*FORMS)
def portfolio_document(request: Request) -> Report:
    """The sheet to download."""
    rows = read_rows(_typed(request))
    if not rows:
        raise BadQuery("table", "a portfolio needs tables: name a game")
    pars = [counting_of(request).price(row.side.query).result().par for row in rows]
    return _job(request, rows, pars).result()


def _typed(request: Request) -> list[dict[str, str]]:
    """The rows that name a game, with what was typed in them."""
    columns = [request.query_params.getlist(name) for name in COLUMNS]
    longest = {name: SIDE_LENGTH if name == "table" else LONGEST for name in COLUMNS}
    rows = [
        {name: text.strip()[: longest[name]] for name, text in zip(COLUMNS, texts, strict=True)}
        for texts in zip_longest(*columns, fillvalue="")
    ]
    return [row for row in rows if row["table"]]


def read_rows(typed: list[dict[str, str]]) -> tuple[Row, ...]:
    """Read the rows; a `BadQuery` names the field with the number of its row."""
    if len(typed) > MOST_ROWS:
        raise BadQuery("table-1", f"{len(typed)} kinds of tables are more than the {MOST_ROWS} that are added up")
    rows = []
    for number, texts in enumerate(typed, 1):
        try:
            rows.append(_row({name: texts[name] or first for name, (_, first) in COLUMNS.items()}))
        except BadQuery as error:
            raise BadQuery(f"{error.field}-{number}", str(error)) from error
    return tuple(rows)


def _row(said: dict[str, str]) -> Row:
    side = read_side(said["table"], "table")
    game = side.query.printed
    seats = game.seats
    terms = TableTerms(
        read_money(said, "bet") if said["bet"] else usual_stake(game, *side.name.side_bet(game)),
        int(read_number(said, "players", seats, whole=True)) if said["players"] else None,
        read_number(said, "rounds", MOST_ROUNDS) if said["rounds"] else None,
        read_number(said, "hours", 24),
        shifts=1,
    )
    meter = _meter(said, bet_on_meter(game, *side.name.side_bet(game)))
    return Row(side, int(read_number(said, "tables", MOST_TABLES, whole=True)), terms, meter)


def _meter(said: dict[str, str], on_meter: tuple[str, Paytable] | None) -> HouseMeter | None:
    """The levels of a bet with the seeds and rates that were typed."""
    typed = {field: said[field].split() for field in ("seed", "rate")}
    field = next((field for field, words in typed.items() if words), "")
    if not field:
        return None
    if on_meter is None:
        raise BadQuery(field, "this is for a bet on a meter: name that bet, as GAME:WAGER")
    levels = usual_meter(on_meter[1]).levels
    for field, words in typed.items():
        if len(words) > len(levels):
            names = ", ".join(level.name for level in levels)
            raise BadQuery(field, f"{len(words)} are more than the levels of this bet: {names}")
    seeds = [int(read_money({"seed": word}, "seed") * MICROS) for word in typed["seed"]]
    rates = [int(read_number({"rate": word}, "rate", 100) * PPM / 100) for word in typed["rate"]]
    own = [
        replace(level, seed_micros=seed or level.seed_micros, rate_ppm=rate or level.rate_ppm)
        for level, seed, rate in islice(zip_longest(levels, seeds, rates), len(levels))
    ]
    meter = HouseMeter(tuple(own))
    if meter.set_aside > 1:
        raise BadQuery("rate", "the percentages of all levels come to more than the whole bet")
    return meter


def _look(request: Request, rows: tuple[Row, ...]) -> tuple[list[Job[Any]], Report | None]:
    """The jobs that are asked for so far, and the report once it is ready."""
    priced = list({row.side.query: counting_of(request).price(row.side.query) for row in rows}.values())
    if not all(job.solved for job in priced):
        return list(priced), None
    whole = _job(request, rows, [counting_of(request).price(row.side.query).answer.par for row in rows])
    return [whole], whole.answer if whole.solved else None


def _job(request: Request, rows: tuple[Row, ...], pars: list[Par]) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        lines = [row.line(par) for row, par in zip(rows, pars, strict=True)]
        return portfolio_report(Portfolio(tuple(lines)))

    key: tuple[Hashable, ...] = ("portfolio", rows)
    return counting_of(request).bet(key, count, unsolved=(WinningsError, TooWide))
