"""One request to the API once the caller is known, and the problems that end it: problem+json with one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

import msgspec
from msgspec import Struct
from starlette.responses import Response

from fairfelt.ledger import Answer, LedgerUnavailable
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.server import Controller, Replica, RoomView, Session
from fairfelt.server.replica import ONLY_SHOWS
from fairfelt.web.http.telemetry import Metrics

MEDIA_TYPE = "application/problem+json"


class ProblemBody(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A problem as RFC 9457 writes it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    """One sentence: what was wrong, and what would be right."""
    code: str = ""
    """Why the room refused, for programs: one word of a closed set, which stays when the sentence changes."""
    field: str = ""
    """The part of the request it is about."""
    decided_by: str = ""
    """Whose rules decided a refusal, where rules did: law, maker, house or practice, in the order in which they go."""
    expected: int = 0
    """The next number the device must use, where its numbers went astray."""
    number: int = 0
    """The event in the journal that records a refusal."""


class Problem(Exception):  # noqa: N818  (it is an answer, not a fault)
    """Ends a request with a problem."""

    def __init__(
        self, status: HTTPStatus, detail: str, *, headers: Mapping[str, str] | None = None, **more: str | int
    ) -> None:
        """`more` are fields of the body: type, code, field, decided_by, expected, number."""
        super().__init__(detail)
        self.status, self.headers = status, dict(headers or {})
        self.body = msgspec.convert(
            {"title": status.phrase, "status": int(status), "detail": detail[:1].upper() + detail[1:], **more},
            ProblemBody,
        )

    def response(self) -> Response:
        """As it goes out."""
        return Response(msgspec.json.encode(self.body), self.status, self.headers, MEDIA_TYPE)


REFUSED = "urn:fairfelt:refused"
"""The room refused the command; its number is used up, and the refusal is on the log."""
OUT_OF_ORDER = "urn:fairfelt:out-of-order"
"""The number was not the one expected, or was another command's; nothing was used up."""


def bad_request(detail: str, field: str = "") -> Problem:
    """What was sent cannot be read."""
    return Problem(HTTPStatus.BAD_REQUEST, detail, field=field)


def not_found(detail: str, field: str = "") -> Problem:
    """There is no such thing here."""
    return Problem(HTTPStatus.NOT_FOUND, detail, field=field)


def unauthorized(detail: str) -> Problem:
    """Nobody we know is asking."""
    return Problem(HTTPStatus.UNAUTHORIZED, detail, headers={"WWW-Authenticate": 'Bearer realm="device"'})


def forbidden(detail: str) -> Problem:
    """We know who is asking, and they may not."""
    return Problem(HTTPStatus.FORBIDDEN, detail)


def unavailable(detail: str, retry_s: int = 1) -> Problem:
    """Not now; the same request may be sent again."""
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": str(retry_s)})


def too_many(detail: str, wait_s: int) -> Problem:
    """Not so often."""
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": str(wait_s)})


class Call(Struct, frozen=True, kw_only=True):
    """What a handler is given."""

    room: RoomView
    metrics: Metrics
    path: Mapping[str, str]
    body: Any
    """As the endpoint's `takes` says."""
    query: Any
    """As the endpoint's `query` says."""
    device: str = ""
    sessions: tuple[Session, ...] = ()
    client: str = ""
    tokens: tuple[str, ...] = ()
    base: str = ""
    """The address of this server as who asks writes it."""

    @property
    def controller(self) -> Controller:
        """Who carries commands out and reads the log; a server that only shows the room does neither."""
        if isinstance(self.room, Replica):
            raise LedgerUnavailable(ONLY_SHOWS)
        return cast(Controller, self.room)

    @property
    def floor(self) -> Floor:
        """The floor after the last commit."""
        return self.room.floor

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of those who signed in; in whatever order their tokens come, it is the same command."""
        return tuple(sorted({session.card for session in self.sessions})) if self.sessions else ()

    async def ask(self, command: RoomCommand) -> Answer:
        """Ask the room for something under the number the device gave it; a refusal ends the request."""
        return checked(await self.controller.ask(self.device, self.body.sequence, command))


def checked(answer: Answer) -> Answer:
    """An answer of the room that is no refusal; a refusal ends the request."""
    if answer.refused:
        raise _refusal(answer)
    return answer


def _refusal(answer: Answer) -> Problem:
    told = answer.body
    if "expected" in told:
        expected, number = told["expected"], answer.number
        return Problem(HTTPStatus.CONFLICT, told["sentence"], type=OUT_OF_ORDER, expected=expected, number=number)
    refused = {name: told[name] for name in ("code", "field", "decided_by")}
    return Problem(HTTPStatus.CONFLICT, told["reason"], type=REFUSED, number=answer.number, **refused)
