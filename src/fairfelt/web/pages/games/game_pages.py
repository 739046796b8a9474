"""The catalogue and the pages of one game, each to read and to download; comparisons, and many tables together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import islice, zip_longest

from msgspec import structs
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt import games
from fairfelt.analysis.advisers import example_hand
from fairfelt.analysis.counting.shoe_bet import NotCountable
from fairfelt.analysis.counting.study import odds_of_shoe
from fairfelt.analysis.design.pays import pays_text
from fairfelt.analysis.winnings.bets import HouseMeter, WinningsError, bet_on_meter, usual_meter
from fairfelt.analysis.winnings.session import TooWide
from fairfelt.analysis.winnings.sides import SideName, find_side
from fairfelt.analysis.winnings.tables import Portfolio, TableLine, read_line, read_money, read_number, usual_stake
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.verification import merge_verifications
from fairfelt.engine.exact import Progress, Solution
from fairfelt.jackpot.terms import PPM
from fairfelt.law import letter, profile
from fairfelt.law.dossiers import checklist, checklist_names
from fairfelt.reports import comparison
from fairfelt.reports.counting import odds_report
from fairfelt.reports.law.dossier import Dossier, dossier_report, verdict_of
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.lab_report import Study as LabStudy
from fairfelt.reports.par.par_sheet import AdvisedHand, par_dict, par_records, strategy_dict, strategy_sheet
from fairfelt.reports.placard.dealing import dealing_dict, dealing_guide
from fairfelt.reports.placard.placard import catalogue_report, placard, placard_dict
from fairfelt.reports.report import Report, flat
from fairfelt.reports.winnings import portfolio_report
from fairfelt.rules import MICROS, Blackjack, Game, Paytable, UnknownName
from fairfelt.rules.cards import Card, DeckError, NotationError, parse_cards
from fairfelt.rules.json_form.schema import game_schema
from fairfelt.web.http.answers import BadQuery, blame, disposition
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import (
    MOST_WAITED_S,
    Study,
    counting_of,
    game_of,
    plain_query,
    read_game_query,
    versions,
    wagers_with_choice,
)
from fairfelt.web.pages.games.questions import LONGEST as LONGEST_FIELD
from fairfelt.web.pages.games.questions import TABLE_FIELDS, blame_field, first_values, read_table
from fairfelt.web.pages.page import FORMS, WITHOUT_CSV, document, document_name, known_words, matches, page

FIELDS = ("hand", "community", "dealer")


def asks_for_advice(request: Request) -> bool:
    """True if cards stand in the address."""
    return any(request.query_params.get(field, "").strip() for field in FIELDS)


def read_hand(request: Request, solution: Solution) -> AdvisedHand:
    """The hand that was asked about, with the value of every choice."""
    hand, community, dealer = (request.query_params.get(field, "").strip() for field in FIELDS)
    if not hand:
        whose = "Community" if community else "The dealer's"
        yours = f"{solution.game.hole} cards" if solution.game.hole else "cards"
        raise BadQuery("hand", f"{whose} cards need a hand to go with: give your {yours}")
    cards, shared, shown = _cards("hand", hand), _cards("community", community), _cards("dealer", dealer)
    with blame(_blamed(solution.game, cards), ValueError):
        return AdvisedHand(cards, shared, solution.advise(cards, shared, shown), shown)


def _cards(field: str, text: str) -> tuple[Card, ...]:
    with blame(field, NotationError):
        return parse_cards(text)


def _blamed(game: Game, cards: Sequence[Card]) -> str:
    """The field with the mistake: the hand if it is wrong by itself."""
    try:
        game.deck.verify(cards)
    except DeckError:
        return "hand"
    if game.course or len(cards) != game.hole:
        return "hand"
    return "dealer" if any(street.dealer for street in game.streets) else "community"


@document(*FORMS)
def par_document(request: Request) -> Report:
    query = read_game_query(request)
    priced = counting_of(request).price(query).result()
    return Report(priced.sheet, par_dict(priced.par), document_name(query.game, "par"), par_records(priced.par))


@document(*WITHOUT_CSV)
def rules_document(request: Request) -> Report:
    game = read_game_query(request).game
    return Report(placard(game), placard_dict(game), document_name(game, "rules"))


@document(*WITHOUT_CSV)
def dealing_document(request: Request) -> Report:
    game = read_game_query(request).game
    return Report(dealing_guide(game), dealing_dict(game), document_name(game, "dealing"))


@document(*WITHOUT_CSV)
def strategy_document(request: Request) -> Report:
    """The short strategy, and the hand in the address."""
    game = game_of(request)
    counting, asked = counting_of(request), asks_for_advice(request)
    study = (counting.advice if asked else counting.study)(plain_query(game)).result()
    if study.short is None:
        raise UnknownName("short strategy of", game.title, ())
    advised = (game, study.short, read_hand(request, study.solution) if asked else None)
    return Report(strategy_sheet(*advised), strategy_dict(*advised), document_name(game, "strategy"))


@document(*FORMS)
def odds_document(request: Request) -> Report:
    """Every bet at the cards that are left: those in the address are gone."""
    game = game_of(request)
    with blame("removed", NotCountable):
        return odds_report(odds_of_shoe(game, request.query_params.get("removed", "")))


@document("pdf", "html")
def plots_document(request: Request) -> Report:
    game = game_of(request)
    return Report(counting_of(request).study(plain_query(game)).result().plots, {}, document_name(game, "plots"))


@document(*FORMS)
def verification_document(request: Request) -> Report:
    jobs = [counting_of(request).check(game, ahead=True) for game in games.catalogue()]
    found = merge_verifications(job.result() for job in jobs)
    plain = found.to_dict()
    return Report(verification_sheet(found), plain, "verification", [flat(figure) for figure in plain["figures"]])


@document(*WITHOUT_CSV)
def catalogue_document(request: Request) -> Report:
    return catalogue_report(games.catalogue())


def pays_document(request: Request) -> Response:
    """Changed pays as a file for the command line."""
    query = read_game_query(request)
    name = f"{document_name(query.printed, 'pays')}.toml"
    headers = {"Content-Disposition": disposition(name, "attachment")}
    return Response(pays_text(query.changed_tables, query.printed), headers=headers, media_type="application/toml")


async def schema_document(request: Request) -> Response:
    return JSONResponse(game_schema())


def start(request: Request) -> Response:
    """The first page: what Fairfelt is, and every game."""
    counting = counting_of(request)
    cards = [(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    checks = [counting.check(game, ahead=True) for game in games.catalogue()]
    return page(
        "games/start.html",
        cards=cards,
        found=merge_verifications(job.answer for job in checks if job.ready),
        room=request.app.state.controller is not None,
        waiting=not all(job.ready for _, job in cards),
    )


def rules(request: Request) -> Response:
    game = game_of(request)
    job = counting_of(request).study(plain_query(game))
    return page("games/rules.html", game=game, job=job, sheet=placard(game))


def dealing(request: Request) -> Response:
    game = game_of(request)
    return page("games/dealing.html", game=game, sheet=dealing_guide(game))


def par(request: Request) -> Response:
    """A game's PAR sheet, with a form to put other paytables in play."""
    game = game_of(request)
    job = wrong = None
    try:
        job = counting_of(request).price(read_game_query(request))
    except BadQuery as error:
        wrong = error
    query = {
        "paytable": [text for text in request.query_params.getlist("paytable") if text],
        "bettors": request.query_params.get("bettors", ""),
    }
    return page(
        "games/par.html",
        game=game,
        job=job,
        wrong=wrong,
        query=query,
        wagers=wagers_with_choice(game),
        envy=any(table.envy for wager in game.wagers for table in wager.paytables),
    )


def strategy(request: Request) -> Response:
    """The strategy of a game, and advice on the cards in hand."""
    game, counting = game_of(request), counting_of(request)
    asked = asks_for_advice(request)
    job = (counting.advice if asked else counting.study)(plain_query(game))
    answer = wrong = sheet = None
    if job.ready and not job.unsolved:
        try:
            answer = read_hand(request, job.answer.solution) if asked else None
        except BadQuery as error:
            wrong = error
        if job.answer.short:
            sheet = strategy_sheet(game, job.answer.short, answer)
            if answer:  # which then stands next to the question
                sheet = sheet.with_sections(sheet.sections[-1], *sheet.sections[:-1])
    return page(
        "games/strategy.html",
        game=game,
        job=job,
        wrong=wrong,
        sheet=sheet,
        chart=job.answer.solution.chart if sheet and isinstance(game.course, Blackjack) else None,
        query={field: request.query_params.get(field, "") for field in FIELDS},
        example=example_hand(game),
    )


def plots(request: Request) -> Response:
    game = game_of(request)
    job = counting_of(request).study(plain_query(game))
    return page("games/plots.html", game=game, job=job)


def verification(request: Request) -> Response:
    """Every published figure beside ours, as far as they are computed."""
    jobs = [(game, counting_of(request).check(game, ahead=True)) for game in games.catalogue()]
    found = merge_verifications(job.answer for _, job in jobs if job.ready)
    open_jobs = [(game, job) for game, job in jobs if not job.ready]
    return page(
        "games/verification.html",
        found=found,
        sheet=verification_sheet(found),
        open_jobs=open_jobs,
        waiting=bool(open_jobs),
    )


def dossiers(request: Request) -> Response:
    """Every checklist; nothing is counted for it."""
    return page("games/dossier.html", game=game_of(request), checklists=[checklist(name) for name in checklist_names()])


@document(*WITHOUT_CSV)
def dossier_document(request: Request) -> Report:
    game, counting, asked = game_of(request), counting_of(request), checklist(request.path_params["regulator"])
    study = counting.study(plain_query(game)).result()
    made = Dossier(
        checklist=asked,
        law=profile(asked.profile).on(date.today()),
        letter=letter(),
        study=LabStudy(
            par=study.par,
            short=study.short,
            verification=counting.check(game).result(),
            curve=study.curve,
        ),
        protection=verdict_of(game, MOST_WAITED_S),
    )
    return dossier_report(made)


DECISIONS = {"none": "no decision", "one": "one decision", "several": "several decisions"}
EDGES = {"1": "1% or less", "2": "2% or less", "3": "3% or less", "5": "5% or less"}
LONGEST = 60
Side = tuple[SideName, Game]
"""One side of a comparison, and its game with its paytable in play."""


@dataclass(frozen=True)
class CatalogueEntry:
    """A game in the catalogue."""

    game: Game
    job: Job[Study]

    @property
    def decisions(self) -> str:
        count = len(self.game.streets)
        return "none" if not count else "one" if count == 1 else "several"

    @property
    def edge(self) -> Fraction | None:
        """The house edge of the best player that is counted, once it is."""
        return self.job.answer.par.headline.house_edge if self.job.solved else None

    @property
    def has_progressive(self) -> bool:
        return any(wager.feeds_meter for wager in self.game.wagers)


ORDERS: Mapping[str, tuple[str, Callable[[CatalogueEntry], tuple[object, ...]]]] = {
    "name": ("name", lambda entry: ()),
    "approval": ("number in the approval letter", lambda entry: (min(entry.game.approvals, default=1000),)),
    "edge": ("house edge, smallest first", lambda entry: (entry.edge is None, entry.edge or 0)),
    "decisions": ("decisions, fewest first", lambda entry: (len(entry.game.streets),)),
    "cards": ("cards in hand, fewest first", lambda entry: (entry.game.hole == 0, entry.game.hole)),
}
"""Title and key of each order; by name among equals."""


def catalogue(request: Request) -> Response:
    counting, query = counting_of(request), request.query_params
    entries = [CatalogueEntry(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    filters = {name: query.get(name, "")[:LONGEST] for name in ("q", "family", "decisions", "cards", "edge", "order")}
    found = [entry for entry in entries if _is_wanted(entry, filters)]
    order = filters["order"] if filters["order"] in ORDERS else "name"

    def key(entry: CatalogueEntry) -> tuple[object, ...]:
        by_name = order == "name" and matches(filters["q"], known_words(entry.game.title))
        return (not by_name, *ORDERS[order][1](entry), entry.game.name, entry.game.variant)

    return page(
        "games/catalogue.html",
        filters=filters,
        order=order,
        orders={name: title for name, (title, _) in ORDERS.items()},
        families=Counter(entry.game.family for entry in entries),
        hands=sorted({entry.game.hole for entry in entries if entry.game.hole}),
        decisions=DECISIONS,
        edges=EDGES,
        total=len(entries),
        found=sorted(found, key=key),
        waiting=not all(entry.job.ready for entry in found),
    )


def _is_wanted(entry: CatalogueEntry, filters: Mapping[str, str]) -> bool:
    game, edge, words = entry.game, entry.edge, filters["q"].strip()
    bets = (wager.name for wager in game.wagers)
    there = (known_words(game.title), game.summary, game.family, *game.headlines, *bets)
    return (
        (not words or matches(words, *there))
        and filters["family"] in ("", game.family)
        and (filters["decisions"] not in DECISIONS or filters["decisions"] == entry.decisions)
        and filters["cards"] in ("", str(game.hole))
        and (filters["edge"] not in EDGES or (edge is not None and edge * 100 <= int(filters["edge"])))
    )


def read_sides(request: Request) -> tuple[Side, Side]:
    """Both sides of the address; where one is missing, a good comparison to begin with."""
    a, b = (request.query_params.get(field, "") for field in ("a", "b"))
    first, second = suggest_sides(read_side(a, "a")[1] if a and not b else games.catalogue()[0])
    return read_side(a, "a") if a and b else first, read_side(b, "b") if b else second


def read_side(text: str, field: str) -> Side:
    """Read what an address says; a `BadQuery` if there is no such thing."""
    with blame(field, UnknownName):
        name, game = find_side(text)
    return replace(name, variant=game.variant), game


def sides(game: Game) -> Iterator[SideName]:
    """All that can be compared of one game."""
    yield SideName(game.slug, game.variant)
    for wager in game.wagers:
        if wager.paytable.pays:
            yield from (SideName(game.slug, game.variant, wager.name, table.name) for table in wager.paytables)


@cache
def all_sides() -> tuple[tuple[str, tuple[SideName, ...]], ...]:
    """Everything there is to compare, game by game."""
    return tuple((game.title, tuple(sides(game))) for game in versions())


def suggest_sides(game: Game) -> tuple[Side, Side]:
    """A good comparison to begin with: two tables of one wager, else two versions, else the next game."""
    for wager in sorted(game.wagers, key=lambda wager: wager.is_base):
        if len(wager.paytables) > 1:
            names = [SideName(game.slug, game.variant, wager.name, table.name) for table in wager.paytables[:2]]
            break
    else:
        catalogue = games.catalogue()
        here = next((at for at, each in enumerate(catalogue) if each.slug == game.slug), -1)
        following = catalogue[(here + 1) % len(catalogue)]
        other = next((v for v in games.find(game.slug).variants if v.variant != game.variant), following)
        names = [SideName(each.slug, each.variant) for each in (game, other)]
    first, second = (find_side(str(name)) for name in names)
    return first, second


def compare(request: Request) -> Response:
    wrong, fields = None, request.query_params
    sides = suggest_sides(games.catalogue()[0])
    jobs: list[Job[Report]] = []
    try:
        sides = read_sides(request)
        jobs = _comparisons(request, sides)
    except BadQuery as error:
        wrong = error
    seats = min(game.seats for _, game in sides)
    return page(
        "games/compare.html",
        chosen=sides,
        groups=all_sides(),
        jobs=jobs,
        report=next((job.answer for job in reversed(jobs) if job.solved), None),
        wrong=wrong,
        names=TABLE_FIELDS,
        fields={name: fields.get(name, first) for name, first in first_values(seats, _stake(sides)).items()},
        protect=bool(fields.get("protect")),
        query={name: fields[name] for name in (*TABLE_FIELDS, "protect") if fields.get(name)}
        | {"a": str(sides[0][0]), "b": str(sides[1][0])},
        waiting=any(not job.ready for job in jobs),
    )


@document("pdf", "html", "json", "csv")
def comparison_document(request: Request) -> Report:
    return _comparisons(request, read_sides(request))[-1].result()


def _stake(sides: tuple[Side, Side]) -> Fraction:
    """The usual stake at both."""
    return min(usual_stake(game, *name.side_bet(game)) for name, game in sides)


def _comparisons(request: Request, sides: tuple[Side, Side]) -> list[Job[Report]]:
    """The comparison, and where that is asked for, it again with every leak of both games, which takes longer."""
    fields = request.query_params
    terms = read_table(fields, min((game for _, game in sides), key=lambda game: game.seats), _stake(sides))

    def job(*, protect: bool) -> Job[Report]:
        def count(executor: Executor, progress: Progress) -> Report:
            a, b = (
                comparison.count_side(*side, terms, protect=protect, executor=executor, progress=progress)
                for side in sides
            )
            return comparison.comparison_report(a, b)

        key = ("compare", tuple(name for name, _ in sides), terms, protect)
        return counting_of(request).bet(key, count, solving=sides[0][1].slug)

    return [job(protect=protect) for protect in ((False, True) if fields.get("protect") else (False,))]


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
FEWEST_ROWS, MOST_ROWS = 4, 30


def portfolio(request: Request) -> Response:
    """The rows, and below them what they come to."""
    typed = _typed(request)
    job = wrong = None
    try:
        if rows := read_rows(typed):
            job = _portfolio_job(request, rows)
    except BadQuery as error:
        wrong = error
    blank = dict.fromkeys(COLUMNS, "")
    return page(
        "games/portfolio.html",
        columns=COLUMNS,
        rows=typed + [blank] * max(1, FEWEST_ROWS - len(typed)),
        sides=[(name, title) for title, names in all_sides() for name in names],
        job=job,
        wrong=wrong,
        query=[(name, row[name]) for row in typed for name in COLUMNS],
    )


@document(*FORMS)
def portfolio_document(request: Request) -> Report:
    rows = read_rows(_typed(request))
    if not rows:
        raise BadQuery("table", "a portfolio needs tables: name a game")
    return _portfolio_job(request, rows).result()


def _typed(request: Request) -> list[dict[str, str]]:
    """The rows that name a game, with what was typed in them."""
    columns = [request.query_params.getlist(name) for name in COLUMNS]
    longest = {name: SIDE_LENGTH if name == "table" else LONGEST_FIELD for name in COLUMNS}
    rows = [
        {name: text.strip()[: longest[name]] for name, text in zip(COLUMNS, texts, strict=True)}
        for texts in zip_longest(*columns, fillvalue="")
    ]
    return [row for row in rows if row["table"]]


def read_rows(typed: list[dict[str, str]]) -> tuple[TableLine, ...]:
    """Read the rows; a `BadQuery` names the field with the number of its row."""
    if len(typed) > MOST_ROWS:
        raise BadQuery("table-1", f"{len(typed)} kinds of tables are more than the {MOST_ROWS} that are added up")
    rows = []
    for number, texts in enumerate(typed, 1):
        try:
            said = {name: texts[name] or first for name, (_, first) in COLUMNS.items()}
            name, game = read_side(said["table"], "table")
            meter = _meter(said, bet_on_meter(game, *name.side_bet(game)))
            with blame_field():
                rows.append(read_line(name, game, said, meter=meter))
        except BadQuery as error:
            raise BadQuery(f"{error.field}-{number}", str(error)) from error
    return tuple(rows)


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
    with blame_field():
        seeds = [int(read_money(word, "seed") * MICROS) for word in typed["seed"]]
        rates = [int(read_number(word, "rate", 100) * PPM / 100) for word in typed["rate"]]
    own = [
        structs.replace(level, seed_micros=seed or level.seed_micros, rate_ppm=rate or level.rate_ppm)
        for level, seed, rate in islice(zip_longest(levels, seeds, rates), len(levels))
    ]
    meter = HouseMeter(tuple(own))
    if meter.set_aside > 1:
        raise BadQuery("rate", "the percentages of all levels come to more than the whole bet")
    return meter


def _portfolio_job(request: Request, rows: tuple[TableLine, ...]) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        asked = [(row, find_side(str(row.name))[1]) for row in rows]
        lines = [row.line(engine.answer(game, executor=executor, progress=progress).par) for row, game in asked]
        return portfolio_report(Portfolio(tuple(lines)))

    unsolved = (WinningsError, TooWide)
    return counting_of(request).bet(("portfolio", rows), count, solving=rows[0].name.game, unsolved=unsolved)
