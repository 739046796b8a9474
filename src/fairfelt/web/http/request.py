"""What every reader of a request shares: bodies of a sensible length, JSON, numbers in addresses and forms."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive

MOST_BODY_BYTES = 64 * 1024
MOST_NUMBER = 2**63 - 1
MAX_DIGITS = 19
"""Of an integer in a request."""
JSON = "application/json"


class BadBody(Exception):  # noqa: N818  (it reads as what happened)
    """A body that cannot be read: the status to answer with, and the sentence that says why."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def read_body(receive: Receive) -> bytes:
    """All of a body, if it is whole and not too long."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadBody(HTTPStatus.BAD_REQUEST, "The body is cut off")
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > MOST_BODY_BYTES:
            sentence = f"The body is longer than {MOST_BODY_BYTES:,} bytes"
            raise BadBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence)
    return body


def check_json_type(content_type: str) -> None:
    """A body is JSON. Nothing else is read: a form of another site cannot send JSON."""
    if content_type == JSON:
        return
    kind = content_type.partition(";")[0].strip().lower()
    if kind != JSON:
        raise BadBody(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"The body must be {JSON}, not {kind or 'of no type'}")


def decode_json(body: bytes, decode: Callable[[bytes], Any]) -> Any:
    """A body of JSON as it decodes."""
    try:
        return decode(body)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(HTTPStatus.BAD_REQUEST, f"The body is not JSON ({error})") from error


async def read_json(content_type: str, receive: Receive, decode: Callable[[bytes], Any]) -> Any:
    """A body of JSON as it comes in."""
    check_json_type(content_type)
    return decode_json(await read_body(receive), decode)


async def read_form(receive: Receive) -> dict[str, str]:
    """The fields of a form that a browser sent."""
    body = await read_body(receive)
    return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))


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
