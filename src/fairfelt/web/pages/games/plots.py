"""A game in pictures: the page, and the same to take away."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.reports.report import Report

from ..counting import counting_of
from ..documents import delivered, form_of, name_of
from ..game_query import game_of, plainly
from ..page import page


def plots(request: Request) -> Response:
    """Every picture of a game with its numbers."""
    game = game_of(request)
    job = counting_of(request).study(plainly(game))
    return page("games/plots.html", game=game, job=job, waiting=not job.ready)


def plots_document(request: Request) -> Response:
    """The same as a paper."""
    game, form = game_of(request), form_of(request, "pdf", "html")
    study = counting_of(request).study(plainly(game)).finished()
    return delivered(form, Report(study.plots, {}, name_of(game, "plots")))
