"""From a request to a move at somebody's table, and back to what may be seen of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, Protocol, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fairfelt.rules import Game
from fairfelt.table import RoundError

from ..counting import Job, TooBusy, counting_of
from ..game_query import BadQuery, game_of, plainly
from ..study import Study
from .json_body import Said, said_in
from .sessions import Chair, remember, sittings_of, token_of
from .table_view import Shown

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]

MOST_VERSION = 1 << 53
"""As far as a browser counts."""


class Sitting(Protocol):
    """What a chair holds."""

    @property
    def version(self) -> int:
        """One more with every move."""


S = TypeVar("S", bound=Sitting)
Move = Callable[[S, Said, Study | None], S]
Show = Callable[[S, Job[Study] | None], Shown]


@dataclass(frozen=True)
class Moves(Generic[S]):
    """One kind of table: how it is opened and how it is shown."""

    kind: str
    opened: Callable[[Game], S]
    show: Show[S]

    def look(self, request: Request) -> Response:
        """The table as it stands."""
        return self._answer(request, lambda chair, job: None)

    def by(self, move: Move[S]) -> Endpoint:
        """An endpoint that makes a move."""

        async def endpoint(request: Request) -> Response:
            said = await said_in(request)
            version = said.whole("version", most=MOST_VERSION)
            return await run_in_threadpool(self._move, request, said, version, move)

        return endpoint

    def _move(self, request: Request, said: Said, version: int, move: Move[S]) -> Response:
        def moved(chair: Chair[S], job: Job[Study] | None) -> str | None:
            if chair.sitting.version != version:
                return "The table has moved on since this page was drawn: here it is as it stands now"
            try:
                chair.sitting = move(chair.sitting, said, counted(job))
            except RoundError as error:
                raise BadQuery("round", str(error)) from error
            return None

        return self._answer(request, moved)

    def _answer(self, request: Request, act: Callable[[Chair[S], Job[Study] | None], str | None]) -> Response:
        game, token = game_of(request), token_of(request)
        chair = sittings_of(request).chair(token, self.kind, game, self.opened)
        job = job_of(request, game)
        with chair.lock:
            behind = act(chair, job)
            shown = self.show(chair.sitting, job)
        status = HTTPStatus.CONFLICT if behind else HTTPStatus.OK
        response = JSONResponse({**shown, "detail": behind} if behind else shown, status)
        remember(response, token)
        return response


def job_of(request: Request, game: Game) -> Job[Study] | None:
    """The mathematics of the game, there or on its way; nothing while too much else is asked."""
    try:
        return counting_of(request).study(plainly(game))
    except TooBusy:
        return None


def counted(job: Job[Study] | None) -> Study | None:
    """The mathematics, if it is there."""
    return job.answer if job and job.ready and not job.future.exception() else None
