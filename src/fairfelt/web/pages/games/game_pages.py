"""The pages: start, a game's rules, PAR sheet, strategy and plots, the verification."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.analysis.advisers.example_hand import example_hand
from fairfelt.engine.answers.verification import merge_verifications
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.par_sheet import strategy_sheet
from fairfelt.reports.placard.dealing import dealing_guide
from fairfelt.reports.placard.placard import placard

from ..counting import counting_of
from ..game_query import BadQuery, game_of, plain_query, read_game_query, versions, wagers_with_choice
from ..page import page
from .hand import FIELDS, asks_for_advice, read_hand


def start(request: Request) -> Response:
    """What Fairfelt is, and every game."""
    counting = counting_of(request)
    cards = [(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    room = request.app.state.controller is not None
    return page("games/start.html", cards=cards, room=room, waiting=not all(job.ready for _, job in cards))


def rules(request: Request) -> Response:
    """A game: its main figures and its rules."""
    game = game_of(request)
    job = counting_of(request).study(plain_query(game))
    return page("games/rules.html", game=game, job=job, sheet=placard(game), waiting=not job.ready)


def dealing(request: Request) -> Response:
    """The dealer's guide of a game."""
    game = game_of(request)
    return page("games/dealing.html", game=game, sheet=dealing_guide(game), waiting=False)


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
        status=400 if wrong else 200,
        game=game,
        job=job,
        wrong=wrong,
        query=query,
        wagers=wagers_with_choice(game),
        envy=any(table.envy for wager in game.wagers for table in wager.paytables),
        waiting=job is not None and not job.ready,
    )


def strategy(request: Request) -> Response:
    """How to play a game, and what to do with the cards in hand."""
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
                sheet = replace(sheet, sections=(sheet.sections[-1], *sheet.sections[:-1]))
    return page(
        "games/strategy.html",
        status=400 if wrong else 200,
        game=game,
        job=job,
        wrong=wrong,
        sheet=sheet,
        query={field: request.query_params.get(field, "") for field in FIELDS},
        example=example_hand(game),
        waiting=not job.ready,
    )


def plots(request: Request) -> Response:
    """Every plot of a game with its numbers."""
    game = game_of(request)
    job = counting_of(request).study(plain_query(game))
    return page("games/plots.html", game=game, job=job, waiting=not job.ready)


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
