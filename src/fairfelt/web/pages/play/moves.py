"""Moves at a practice table over HTTP: the seat's session, the JSON body, limits, and what the player may see."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import date
from http import HTTPStatus
from secrets import token_urlsafe
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fairfelt.law import Law, LawError, check_bets, profile, profile_names
from fairfelt.rules import MICROS, AmountError, Game, UnknownName, fingerprint, format_amount, parse_amount
from fairfelt.runtime.formats import Tally
from fairfelt.table import RoundError
from fairfelt.web.http.answers import BadQuery, blame, read_json
from fairfelt.web.jobs import Job, Latest, TooBusy
from fairfelt.web.pages.counting import Study, counting_of, game_of, plain_query
from fairfelt.web.pages.play.practice import LearnersTable
from fairfelt.web.pages.play.views import Json
from fairfelt.web.words.catalogue import current_language, translate_view

B = TypeVar("B", bound=msgspec.Struct)
S = TypeVar("S")

SEAT_COOKIE = "fairfelt-seat"
TOKEN_BYTES = 18
TOKEN_LENGTH = 24
MOST_SESSIONS = 500
MOST_CLASSES = 100


@dataclass(eq=False)
class PracticeSession(Generic[S]):
    """One visitor at one table, and the lock of who moves."""

    table: S
    lock: Lock = field(default_factory=Lock)


class PracticeSessions(Latest[tuple[str, str, str, str], PracticeSession[Any]]):
    """The latest sessions, by visitor, kind of table, game and its fingerprint."""

    def __init__(self, most: int = MOST_SESSIONS) -> None:
        super().__init__(most)
        self.classes = Latest[str, Any](MOST_CLASSES)
        """Classes of the dealer school, by their codes."""

    def at(self, token: str, kind: str, game: Game, opened: Callable[[Game], S]) -> PracticeSession[S]:
        """The session of that visitor at that game; a new one if there is none yet."""
        return self.find((token, kind, game.slug, fingerprint(game)), lambda: PracticeSession(opened(game)))

    def of(self, token: str, kind: str) -> list[Any]:
        """The tables of that kind at which that visitor sits."""
        return [session.table for key, session in self.items() if key[:2] == (token, kind)]


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def token_of(request: Request) -> str:
    """The token of the visitor's cookie, or a new one."""
    token = request.cookies.get(SEAT_COOKIE, "")
    return token if len(token) == TOKEN_LENGTH else new_token()


def remember(response: Response, token: str) -> None:
    """Keep the token in a cookie that no script reads and no other site sends."""
    response.set_cookie(SEAT_COOKIE, token, path="/play", httponly=True, samesite="strict")


async def read_sent(request: Request, kind: type[B]) -> B:
    return await read_json(request.headers.get("content-type", ""), request.receive, kind)


class TableMove(msgspec.Struct):
    """What is sent with every move."""

    version: Tally
    """Of the table that the page shows."""


def check_range(field: str, number: int, least: int, most: int) -> int:
    """Refuse a number that this table does not have."""
    if not least <= number <= most:
        raise BadQuery(field, f"{field} is {number}: give a whole number from {least} to {most}")
    return number


MOST_BET_MICROS = 10_000 * MICROS


def read_bets_micros(bets: Mapping[str, str]) -> dict[str, int]:
    """Amounts by wager; what is empty or nothing is no bet."""
    micros = {wager: _read_bet_micros(wager, amount) for wager, amount in bets.items() if amount}
    return {wager: amount for wager, amount in micros.items() if amount}


def _read_bet_micros(wager: str, amount: str) -> int:
    with blame(wager, AmountError):
        micros = parse_amount(amount)
    if micros > MOST_BET_MICROS:
        most = format_amount(MOST_BET_MICROS, decimals=0)
        raise BadQuery(wager, f"{format_amount(micros)} on {wager} is too much: this table takes up to {most}")
    return micros


LABORATORY = "laboratory"


def law_choices() -> list[tuple[str, str]]:
    """The laws there are, by name and title, the one without limits first."""
    names = sorted(profile_names(), key=lambda name: name != LABORATORY)
    return [(name, profile(name).title) for name in names]


def check_limits(game: Game, bets_micros: Mapping[str, int], law: Law) -> None:
    """Refuse bets that the chosen law does not allow on the chosen day, beside the bet it is about."""
    alone = [(wager, {wager: micros}) for wager, micros in bets_micros.items()]
    for bet, bets in (*alone, ("bets", bets_micros)):
        for finding in check_bets(law, game, bets):
            raise BadQuery(bet, finding.sentence)


def read_law(name: str, day: str) -> Law:
    """The law that was chosen, as it is on a day."""
    try:
        on = date.fromisoformat(day) if day else date.today()
    except ValueError as error:
        raise BadQuery("day", f"day is {day!r}: give a day such as 2023-06-14") from error
    with blame("law", UnknownName), blame("day", LawError):
        return profile(name or LABORATORY).on(on)


Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def job_of(request: Request, game: Game) -> Job[Study] | None:
    """The mathematics of the game, there or on its way; nothing while too much else is asked."""
    try:
        return counting_of(request).advice(plain_query(game))
    except TooBusy:
        return None


def finished_study(job: Job[Study] | None) -> Study | None:
    return job.answer if job and job.solved else None


T = TypeVar("T", bound=LearnersTable)
M = TypeVar("M", bound=TableMove)
Move = Callable[[T, M, Study | None], T]
"""Of a table, what was sent, and the mathematics if they are there: the table after the move."""


@dataclass(frozen=True)
class Moves(Generic[T, M]):
    """One kind of table: how it is opened and how it is shown."""

    kind: str
    opened: Callable[[Game], T]
    view: Callable[[T, Job[Study] | None], Json]
    sent: type[M]
    """What is sent with its moves."""
    find: Callable[[Request], Game] = game_of
    """The game of an address."""
    job: Callable[[Request, Game], Job[Study] | None] = job_of
    """Its mathematics."""
    figures: Callable[[Request, Game], Json] = lambda request, game: {}
    """Figures for the page that are there before the mathematics of every hand."""

    def look(self, request: Request) -> Response:
        return self._answer(request, lambda session, job: None)

    def endpoint(self, move: Move[T, M]) -> Endpoint:
        async def post(request: Request) -> Response:
            sent = await read_sent(request, self.sent)
            return await run_in_threadpool(self._move, request, sent, move)

        return post

    def routes(self, base: str, moves: Mapping[str, Move[T, M]]) -> list[Route]:
        posts = [Route(f"{base}/{name}.json", self.endpoint(move), methods=["POST"]) for name, move in moves.items()]
        return [Route(f"{base}/table.json", self.look), *posts]

    def _move(self, request: Request, sent: M, move: Move[T, M]) -> Response:
        def act(session: PracticeSession[T], job: Job[Study] | None) -> str | None:
            if session.table.version != sent.version:
                return "The table has moved on since this page was drawn: here it is as it stands now"
            with blame("round", RoundError):
                session.table = move(session.table, sent, finished_study(job))
            return None

        return self._answer(request, act)

    def _answer(self, request: Request, act: Callable[[PracticeSession[T], Job[Study] | None], str | None]) -> Response:
        game, token = self.find(request), token_of(request)
        sessions: PracticeSessions = request.app.state.practice_sessions
        session, job = sessions.at(token, self.kind, game, self.opened), self.job(request, game)
        with session.lock:
            behind = act(session, job)
            view = {**self.view(session.table, job), **self.figures(request, game)}
        view = translate_view(view, current_language())
        status = HTTPStatus.CONFLICT if behind else HTTPStatus.OK
        response = JSONResponse({**view, "detail": behind} if behind else view, status)
        response.headers["Cache-Control"] = "no-store"  # a page that is gone back to must not show a stale table
        remember(response, token)
        return response
