"""The page on which pays are typed and priced."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.reports.par.own_pays import pays_text

from ..counting import counting_of
from ..game_query import BadQuery, game_of, plain_query, read_printed_query, wagers_with_choice
from ..page import page
from ..pay_overrides import read_pay_overrides
from .editor import build_editor


def edit(request: Request) -> Response:
    """Every paytable of a game as fields; while somebody types, the page is asked for again."""
    game, counting, fields = game_of(request), counting_of(request), request.query_params
    job = counting.study(plain_query(game))
    wrong = editor = None
    if job.solved:
        try:
            query = read_printed_query(request)
            overrides = read_pay_overrides(fields, query.printed)
            job = counting.pricing(plain_query(game)) if overrides.pays else job
            editor = build_editor(counting, job.answer, query, overrides, fields) if job.solved else None
        except BadQuery as error:
            wrong = error
    return page(
        "games/edit.html",
        status=400 if wrong else 200,
        game=game,
        job=job,
        wrong=wrong,
        editor=editor,
        wagers=wagers_with_choice(game),
        chosen=[text for text in fields.getlist("paytable") if text],
        query=editor.fields if editor else {},
        file=pays_text(editor.query.changed_tables, editor.query.printed) if editor else "",
        waiting=editor.waits if editor else not wrong and not job.unsolved,
    )
