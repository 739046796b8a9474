"""The page on which pays are typed and priced."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.reports.par.own_pays import pays_text

from ..counting import counting_of
from ..game_query import BadQuery, game_of, plainly, printed_of, with_choice
from ..page import page
from ..pay_overrides import typed_of
from .editor import Editor, editor


def edit(request: Request) -> Response:
    """Every paytable of a game as fields; while somebody types, the page is asked for again."""
    game, counting = game_of(request), counting_of(request)
    job = counting.study(plainly(game))
    wrong = found = None
    if job.solved:
        try:
            asked = printed_of(request)
            typed = typed_of(request.query_params, asked.printed)
            found = editor(counting, job.answer, asked, typed, request.query_params)
        except BadQuery as error:
            wrong = error
    waits = found.waits if found else not wrong and not job.unsolved
    return page(
        "games/edit.html",
        status=400 if wrong else 200,
        game=game,
        job=job,
        wrong=wrong,
        editor=found,
        wagers=with_choice(game),
        chosen=[text for text in request.query_params.getlist("paytable") if text],
        query=_query(found) if found else {},
        file=_file(found) if found else "",
        waiting=waits,
    )


def _query(found: Editor) -> dict[str, str | list[str]]:
    """The fields that say what is changed, for links."""
    lines = [line for group in found.groups for line in (*group.lines, *group.more) if line.changed]
    tables = [f"{wager}={table}" for wager, table in found.asked.paytables]
    return {"paytable": tables, **{line.field: line.typed for line in lines}}


def _file(found: Editor) -> str:
    """The same for the command line."""
    return pays_text({name: found.asked.game.wager(name).paytable for name, _ in found.asked.pays}, found.asked.printed)
