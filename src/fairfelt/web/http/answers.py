"""Headers of every answer, and the problems that end a request: a status and one sentence, as problem+json (RFC 9457)
or on a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import quote

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairfelt.engine.exact import Unsolved
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.formats import FieldError
from fairfelt.server import BadPin, SignInRefused, TooManyTries
from fairfelt.web.jobs import NotReady, TooBusy

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-cache",
}


_UNFIT = re.compile(r'[^ -~]|["\\\\/]')
SECURITY_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""As they go out."""
SECURED = (b"strict-transport-security", b"max-age=31536000")
"""Added where the request came over TLS, to this server or to a proxy that it trusts."""


def with_headers(app: ASGIApp) -> ASGIApp:
    """The same application with those headers wherever it has not set its own."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [_without_host(scope, row) if row[0] == b"location" else row for row in message["headers"]]
                there = {name for name, _ in given}
                added = [row for row in SECURITY_HEADERS if row[0] not in there]
                message["headers"] = [*given, *added, *([SECURED] if scope["scheme"] == "https" else ())]
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def _without_host(scope: Scope, row: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Shorten a redirect within this server to its path."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    here = scope["scheme"].encode() + b"://" + host
    return (row[0], row[1].removeprefix(here) or b"/") if host else row


def disposition(name: str, kind: str = "inline") -> str:
    """The header that names a download (RFC 6266): plain letters for old browsers, the true name beside them."""
    plain = _UNFIT.sub("_", name)
    told = f'{kind}; filename="{plain}"'
    return told if plain == name else f"{told}; filename*=UTF-8''{quote(name, safe='')}"


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
