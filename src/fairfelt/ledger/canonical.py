"""One way to write plain data as bytes, so that equal data has equal digests everywhere.

JSON in UTF-8, keys in the order of their code points, no spaces, integers with all their digits, and no floats.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .errors import Malformed

MOST_BYTES = 1 << 20
_PERHAPS_A_FLOAT = re.compile(r"\d(?:\.\d|e[+-]\d)")
"""A float is never written without one of these; a text may hold them too, and is then looked at closely."""


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise Malformed(
        f"{type(value).__name__} is not plain data: use text, integers, true, false, null, lists and objects"
    )


_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False, default=_plain
).encode


def canonical(value: object) -> str:
    """The canonical text of plain data."""
    try:
        text = _encode(value)
    except RecursionError:
        raise Malformed("the data is nested too deeply, or contains itself") from None
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, Malformed) else Malformed(f"this is not plain data: {error}") from None
    if ("." in text or "e-" in text or "e+" in text) and _PERHAPS_A_FLOAT.search(text):
        _check_no_float(value)
    if not text.isascii():
        _check_whole_characters(text)
    if len(text) > MOST_BYTES:
        raise Malformed(f"{len(text):,} characters are too much for one record: at most {MOST_BYTES:,} are taken")
    return text


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, as hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=8192)
def quoted(text: str) -> str:
    """One text in canonical form, remembered: names of devices, kinds and accounts come again and again."""
    return _encode(text)


def parsed(text: str) -> Any:
    """Plain data from its text; floats are refused on the way in as on the way out."""
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float)


def _no_float(digits: str) -> object:
    raise Malformed(f"{digits} is not an integer: amounts are written in whole millionths")


def _check_whole_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Malformed("half a character (a lone surrogate) cannot be written in UTF-8") from None


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
