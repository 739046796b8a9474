"""The studio over HTTP: the page, games to begin from, looks at a draft, counts, files, and a table to play it at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fairfelt import games
from fairfelt.engine.exact import Unsolved
from fairfelt.reports.language import language_sheet
from fairfelt.reports.layout import layout_svg, rack_card_svg
from fairfelt.rules import BadDefinition, Game, UnknownName
from fairfelt.rules.json_form.read import game_text
from fairfelt.rules.json_form.write import NotData, is_data, write_game
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Study, read_game_query
from fairfelt.web.pages.games.game_pages import schema_document
from fairfelt.web.pages.page import page
from fairfelt.web.pages.play import table as practice
from fairfelt.web.pages.play.practice import Moves, Practice, read_sent
from fairfelt.web.pages.play.table import practice_page
from fairfelt.web.pages.studio.drafts import BLANK, Kind, StudioCounts, drafts_of, fault_of, look, read_draft

SVG = "image/svg+xml"
_language = cache(language_sheet)  # half a second to write


class StudioRequest(Struct):
    """What the page sends; each question needs some of it."""

    game: Any = None
    """As it was composed so far."""
    version: int = 0
    """The version that is shown."""
    kind: Kind = "par"
    draft: str = ""
    visitor: Annotated[str, Meta(max_length=64)] = ""
    """A name that the page made up."""


def studio(request: Request) -> Response:
    return page("studio/studio.html", games=_as_data(), begun=request.query_params.get("like", ""))


@cache
def _as_data() -> tuple[Game, ...]:
    """Games that can be opened: those made of known parts."""
    return tuple(game for game in games.catalogue() if is_data(game))


def language(request: Request) -> Response:
    return page("studio/language.html", sheet=_language())


def begin(request: Request) -> Response:
    """A game to begin from, with the pays that the address says."""
    slug = request.path_params["slug"]
    if slug == "blank":
        return JSONResponse(BLANK)
    try:
        return JSONResponse(write_game(read_game_query(request).game).data)
    except NotData as error:
        raise UnknownName("game of known parts", str(error), ()) from error


async def look_at(request: Request) -> Response:
    """Show a draft, or its fault."""
    sent = await read_sent(request, StudioRequest)
    return JSONResponse(await run_in_threadpool(look, drafts_of(request), sent.game, sent.version))


async def count(request: Request) -> Response:
    """A PAR sheet or all checks of a draft, there or on the way."""
    sent = await read_sent(request, StudioRequest)
    counts: StudioCounts = request.app.state.studio_counts
    draft = drafts_of(request).named(sent.draft)
    return JSONResponse(await run_in_threadpool(counts.ask, sent.kind, draft, sent.visitor))


async def leave(request: Request) -> Response:
    """A visitor closes the page: stop what only this visitor waited for."""
    request.app.state.studio_counts.leave((await read_sent(request, StudioRequest)).visitor)
    return JSONResponse({})


async def as_file(request: Request) -> Response:
    """A draft with all its versions as JSON, to take away."""
    sent = await read_sent(request, StudioRequest)
    try:
        draft = await run_in_threadpool(read_draft, sent.game, sent.version)
        text = await run_in_threadpool(game_text, draft.whole)
    except BadDefinition as error:
        return JSONResponse({"fault": fault_of(error, sent.game, sent.version)})
    return JSONResponse({"text": text, "name": draft.whole.slug.replace("-", "_")})


def drawing(request: Request, draw: Callable[[Game], str]) -> Response:
    """The felt or the rack card of a draft."""
    return Response(draw(_draft_game(request)), media_type=SVG)


# The practice table of a draft: the same table, without a coach. It lies where the cookie of practice is sent.

NO_COACH = "The coach knows games of the catalogue; the studio shows what this one costs a player"


def _draft_game(request: Request) -> Game:
    return drafts_of(request).named(request.path_params["draft"]).game


def _no_coach(request: Request, game: Game) -> Job[Study]:
    """An answer that is there: none."""
    return Job.ended(Unsolved(NO_COACH))


TABLE = Moves("practice", Practice.opened, practice.practice_view, practice.PracticeMove, _draft_game, _no_coach)


def table(request: Request) -> Response:
    name, game = request.path_params["draft"], _draft_game(request)
    base, drawings = f"/play/draft/{name}", f"/studio/drafts/{name}"
    places = {
        "play": base, "school": "", "rules": "/studio", "dealing": "", "base": base, "query": "",
        "rack_card": f"{drawings}/rack-card.svg", "layout": f"{drawings}/felt.svg",
    }  # fmt: skip
    return practice_page(request, "play/table.html", game, places)


ROUTES = [
    Route("/play/draft/{draft}", table),
    *TABLE.routes("/play/draft/{draft}", practice.MOVES),
    Route("/studio", studio),
    Route("/language", language),
    Route("/studio/schema.json", schema_document),
    Route("/studio/begin/{slug}.json", begin),
    Route("/studio/look.json", look_at, methods=["POST"]),
    Route("/studio/count.json", count, methods=["POST"]),
    Route("/studio/leave.json", leave, methods=["POST"]),
    Route("/studio/file.json", as_file, methods=["POST"]),
    Route("/studio/drafts/{draft}/felt.svg", partial(drawing, draw=layout_svg)),
    Route("/studio/drafts/{draft}/rack-card.svg", partial(drawing, draw=rack_card_svg)),
]
