"""The downloads about games: PAR sheet, rules, strategy, plots, verification, the list, changed pays."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt import games
from fairfelt.engine.answers.verification import merge_verifications
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.own_pays import pays_text
from fairfelt.reports.par.par_sheet import par_dict, par_records, strategy_dict, strategy_sheet
from fairfelt.reports.placard.dealing import dealing_dict, dealing_guide
from fairfelt.reports.placard.placard import catalogue_report, placard, placard_dict
from fairfelt.reports.report import Record, Report
from fairfelt.rules import UnknownName
from fairfelt.rules.json_form.schema import game_schema
from fairfelt.web.http.headers import disposition

from ..counting import counting_of
from ..documents import FORMS, WITHOUT_CSV, document, document_name
from ..game_query import game_of, plain_query, read_game_query
from .hand import asks_for_advice, read_hand


@document(*FORMS)
def par_document(request: Request) -> Report:
    """The PAR sheet."""
    query = read_game_query(request)
    priced = counting_of(request).price(query).result()
    return Report(priced.sheet, par_dict(priced.par), document_name(query.game, "par"), par_records(priced.par))


@document(*WITHOUT_CSV)
def rules_document(request: Request) -> Report:
    """Rules of play."""
    game = read_game_query(request).game
    return Report(placard(game), placard_dict(game), document_name(game, "rules"))


@document(*WITHOUT_CSV)
def dealing_document(request: Request) -> Report:
    """The dealer's guide."""
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


@document("pdf", "html")
def plots_document(request: Request) -> Report:
    """Every plot of a game."""
    game = game_of(request)
    return Report(counting_of(request).study(plain_query(game)).result().plots, {}, document_name(game, "plots"))


@document(*FORMS)
def verification_document(request: Request) -> Report:
    """Every published figure."""
    jobs = [counting_of(request).check(game, ahead=True) for game in games.catalogue()]
    found = merge_verifications(job.result() for job in jobs)
    plain = found.to_dict()
    return Report(verification_sheet(found), plain, "verification", [_record(figure) for figure in plain["figures"]])


def _record(figure: dict[str, Any]) -> Record:
    """A row for a spreadsheet; a figure that could not be calculated has no exact value."""
    exact = figure["exact"] or {"decimal": "", "fraction": ""}
    return {**figure, "exact": exact["decimal"], "exact_fraction": exact["fraction"]}


@document(*WITHOUT_CSV)
def catalogue_document(request: Request) -> Report:
    """The list of games."""
    return catalogue_report(games.catalogue())


def pays_document(request: Request) -> Response:
    """Changed pays as a file for the command line."""
    query = read_game_query(request)
    name = f"{document_name(query.printed, 'pays')}.toml"
    headers = {"Content-Disposition": disposition(name, "attachment")}
    return Response(pays_text(query.changed_tables, query.printed), headers=headers, media_type="application/toml")


async def schema_document(request: Request) -> Response:
    """The JSON Schema of a game."""
    return JSONResponse(game_schema())
