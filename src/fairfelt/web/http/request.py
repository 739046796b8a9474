"""Read requests: bodies of a sensible length, JSON, numbers in addresses and forms."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive

from fairfelt.web.http.answers import Problem

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


def decode_json(body: bytes, decode: Callable[[bytes], Any]) -> Any:
    """A body of JSON as it decodes."""
    try:
        return decode(body)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad_body(HTTPStatus.BAD_REQUEST, f"The body is not JSON ({error})") from error


async def read_json(content_type: str, receive: Receive, decode: Callable[[bytes], Any]) -> Any:
    """A body of JSON as it comes in."""
    check_type(content_type)
    return decode_json(await read_body(receive), decode)


async def read_file(content_type: str, receive: Receive) -> bytes:
    """A body that is a file."""
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
