"""The pages of one game: rules, dealing, PAR sheet, strategy, plots, dossier; each to read and to download."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt import games
from fairfelt.analysis.advisers import example_hand
from fairfelt.analysis.counting.shoe_bet import NotCountable
from fairfelt.analysis.counting.study import odds_of_shoe
from fairfelt.analysis.design.pays import pays_text
from fairfelt.engine.answers.verification import merge_verifications
from fairfelt.engine.exact import Solution
from fairfelt.law import letter, profile
from fairfelt.law.dossiers import checklist, checklist_names
from fairfelt.reports.counting import odds_report
from fairfelt.reports.law.dossier import Dossier, dossier_report, verdict_of
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.lab_report import Study
from fairfelt.reports.par.par_sheet import AdvisedHand, par_dict, par_records, strategy_dict, strategy_sheet
from fairfelt.reports.placard.dealing import dealing_dict, dealing_guide
from fairfelt.reports.placard.placard import catalogue_report, placard, placard_dict
from fairfelt.reports.report import Report, flat
from fairfelt.rules import Blackjack, Game, UnknownName
from fairfelt.rules.cards import Card, DeckError, NotationError, parse_cards
from fairfelt.rules.json_form.schema import game_schema
from fairfelt.web.http.answers import BadQuery, blame, disposition
from fairfelt.web.pages.counting import (
    MOST_WAITED_S,
    counting_of,
    game_of,
    plain_query,
    read_game_query,
    versions,
    wagers_with_choice,
)
from fairfelt.web.pages.page import FORMS, WITHOUT_CSV, document, document_name, page

FIELDS = ("hand", "community", "dealer")


def asks_for_advice(request: Request) -> bool:
    """True if cards stand in the address."""
    return any(request.query_params.get(field, "").strip() for field in FIELDS)


def read_hand(request: Request, solution: Solution) -> AdvisedHand | None:
    """The hand with the value of every choice; nothing if none was asked about."""
    hand, community, dealer = (request.query_params.get(field, "").strip() for field in FIELDS)
    if not hand and not community and not dealer:
        return None
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
        study=Study(
            par=study.par,
            short=study.short,
            verification=counting.check(game).result(),
            curve=study.curve,
        ),
        protection=verdict_of(game, MOST_WAITED_S),
    )
    return dossier_report(made)
