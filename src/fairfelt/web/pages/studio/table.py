"""The practice table of a draft: the same table, without a coach."""

from __future__ import annotations

from concurrent.futures import Future
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.engine.exact import Unsolved
from fairfelt.rules import Game
from fairfelt.web.jobs import Job

from ..play import table as practice
from ..play.moves import Moves
from ..play.pages import Places, practice_page
from ..play.practice import Practice
from ..study import Study
from .drafts import drafts_of

NO_COACH = "The coach knows games of the catalogue; the studio shows what this one costs a player"


def _draft_game(request: Request) -> Game:
    return drafts_of(request).find(request.path_params["draft"]).game


def _no_coach(request: Request, game: Game) -> Job[Study]:
    """An answer that is there: none."""
    job: Job[Study] = Job(monotonic, ahead=False)
    job.future = Future()
    job.future.set_exception(Unsolved(NO_COACH))
    return job


TABLE = Moves("practice", Practice.opened, practice.practice_view, _draft_game, _no_coach)


def table(request: Request) -> Response:
    """A draft at the practice table."""
    name, game = request.path_params["draft"], _draft_game(request)
    base, drawings = f"/play/draft/{name}", f"/studio/drafts/{name}"
    places = Places(
        play=base, school="", rules="/studio", dealing="", base=base, query="",
        rack_card=f"{drawings}/rack-card.svg", layout=f"{drawings}/felt.svg",
    )  # fmt: skip
    return practice_page(request, "play/table.html", game, places)


ROUTES = [
    Route("/play/draft/{draft}", table),
    Route("/play/draft/{draft}/table.json", TABLE.look),
    Route("/play/draft/{draft}/deal.json", TABLE.endpoint(practice.deal), methods=["POST"]),
    Route("/play/draft/{draft}/choose.json", TABLE.endpoint(practice.choose), methods=["POST"]),
    Route("/play/draft/{draft}/mend.json", TABLE.endpoint(practice.mend), methods=["POST"]),
    Route("/play/draft/{draft}/clear.json", TABLE.endpoint(practice.clear), methods=["POST"]),
    Route("/play/draft/{draft}/start-over.json", TABLE.endpoint(practice.start_over), methods=["POST"]),
]
"""Under the address of practice, where its cookie is sent."""
