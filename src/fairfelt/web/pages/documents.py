"""Sheets to take away, by the ending of the address: page, PDF, JSON, plain text, and tables as CSV."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.reports.par.outcomes_csv import par_records
from fairfelt.reports.par.own_pays import pays_text
from fairfelt.reports.par.strategy import strategy_dict, strategy_sheet
from fairfelt.reports.par.verification import verification_sheet
from fairfelt.reports.placard.catalogue import catalogue_dict, catalogue_sheet
from fairfelt.reports.placard.placard import placard, placard_dict
from fairfelt.reports.report import Format, Record, Report
from fairfelt.reports.sheet.html import style
from fairfelt.rules import Game, UnknownName
from fairfelt.web.http.headers import POLICY
from fairfelt.web.pages.games.hand import hand_of

from .counting import counting_of
from .game_query import asked_of, game_of, plainly
from .study import together

FORMS = {
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
}
FORMATS: dict[str, Format] = {"csv": "csv", "html": "html", "json": "json", "pdf": "pdf", "txt": "text"}
PAPERS = tuple(form for form in FORMS if form != "csv")


def par_document(request: Request) -> Response:
    """The PAR sheet."""
    asked, form = asked_of(request), form_of(request, *FORMS)
    priced = counting_of(request).priced(asked).finished()
    found = Report(priced.sheet, priced.par.to_dict(), name_of(asked.game, "par"), par_records(priced.par))
    return delivered(form, found)


def rules_document(request: Request) -> Response:
    """Rules of play."""
    game, form = asked_of(request).game, form_of(request)
    return delivered(form, Report(placard(game), placard_dict(game), name_of(game, "rules")))


def strategy_document(request: Request) -> Response:
    """The short strategy, and the hand that was asked about."""
    game, form = game_of(request), form_of(request)
    study = counting_of(request).study(plainly(game)).finished()
    if study.short is None:
        raise UnknownName("short strategy of", game.title, ())
    told = (game, study.short, hand_of(request, study.solution))
    found = Report(strategy_sheet(*told), strategy_dict(*told), name_of(game, "strategy"))
    return delivered(form, found)


def verification_document(request: Request) -> Response:
    """Every published figure."""
    form = form_of(request, *FORMS)
    jobs = [counting_of(request).check(game, ahead=True) for game in games.catalogue()]
    found = together(job.finished() for job in jobs)
    sheet, plain = verification_sheet(found), found.to_dict()
    return delivered(form, Report(sheet, plain, "verification", [_flat(figure) for figure in plain["figures"]]))


def catalogue_document(request: Request) -> Response:
    """The list of games."""
    all_games = games.catalogue()
    sheet, plain = catalogue_sheet(all_games), catalogue_dict(all_games)
    return delivered(form_of(request), Report(sheet, plain, "games"))


def pays_document(request: Request) -> Response:
    """Pays of one's own as a file for the command line."""
    asked = asked_of(request)
    tables = {wager: asked.game.wager(wager).paytable for wager, _ in asked.pays}
    name = f"{name_of(asked.printed, 'pays')}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(pays_text(tables, asked.printed), headers=headers, media_type="application/toml")


def form_of(request: Request, *offered: str) -> str:
    """The ending of the address, among those a document has."""
    form: str = request.path_params["form"]
    known = offered or PAPERS
    if form not in known:
        raise UnknownName("form", form, tuple(known))
    return form


def name_of(game: Game, part: str) -> str:
    """What a document of a game is called."""
    return "-".join(filter(None, (game.slug, game.variant, part)))


def _flat(figure: dict[str, Any]) -> Record:
    exact = figure["exact"]
    return {**figure, "exact": exact["decimal"], "exact_fraction": exact["fraction"]}


def delivered(form: str, report: Report) -> Response:
    """The report as a file in that form."""
    headers = {"Content-Disposition": f'inline; filename="{report.name}.{form}"'}
    content = report.render(FORMATS[form])
    if form == "html":
        headers["Content-Security-Policy"] = _policy_with_style()
    return Response(content, headers=headers, media_type=FORMS[form])


def _policy_with_style() -> str:
    """A sheet of its own carries its style inside: that one text is allowed, and no other."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
