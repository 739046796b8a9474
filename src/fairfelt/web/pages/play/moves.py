"""Moves at a practice table over HTTP: the seat's session, the JSON body, limits, and what the player may see."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import date
from http import HTTPStatus
from secrets import token_urlsafe
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fairfelt.law import Law, LawError, check_bets, profile, profile_names
from fairfelt.rules import MICROS, Game, UnknownName, fingerprint, format_amount, parse_amount
from fairfelt.runtime.formats import MOST_SEATS
from fairfelt.table import RoundError
from fairfelt.web.http.answers import BadQuery, read_integer, read_json
from fairfelt.web.jobs import Job, TooBusy
from fairfelt.web.pages.counting import Study, counting_of
from fairfelt.web.pages.game_query import game_of, plain_query
from fairfelt.web.pages.play.views import Json
from fairfelt.web.words.catalogue import current_language
from fairfelt.web.words.said import translate_view

S = TypeVar("S")

SEAT_COOKIE = "fairfelt-seat"
TOKEN_BYTES = 18
TOKEN_LENGTH = 24
MOST_SESSIONS = 500


@dataclass(eq=False)
class PracticeSession(Generic[S]):
    """One visitor at one table, and the lock of who moves."""

    table: S
    lock: Lock = field(default_factory=Lock)


class PracticeSessions:
    """All sessions, by visitor, kind of table and game."""

    def __init__(self, most: int = MOST_SESSIONS) -> None:
        self._most = most
        self._sessions: OrderedDict[tuple[str, str, str, str], PracticeSession[Any]] = OrderedDict()
        self._guard = Lock()

    def find(self, token: str, kind: str, game: Game, opened: Callable[[Game], S]) -> PracticeSession[S]:
        """The session of that visitor at that game; a new one if there is none yet."""
        key = (token, kind, game.slug, fingerprint(game))
        with self._guard:
            if key not in self._sessions:
                self._sessions[key] = PracticeSession(opened(game))
            self._sessions.move_to_end(key)
            while len(self._sessions) > self._most:
                self._sessions.popitem(last=False)
            return self._sessions[key]

    def of(self, token: str, kind: str) -> list[Any]:
        """The tables of that kind at which that visitor sits."""
        with self._guard:
            return [session.table for key, session in self._sessions.items() if key[:2] == (token, kind)]

    def __len__(self) -> int:
        return len(self._sessions)


def new_token() -> str:
    """A token for a new seat."""
    return token_urlsafe(TOKEN_BYTES)


def token_of(request: Request) -> str:
    """The token of the visitor's cookie, or a new one."""
    token = request.cookies.get(SEAT_COOKIE, "")
    return token if len(token) == TOKEN_LENGTH else new_token()


def remember(response: Response, token: str) -> None:
    """Keep the token in a cookie that no script reads and no other site sends."""
    response.set_cookie(SEAT_COOKIE, token, path="/play", httponly=True, samesite="strict")


MOST_BET_MICROS = 10_000 * MICROS


@dataclass(frozen=True)
class JsonBody:
    """The fields of one request."""

    fields: Mapping[str, Any]

    def whole_number(self, name: str, *, least: int = 0, most: int) -> int:
        """A whole number between two others."""
        number = self.fields.get(name)
        if type(number) is not int or not least <= number <= most:
            raise BadQuery(name, f"{name} is {number!r}: give a whole number from {least} to {most}")
        return number

    def is_ticked(self, name: str) -> bool:
        """True if a box was ticked; one that is left out was not."""
        ticked = self.fields.get(name, False)
        if not isinstance(ticked, bool):
            raise BadQuery(name, f"{name} is {ticked!r}: give true or false")
        return ticked

    def text(self, name: str) -> str:
        """Some words."""
        words = self.fields.get(name)
        if not isinstance(words, str):
            raise BadQuery(name, f"{name} is {words!r}: give it as text")
        return words

    def by_wager(self, name: str) -> Mapping[str, Any]:
        """An object with a field for each wager."""
        wagers = self.fields.get(name)
        if not isinstance(wagers, dict):
            raise BadQuery(name, f"{name} is {wagers!r}: give an object with a field for each wager")
        return wagers

    def by_seat(self, name: str) -> Mapping[int, Any]:
        """An object with a field for each seat."""
        seats = self.fields.get(name)
        if not isinstance(seats, dict) or any(read_integer(seat, 0, MOST_SEATS) is None for seat in seats):
            raise BadQuery(name, f"{name} is {seats!r:.80}: give an object with a field for each seat")
        return {int(seat): amount for seat, amount in seats.items()}

    def bets_micros(self, name: str) -> dict[str, int]:
        """Amounts by wager; what is empty or nothing is no bet."""
        typed = {wager: amount for wager, amount in self.by_wager(name).items() if amount != ""}
        bets = {wager: read_amount_micros(wager, amount) for wager, amount in typed.items()}
        for wager, micros in bets.items():
            if micros > MOST_BET_MICROS:
                most = format_amount(MOST_BET_MICROS, decimals=0)
                raise BadQuery(wager, f"{format_amount(micros)} on {wager} is too much: this table takes up to {most}")
        return {wager: micros for wager, micros in bets.items() if micros}


def read_amount_micros(field: str, amount: object) -> int:
    """An amount as it was typed."""
    try:
        return parse_amount(amount)  # type: ignore[arg-type]  # which says itself what is wrong with anything but text
    except ValueError as error:
        raise BadQuery(field, str(error)) from error


async def read_json_body(request: Request) -> JsonBody:
    """The fields of a request."""
    fields = await read_json(request.headers.get("content-type", ""), request.receive, msgspec.json.decode)
    if not isinstance(fields, dict):
        raise BadQuery("body", "The fields are to be sent as one JSON object")
    return JsonBody(fields)


LABORATORY = "laboratory"


def law_choices() -> list[tuple[str, str]]:
    """The laws there are, by name and title, the one without limits first."""
    names = sorted(profile_names(), key=lambda name: name != LABORATORY)
    return [(name, profile(name).title) for name in names]


def check_limits(game: Game, bets_micros: Mapping[str, int], body: JsonBody) -> None:
    """Refuse bets that the chosen law does not allow on the chosen day, beside the bet it is about."""
    law = _asked_law(body)
    alone = [(wager, {wager: micros}) for wager, micros in bets_micros.items()]
    for bet, bets in (*alone, ("bets", bets_micros)):
        for finding in check_bets(law, game, bets):
            raise BadQuery(bet, finding.sentence)


def _asked_law(body: JsonBody) -> Law:
    name, day = (str(body.fields.get(field) or "") for field in ("law", "day"))
    try:
        on = date.fromisoformat(day) if day else date.today()
    except ValueError as error:
        raise BadQuery("day", f"day is {day!r}: give a day such as 2023-06-14") from error
    try:
        return profile(name or LABORATORY).on(on)
    except UnknownName as error:
        raise BadQuery("law", str(error)) from error
    except LawError as error:
        raise BadQuery("day", str(error)) from error


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
    """Figures for the page that are there before the mathematics of every hand."""

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

    def routes(self, base: str, moves: Mapping[str, Move[T]]) -> list[Route]:
        """The table and its moves, below an address."""
        posts = [Route(f"{base}/{name}.json", self.endpoint(move), methods=["POST"]) for name, move in moves.items()]
        return [Route(f"{base}/table.json", self.look), *posts]

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
