"""Requests as they are read; the headers of every answer; and problems, as problem+json (RFC 9457) or on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairfelt.engine.exact import Unsolved
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed
from fairfelt.ledger.transparency import NotProved
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.formats import FieldError, decode
from fairfelt.server import BadPin, SignInRefused, TooManyTries
from fairfelt.server.watching.backups import NotBackedUp
from fairfelt.web.jobs import NotReady, TooBusy

T = TypeVar("T", bound=msgspec.Struct)
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
    header = f'{kind}; filename="{plain}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"


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
        written = {"type": self.body.type, **msgspec.to_builtins(self.body)}
        return Response(msgspec.json.encode(written), self.status, self.headers, MEDIA_TYPE)


class BadQuery(Problem):
    """A field of the query that cannot be, and the sentence that says what would be right."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(HTTPStatus.BAD_REQUEST, sentence, field=field)
        self.field = field


@contextmanager
def blame(field: str, *kinds: type[Exception]) -> Iterator[None]:
    """Report these errors as mistakes in a field of the query."""
    try:
        yield
    except kinds as error:
        raise BadQuery(field, str(error)) from error


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
    NotProved: (HTTPStatus.NOT_FOUND, 0),
    UnknownName: (HTTPStatus.NOT_FOUND, 0),
    Unsolved: (HTTPStatus.NOT_FOUND, 0),
    NoNumba: (HTTPStatus.NOT_IMPLEMENTED, 0),
    NotReady: (HTTPStatus.SERVICE_UNAVAILABLE, 2),
    TooBusy: (HTTPStatus.SERVICE_UNAVAILABLE, 2),
    NotBackedUp: (HTTPStatus.CONFLICT, 0),
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
    """The problem that an error is; `BROKEN` for a mistake of ours."""
    if isinstance(error, Problem):
        return error
    status, retry_s = next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), (None, 0))
    if status is None:
        return BROKEN
    retry_s = getattr(error, "wait_s", retry_s)
    return Problem(status, str(error), field=getattr(error, "field", ""), retry_s=retry_s)


MOST_BODY_BYTES = 64 * 1024
MOST_NUMBER = 2**63 - 1
MAX_DIGITS = 19
"""Of an integer in a request."""
JSON, BYTES = "application/json", "application/octet-stream"
MOST_FILE_BYTES = 10_000_000
"""Of a document that is attached to a filing."""

MOST_PARTS = 500
"""Of a form with a file."""
_BOUNDARY = re.compile(r'multipart/form-data; *boundary="?([\w\'()+,./:=?-]{1,70})"?')
_PART_NAME = re.compile(rb'form-data; name="([^"\r\n]*)"')


def _bad_body(status: HTTPStatus, sentence: str) -> Problem:
    return Problem(status, sentence, field="body")


async def read_body(receive: Receive, most: int = MOST_BODY_BYTES) -> bytes:
    """All of a body, if it is whole and not too long."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _bad_body(HTTPStatus.BAD_REQUEST, "The body is cut off")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise _bad_body(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The body is longer than {most:,} bytes")
    return bytes(body)


def check_type(content_type: str, wanted: str = JSON) -> None:
    """A body is JSON, or bytes where a file is taken. A form of another site can send neither."""
    if content_type == wanted:
        return
    kind = content_type.partition(";")[0].strip().lower()
    if kind != wanted:
        raise _bad_body(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"The body must be {wanted}, not {kind or 'of no type'}")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


async def read_json(content_type: str, receive: Receive, kind: type[T]) -> T:
    """A body of JSON as a value of a type."""
    check_type(content_type)
    found: T = decode(await read_body(receive), kind, _decoder(kind).decode)
    return found


async def read_file(content_type: str, receive: Receive) -> bytes:
    check_type(content_type, BYTES)
    return await read_body(receive, MOST_FILE_BYTES)


async def read_form(receive: Receive) -> dict[str, str]:
    """The fields of a form that a browser sent."""
    body = await read_body(receive)
    return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))


async def read_form_with_files(content_type: str, receive: Receive) -> tuple[dict[str, str], dict[str, bytes]]:
    """The fields of a form that a browser sent, and the files that were attached (RFC 7578)."""
    boundary = _BOUNDARY.fullmatch(content_type)
    if boundary is None:
        return await read_form(receive), {}
    body = b"\r\n" + await read_body(receive, MOST_FILE_BYTES + MOST_BODY_BYTES)
    fields, files = dict[str, str](), dict[str, bytes]()
    for part in body.split(b"\r\n--" + boundary[1].encode(), MOST_PARTS)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = _PART_NAME.search(head)
        if name is None:
            raise _bad_body(HTTPStatus.BAD_REQUEST, "A part of the form has no name")
        if b'; filename="' not in head:
            fields[name[1].decode(errors="replace")] = content.decode(errors="replace")
        elif len(content) > MOST_FILE_BYTES:
            raise _bad_body(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The file is longer than {MOST_FILE_BYTES:,} bytes")
        elif content:
            files[name[1].decode(errors="replace")] = content
    return fields, files


def read_integer(text: str, least: int, most: int) -> int | None:
    """An integer from a request in plain digits and within bounds; none for any other text.

    The number that is checked is the one that is used, and its length is checked first: Python reads no 4,301 digits.
    """
    digits = text.removeprefix("-") if least < 0 else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        return None
    found = int(text)
    return found if least <= found <= most else None


def number_in(text: str) -> int:
    """The number in a part of an address or a field of a form; what is none is 0, which nothing has."""
    return read_integer(text, 1, MOST_NUMBER) or 0


def local_address(address: str) -> str:
    """A page of ours to go on to, and no other; nothing where none was named."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else ""
