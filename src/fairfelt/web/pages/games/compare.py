"""Two paytables or two games side by side."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.reports.par.comparison import comparison_sheet

from ..counting import counting_of
from ..game_query import BadQuery
from ..page import page
from .sides import all_sides, read_sides, suggest_sides


def compare(request: Request) -> Response:
    """Choose two, and see them."""
    wrong, chosen = None, suggest_sides(games.catalogue()[0])
    try:
        chosen = read_sides(request)
    except BadQuery as error:
        wrong = error
    jobs = [counting_of(request).price(side.query) for side in chosen] if not wrong else []
    sheet = None
    if jobs and all(job.solved for job in jobs):
        sheet = comparison_sheet(*(side.figures(job.answer) for side, job in zip(chosen, jobs, strict=True)))
    return page(
        "games/compare.html",
        status=400 if wrong else 200,
        chosen=chosen,
        groups=all_sides(),
        jobs=jobs,
        sheet=sheet,
        wrong=wrong,
        waiting=any(not job.ready for job in jobs),
    )
