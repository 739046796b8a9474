"""The floor as JSON and back: what a snapshot of the room holds."""

from __future__ import annotations

from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.json import Decoder, Encoder, encode

from fairfelt.room.state.floor import Floor

VERSION = "fairfelt-floor-1"
"""Changes when the floor keeps its shape and a part of it gets another meaning."""


def _encode_other(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} is nothing that a floor holds")


def _decode_other(kind: type[Any], value: Any) -> object:
    if kind is Fraction:
        return Fraction(value)
    raise TypeError(f"{kind.__name__} is nothing that a floor holds")


def is_record(kind: type) -> bool:
    """Whether a type has fields of its own."""
    return is_dataclass(kind) or issubclass(kind, Struct)


def _shapes(kind: object, found: dict[str, dict[str, str]]) -> None:
    """Collect the fields of every record inside a type, by its name."""
    for inner in get_args(kind):
        _shapes(inner, found)
    if isinstance(kind, type) and is_record(kind) and kind.__qualname__ not in found:
        hints = get_type_hints(kind)
        found[kind.__qualname__] = {name: str(hints[name]) for name in sorted(hints)}
        for hint in hints.values():
            _shapes(hint, found)


@cache
def form_of_floor() -> str:
    """The version and a digest of the shape: a snapshot of another shape is never taken for one of today's."""
    found: dict[str, dict[str, str]] = {}
    _shapes(Floor, found)
    return f"{VERSION}:{sha256(encode(found, order='sorted')).hexdigest()[:16]}"


_encode = Encoder(enc_hook=_encode_other).encode
_decode = Decoder(Floor, dec_hook=_decode_other).decode


def save_floor(floor: Floor) -> str:
    """A floor as text; names stay in the order in which they came, so the same log gives the same text."""
    return _encode(floor).decode()


def restore_floor(text: str) -> Floor:
    """The floor of such a text."""
    return _decode(text)
