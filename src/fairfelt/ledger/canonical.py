"""One way to write plain data as bytes, so that equal data has equal digests everywhere.

JSON in UTF-8, keys in the order of their code points, no spaces, integers with all their digits, and no floats.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from .errors import Malformed

MOST_BYTES = 1 << 20
MOST_SEALED_BYTES = 1 << 29
"""Maximum size of everything kept beside a journal, sealed for a copy: PINs, issued reports, attached documents."""


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise Malformed(
        f"{type(value).__name__} is not plain data: use text, integers, true, false, null, lists and objects"
    )


_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False, default=_plain
).encode


def canonical(value: object, most: int = MOST_BYTES) -> str:
    """The canonical text of plain data, which is no longer than a record may be."""
    if isinstance(value, msgspec.Struct):  # it has no fields but those of its type, and no type of ours holds floats
        try:
            text = _encode_struct(value).decode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Malformed(f"this cannot be written down: {error}") from None
    else:
        text = _plain_text(value)
    if len(text) > most:
        raise Malformed(f"{len(text):,} characters are too much for one record: at most {most:,} are taken")
    return text


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, as hexadecimal digits."""
    return seal(text.encode())


def seal(line: bytes) -> str:
    """SHA-256 of what is UTF-8 already."""
    return hashlib.sha256(line).hexdigest()


def parsed(text: str) -> Any:
    """Plain data from its text; floats are refused on the way in as on the way out."""
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float)


def _plain_text(value: object) -> str:
    try:
        text = _encode(value)
        _check_no_float(value)
    except RecursionError:
        raise Malformed("the data is nested too deeply, or contains itself") from None
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, Malformed) else Malformed(f"this is not plain data: {error}") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Malformed("half a character (a lone surrogate) cannot be written in UTF-8") from None
    return text


def _no_float(digits: str) -> object:
    raise Malformed(f"{digits} is not an integer: amounts are written in whole millionths")


def _check_no_float(value: object) -> None:
    if isinstance(value, float):
        _no_float(repr(value))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            _check_no_float(key)
            _check_no_float(held)
    elif isinstance(value, list | tuple):
        for held in value:
            _check_no_float(held)


_encode_struct = msgspec.json.Encoder(order="sorted").encode
