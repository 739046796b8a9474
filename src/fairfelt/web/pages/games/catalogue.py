"""The catalogue of games, filtered and sorted; two sides of it compared; and many tables together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import islice, zip_longest
from typing import Any

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.analysis.protection.findings import usual_terms
from fairfelt.analysis.protection.house import Verdict, verdict
from fairfelt.analysis.winnings.bets import HouseMeter, WinningsError, bet_on_meter, usual_meter
from fairfelt.analysis.winnings.session import TooWide
from fairfelt.analysis.winnings.tables import Portfolio, PortfolioLine, TableTerms, portfolio_line, usual_stake
from fairfelt.engine.exact import Par, Progress
from fairfelt.jackpot.terms import PPM
from fairfelt.reports import comparison
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Sheet
from fairfelt.reports.winnings.portfolio import portfolio_report
from fairfelt.rules import MICROS, Game, Paytable, UnknownName, Wager
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Study, counting_of
from fairfelt.web.pages.forgiving import matches
from fairfelt.web.pages.game_query import GameQuery, plain_query, versions
from fairfelt.web.pages.games.questions import LONGEST as LONGEST_FIELD
from fairfelt.web.pages.games.questions import (
    MOST_ROUNDS,
    TABLE_FIELDS,
    first_values,
    read_money,
    read_number,
    read_terms,
)
from fairfelt.web.pages.page import FORMS, document, page

DECISIONS = {"none": "no decision", "one": "one decision", "several": "several decisions"}
EDGES = {"1": "1% or less", "2": "2% or less", "3": "3% or less", "5": "5% or less"}
ORDERS = {
    "name": "name",
    "approval": "number in the approval letter",
    "edge": "house edge, smallest first",
    "decisions": "decisions, fewest first",
    "cards": "cards in hand, fewest first",
}
LONGEST = 60


@dataclass(frozen=True)
class CatalogueEntry:
    """A game in the catalogue."""

    game: Game
    job: Job[Study]

    @property
    def decisions(self) -> str:
        """The number of decisions in a word."""
        count = len(self.game.streets)
        return "none" if not count else "one" if count == 1 else "several"

    @property
    def edge(self) -> Fraction | None:
        """The house edge of the best player that is counted, once it is."""
        return self.job.answer.par.headline.house_edge if self.job.solved else None

    @property
    def has_progressive(self) -> bool:
        """True if a bet of it feeds a meter."""
        return any(wager.feeds_meter for wager in self.game.wagers)

    def mentions(self, words: str) -> bool:
        """True if every one of the words stands in its name, summary, headlines or bets, give or take a slip."""
        game = self.game
        bets = (wager.name for wager in game.wagers)
        return not words.strip() or matches(words, game.title, game.summary, game.family, *game.headlines, *bets)


_BY: Mapping[str, Callable[[CatalogueEntry], tuple[object, ...]]] = {
    "name": lambda entry: (),
    "approval": lambda entry: (min(entry.game.approvals, default=1000),),
    "edge": lambda entry: (entry.edge is None, entry.edge or 0),
    "decisions": lambda entry: (len(entry.game.streets),),
    "cards": lambda entry: (entry.game.hole == 0, entry.game.hole),
}


def catalogue(request: Request) -> Response:
    """All games, or those that are looked for."""
    counting, query = counting_of(request), request.query_params
    entries = [CatalogueEntry(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    filters = {name: query.get(name, "")[:LONGEST] for name in ("q", "family", "decisions", "cards", "edge", "order")}
    found = [entry for entry in entries if _is_wanted(entry, filters)]
    order = filters["order"] if filters["order"] in ORDERS else "name"
    return page(
        "games/catalogue.html",
        filters=filters,
        order=order,
        orders=ORDERS,
        families=Counter(entry.game.family for entry in entries),
        hands=sorted({entry.game.hole for entry in entries if entry.game.hole}),
        decisions=DECISIONS,
        edges=EDGES,
        total=len(entries),
        found=sorted(found, key=lambda entry: (*_BY[order](entry), entry.game.name, entry.game.variant)),
        waiting=not all(entry.job.ready for entry in found),
    )


def _is_wanted(entry: CatalogueEntry, filters: Mapping[str, str]) -> bool:
    game, edge = entry.game, entry.edge
    return (
        entry.mentions(filters["q"])
        and filters["family"] in ("", game.family)
        and (filters["decisions"] not in DECISIONS or filters["decisions"] == entry.decisions)
        and filters["cards"] in ("", str(game.hole))
        and (filters["edge"] not in EDGES or (edge is not None and edge * 100 <= int(filters["edge"])))
    )


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    query: GameQuery
    wager: str = ""
    """None for the round."""
    paytable: str = ""

    @property
    def name(self) -> comparison.SideName:
        """In parts."""
        return comparison.SideName(self.query.slug, self.query.variant, self.wager, self.paytable)

    @property
    def written(self) -> str:
        """As it stands in an address: "straight-edge-poker@v2:Bonus:1"."""
        return str(self.name)

    @property
    def words(self) -> str:
        """Within its game."""
        return self.name.words

    @property
    def title(self) -> str:
        """As a heading."""
        return f"{self.query.printed.title}: {self.words}"


def read_sides(request: Request) -> tuple[Side, Side]:
    """Both sides of the address; where one is missing, a good comparison to begin with."""
    a, b = (request.query_params.get(field, "") for field in ("a", "b"))
    if a and not b:
        return suggest_sides(games.find(comparison.read_side_name(a).game))
    first, second = suggest_sides(games.catalogue()[0])
    return read_side(a, "a") if a else first, read_side(b, "b") if b else second


def read_side(text: str, field: str) -> Side:
    """Read what an address says; a `BadQuery` if there is no such thing."""
    name = comparison.read_side_name(text)
    try:
        return _side(games.find(name.game, name.variant), name.wager, name.paytable)
    except UnknownName as error:
        raise BadQuery(field, str(error)) from error


def _side(game: Game, name: str, table: str) -> Side:
    if not name:
        return Side(plain_query(game))
    wager = game.wager(name)
    return _wager_side(game, wager, game.paytable(name, table) if table else wager.paytable)


def _wager_side(game: Game, wager: Wager, table: Paytable) -> Side:
    query = GameQuery(game.slug, game.variant, comparison.tables_in_play(game, wager.name, table.name))
    return Side(query, wager.name, table.name)


def sides(game: Game) -> Iterator[Side]:
    """All that can be compared of one game."""
    yield Side(plain_query(game))
    for wager in game.wagers:
        if wager.paytable.pays:
            yield from (_wager_side(game, wager, table) for table in wager.paytables)


@cache
def all_sides() -> tuple[tuple[str, tuple[Side, ...]], ...]:
    """Everything there is to compare, game by game."""
    return tuple((game.title, tuple(sides(game))) for game in versions())


def suggest_sides(game: Game) -> tuple[Side, Side]:
    """A good comparison to begin with: two tables of one wager, else two versions, else the next game."""
    for wager in sorted(game.wagers, key=lambda wager: wager.is_base):
        if len(wager.paytables) > 1:
            return _wager_side(game, wager, wager.paytables[0]), _wager_side(game, wager, wager.paytables[1])
    catalogue = games.catalogue()
    here = next((at for at, each in enumerate(catalogue) if each.slug == game.slug), -1)
    following = catalogue[(here + 1) % len(catalogue)]
    other = next((v for v in games.find(game.slug).variants if v.variant != game.variant), following)
    return Side(plain_query(game)), Side(plain_query(other))


@dataclass(frozen=True)
class CompareQuery:
    """A question: equal queries have one answer."""

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
        jobs, sheets = _compare(request, _read_compare(request, sides))
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
        names=TABLE_FIELDS,
        fields={name: fields.get(name, first) for name, first in first_values(seats, _stake(sides)).items()},
        protect=bool(fields.get("protect")),
        query={name: fields[name] for name in (*TABLE_FIELDS, "protect") if fields.get(name)}
        | {"a": sides[0].written, "b": sides[1].written},
        waiting=any(not job.ready for job in jobs),
    )


@document("pdf", "html", "json", "csv")
def comparison_document(request: Request) -> Report:
    """Everything about both, to download."""
    query = _read_compare(request, read_sides(request))
    pars = [counting_of(request).price(side.query).result().par for side in query.sides]
    bench, verdicts = _bench(request, query, pars), _verdicts(request, query)
    return comparison.comparison_report(*_with_verdicts(bench.result(), [job.result() for job in verdicts]))


def _stake(sides: tuple[Side, Side]) -> Fraction:
    """The usual stake at both."""
    return min(usual_stake(side.query.printed, *side.name.side_bet(side.query.printed)) for side in sides)


def _read_compare(request: Request, sides: tuple[Side, Side]) -> CompareQuery:
    seats = min(side.query.printed.seats for side in sides)
    terms = read_terms(request.query_params, seats, _stake(sides))
    return CompareQuery(sides, terms, bool(request.query_params.get("protect")))


def _compare(request: Request, query: CompareQuery) -> tuple[list[Job[Any]], list[Sheet]]:
    """The jobs that are asked for so far, and the sheets that are ready."""
    priced = [counting_of(request).price(side.query) for side in query.sides]
    if not all(job.solved for job in priced):
        return list(priced), []
    pars = [job.answer.par for job in priced]
    a, b = (comparison.named_side(side.title, par, side.name) for side, par in zip(query.sides, pars, strict=True))
    sheets = [Sheet(comparison.comparison_title(a, b), "Comparison", comparison.comparison_sections(a, b))]
    bench, verdicts = _bench(request, query, pars), _verdicts(request, query)
    if bench.solved and all(job.solved for job in verdicts):
        both = _with_verdicts(bench.answer, [job.answer for job in verdicts])
        sheets.append(Sheet(sheets[0].title, "Comparison", comparison.bench_sections(*both), comparison.NOTES))
    return [*priced, bench, *verdicts], sheets


def _with_verdicts(
    sides: tuple[comparison.BenchSide, comparison.BenchSide], verdicts: list[Verdict]
) -> tuple[comparison.BenchSide, comparison.BenchSide]:
    if not verdicts:
        return sides
    return replace(sides[0], verdict=verdicts[0]), replace(sides[1], verdict=verdicts[1])


def _bench(
    request: Request, query: CompareQuery, pars: list[Par]
) -> Job[tuple[comparison.BenchSide, comparison.BenchSide]]:
    """The win of tables with each: sums of rounds that nothing has to be solved for."""

    def count(executor: Executor, progress: Progress) -> tuple[comparison.BenchSide, comparison.BenchSide]:
        a, b = (
            comparison.bench_side(side.title, par, side.name, query.terms)
            for side, par in zip(query.sides, pars, strict=True)
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
    return _portfolio_job(request, rows, pars).result()


def _typed(request: Request) -> list[dict[str, str]]:
    """The rows that name a game, with what was typed in them."""
    columns = [request.query_params.getlist(name) for name in COLUMNS]
    longest = {name: SIDE_LENGTH if name == "table" else LONGEST_FIELD for name in COLUMNS}
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
        structs.replace(level, seed_micros=seed or level.seed_micros, rate_ppm=rate or level.rate_ppm)
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
    whole = _portfolio_job(request, rows, [counting_of(request).price(row.side.query).answer.par for row in rows])
    return [whole], whole.answer if whole.solved else None


def _portfolio_job(request: Request, rows: tuple[Row, ...], pars: list[Par]) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        lines = [row.line(par) for row, par in zip(rows, pars, strict=True)]
        return portfolio_report(Portfolio(tuple(lines)))

    key: tuple[Hashable, ...] = ("portfolio", rows)
    return counting_of(request).bet(key, count, unsolved=(WinningsError, TooWide))
