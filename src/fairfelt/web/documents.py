"""Sheets to take away, by the ending of the address: page, PDF, JSON, plain text."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games, reports
from fairfelt.reports import Sheet
from fairfelt.rules import Game, UnknownName

from .asked import asked_of, game_of, plainly
from .counting import counting_of
from .hand import hand_of
from .headers import POLICY
from .study import together

FORMS = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
}


def par_document(request: Request) -> Response:
    """The PAR sheet."""
    asked = asked_of(request)
    form = _form(request)
    study = counting_of(request).study(asked).finished()
    return _document(form, study.sheet, study.par.to_dict(), _name(asked.game, "par"))


def rules_document(request: Request) -> Response:
    """Rules of play."""
    game = asked_of(request).game
    return _document(_form(request), reports.placard(game), reports.placard_dict(game), _name(game, "rules"))


def strategy_document(request: Request) -> Response:
    """The short strategy, and the hand that was asked about."""
    game, form = game_of(request), _form(request)
    study = counting_of(request).study(plainly(game)).finished()
    if study.short is None:
        raise UnknownName("short strategy of", game.title, ())
    told = (game, study.short, hand_of(request, study.solution))
    return _document(form, reports.strategy_sheet(*told), reports.strategy_dict(*told), _name(game, "strategy"))


def verification_document(request: Request) -> Response:
    """Every published figure."""
    form = _form(request)
    jobs = [counting_of(request).check(game, ahead=True) for game in games.catalogue()]
    found = together(job.finished() for job in jobs)
    return _document(form, reports.verification_sheet(found), found.to_dict(), "verification")


def catalogue_document(request: Request) -> Response:
    """The list of games."""
    all_games = games.catalogue()
    sheet, plain = reports.catalogue_sheet(all_games), reports.catalogue_dict(all_games)
    return _document(_form(request), sheet, plain, "games")


def _form(request: Request) -> str:
    form: str = request.path_params["form"]
    if form not in FORMS:
        raise UnknownName("form", form, tuple(FORMS))
    return form


def _name(game: Game, part: str) -> str:
    return "-".join(filter(None, (game.slug, game.variant, part)))


def _document(form: str, sheet: Sheet, plain: dict[str, Any], name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}.{form}"'}
    match form:
        case "json":
            content = f"{json.dumps(plain, indent=2, ensure_ascii=False)}\n".encode()
        case "pdf":
            content = reports.as_pdf(sheet)
        case "txt":
            content = reports.plain_text(sheet).encode()
        case _:
            drawn = reports.as_html(sheet)
            content, headers["Content-Security-Policy"] = drawn.encode(), _with_its_style(drawn)
    return Response(content, headers=headers, media_type=FORMS[form])


def _with_its_style(drawn: str) -> str:
    """A sheet of its own carries its style inside: that one text is allowed, and no other."""
    style = drawn.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
