"""Problems that end a request: a status and one sentence, as problem+json (RFC 9457) or on a page."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.responses import Response

from fairfelt.engine.exact import Unsolved
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.formats import FieldError
from fairfelt.server import BadPin, SignInRefused, TooManyTries
from fairfelt.web.jobs import NotReady, TooBusy

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
        self, status: HTTPStatus, detail: str, *, headers: Mapping[str, str] | None = None, retry_s: int = 0,
        **more: str | int,
    ) -> None:  # fmt: skip
        """`more` are fields of the body: type, code, field, decided_by, expected, number."""
        super().__init__(detail)
        self.status, self.headers = status, {**(headers or {}), **({"Retry-After": str(retry_s)} if retry_s else {})}
        self.body = msgspec.convert(
            {"title": status.phrase, "status": int(status), "detail": detail[:1].upper() + detail[1:], **more},
            ProblemBody,
        )

    def response(self) -> Response:
        """As it goes out."""
        written = {"type": self.body.type, **msgspec.to_builtins(self.body)}
        return Response(msgspec.json.encode(written), self.status, self.headers, MEDIA_TYPE)


class BadQuery(Problem):
    """A field of the query that cannot be, and the sentence that says what would be right."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(HTTPStatus.BAD_REQUEST, sentence, field=field)
        self.field = field


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


_STATUS: Mapping[type[Exception], tuple[HTTPStatus, int]] = {
    UnknownName: (HTTPStatus.NOT_FOUND, 0),
    Unsolved: (HTTPStatus.NOT_FOUND, 0),
    NoNumba: (HTTPStatus.NOT_IMPLEMENTED, 0),
    NotReady: (HTTPStatus.SERVICE_UNAVAILABLE, 2),
    TooBusy: (HTTPStatus.SERVICE_UNAVAILABLE, 2),
    LedgerUnavailable: (HTTPStatus.SERVICE_UNAVAILABLE, 1),
    LedgerCorrupt: (HTTPStatus.SERVICE_UNAVAILABLE, 1),
    Malformed: (HTTPStatus.BAD_REQUEST, 0),
    FieldError: (HTTPStatus.BAD_REQUEST, 0),
    BadPin: (HTTPStatus.BAD_REQUEST, 0),
    SignInRefused: (HTTPStatus.FORBIDDEN, 0),
    TooManyTries: (HTTPStatus.TOO_MANY_REQUESTS, 0),
}
"""Status of the errors whose message is written for who asked, and after how many seconds to ask again."""
TOLD = (Problem, *_STATUS)
BROKEN = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here, and the log says what")


def problem_of(error: Exception) -> Problem:
    """What is told of an error; of a mistake of ours, `BROKEN`."""
    if isinstance(error, Problem):
        return error
    status, retry_s = next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), (None, 0))
    if status is None:
        return BROKEN
    retry_s = getattr(error, "wait_s", retry_s)
    return Problem(status, str(error), field=getattr(error, "field", ""), retry_s=retry_s)
