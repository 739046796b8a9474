"""What a progressive bet of a game will do: the page with its form, and every report on it to download."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.meters import offers_of
from fairfelt.reports.report import Report
from fairfelt.rules import UnknownName

from ..counting import counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page
from . import meter_study
from .form import MeterForm
from .meter_study import TITLES, MeterStudy


def meter(request: Request) -> Response:
    """The form, and below it all that it comes to."""
    game = game_of(request)
    if not offers_of(game):
        return page("meters/meter.html", status=404, game=game, form=None, waiting=False)
    form = MeterForm(game, request.query_params)
    study = _study(request, form)
    parts = list(study.parts(TITLES)) if study else []
    return page(
        "meters/meter.html",
        status=200 if study else 400,
        game=game,
        form=form,
        study=study,
        parts=parts,
        waiting=bool(study and not study.ready) or any(part.waiting for part in parts),
        query=urlencode({"variant": game.variant, **form.query} if game.variant else form.query),
    )


@document(*FORMS)
def meter_document(request: Request) -> Report:
    """One of its reports."""
    game, name = game_of(request), request.path_params["part"]
    if not offers_of(game) or name not in TITLES:
        raise UnknownName("sheet about a meter of", f"{game.title}: {name}", tuple(TITLES) if offers_of(game) else ())
    form = MeterForm(game, request.query_params)
    study = _study(request, form)
    if study is None:
        raise BadQuery(*next(iter(form.mistakes.items())))
    return replace(study.finished_report(name), name=document_name(game, f"meter-{name}"))


def _study(request: Request, form: MeterForm) -> MeterStudy | None:
    """What was typed, with its bet counted if that is done in a moment; None where something typed is wrong."""
    setup, tax = form.read()
    return MeterStudy(counting_of(request), setup, tax, patience_s=meter_study.PATIENCE_S) if setup else None
