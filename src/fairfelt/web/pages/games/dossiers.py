"""The dossier of a game: what each regulator asks for, and the documents that answer it."""

from __future__ import annotations

from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.law import letter, profile
from fairfelt.law.dossiers import checklist, checklist_names
from fairfelt.reports.law.dossier import Dossier, dossier_report, verdict_of
from fairfelt.reports.par.lab_report import Study
from fairfelt.reports.report import Report
from fairfelt.web.pages.counting import MOST_WAITED_S, counting_of
from fairfelt.web.pages.game_query import game_of, plain_query
from fairfelt.web.pages.page import WITHOUT_CSV, document, page


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


ROUTES = [
    Route("/games/{slug}/dossier", dossiers),
    Route("/games/{slug}/dossier-{regulator}.{form}", dossier_document),
]
