"""Two paytables or two games side by side: the page, and the same to take away."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.reports.par.comparison import comparison_dict, comparison_records, comparison_sheet
from fairfelt.reports.report import Report

from ..counting import counting_of
from ..documents import delivered, form_of
from ..game_query import BadQuery
from ..page import page
from .sides import Side, all_sides, first_two, side_of

FORMS = ("pdf", "html", "json", "csv")


def compare(request: Request) -> Response:
    """Choose two, and see them."""
    wrong, chosen = None, first_two(games.catalogue()[0])
    try:
        chosen = _chosen(request)
    except BadQuery as error:
        wrong = error
    jobs = [counting_of(request).priced(side.asked) for side in chosen] if not wrong else []
    ready = bool(jobs) and all(job.solved for job in jobs)
    sheet = comparison_sheet(*(s.of(j.answer) for s, j in zip(chosen, jobs, strict=True))) if ready else None
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


def comparison_document(request: Request) -> Response:
    """The same as a paper, as data, for a spreadsheet."""
    form, counting = form_of(request, *FORMS), counting_of(request)
    a, b = (side.of(counting.priced(side.asked).finished()) for side in _chosen(request))
    return delivered(
        form, Report(comparison_sheet(a, b), comparison_dict(a, b), "comparison", comparison_records(a, b))
    )


def _chosen(request: Request) -> tuple[Side, Side]:
    """Both sides; what is not said is a good beginning."""
    texts = [request.query_params.get(field, "") for field in ("a", "b")]
    if texts[0] and not texts[1]:
        return first_two(games.find(texts[0].partition(":")[0].partition("@")[0]))
    first, second = first_two(games.catalogue()[0])
    return (
        side_of(texts[0], "a") if texts[0] else first,
        side_of(texts[1], "b") if texts[1] else second,
    )
