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
from fairfelt.web.words import current_language, translate_view

from ..counting import Job, TooBusy, counting_of
from ..game_query import BadQuery, game_of, plain_query
from ..study import Study
from .json_body import JsonBody, read_json_body
from .sessions import PracticeSession, PracticeSessions, remember, token_of
from .views import Json

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]

MOST_VERSION = 1 << 53
"""As far as a browser counts."""


def job_of(request: Request, game: Game) -> Job[Study] | None:
    """The mathematics of the game, there or on its way; nothing while too much else is asked."""
    try:
        return counting_of(request).advice(plain_query(game))
    except TooBusy:
        return None


def finished_study(job: Job[Study] | None) -> Study | None:
    """The mathematics, if it is there."""
    return job.answer if job and job.solved else None


class Versioned(Protocol):
    """A table whose version tells whether a page is behind."""

    @property
    def version(self) -> int:
        """One more with every move."""


T = TypeVar("T", bound=Versioned)
Move = Callable[[T, JsonBody, Study | None], T]


@dataclass(frozen=True)
class Moves(Generic[T]):
    """One kind of table: how it is opened and how it is shown."""

    kind: str
    opened: Callable[[Game], T]
    view: Callable[[T, Job[Study] | None], Json]
    find: Callable[[Request], Game] = game_of
    """The game of an address."""
    job: Callable[[Request, Game], Job[Study] | None] = job_of
    """Its mathematics."""
    figures: Callable[[Request, Game], Json] = lambda request, game: {}
    """What the page shows of figures that are there before the mathematics of every hand."""

    def look(self, request: Request) -> Response:
        """The table as it stands."""
        return self._answer(request, lambda session, job: None)

    def endpoint(self, move: Move[T]) -> Endpoint:
        """An endpoint that makes a move."""

        async def post(request: Request) -> Response:
            body = await read_json_body(request)
            version = body.whole_number("version", most=MOST_VERSION)
            return await run_in_threadpool(self._move, request, body, version, move)

        return post

    def _move(self, request: Request, body: JsonBody, version: int, move: Move[T]) -> Response:
        def act(session: PracticeSession[T], job: Job[Study] | None) -> str | None:
            if session.table.version != version:
                return "The table has moved on since this page was drawn: here it is as it stands now"
            try:
                session.table = move(session.table, body, finished_study(job))
            except RoundError as error:
                raise BadQuery("round", str(error)) from error
            return None

        return self._answer(request, act)

    def _answer(self, request: Request, act: Callable[[PracticeSession[T], Job[Study] | None], str | None]) -> Response:
        game, token = self.find(request), token_of(request)
        sessions: PracticeSessions = request.app.state.practice_sessions
        session, job = sessions.find(token, self.kind, game, self.opened), self.job(request, game)
        with session.lock:
            behind = act(session, job)
            view = {**self.view(session.table, job), **self.figures(request, game)}
        view = translate_view(view, current_language())
        status = HTTPStatus.CONFLICT if behind else HTTPStatus.OK
        response = JSONResponse({**view, "detail": behind} if behind else view, status)
        response.headers["Cache-Control"] = "no-store"  # a page that is gone back to must not show a stale table
        remember(response, token)
        return response
