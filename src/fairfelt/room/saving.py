"""The floor as JSON and back: what a snapshot of the room holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.json import Decoder, Encoder

from fairfelt.room.state.floor import Floor

FORM = "fairfelt-floor-1"
"""Changes whenever a snapshot written before could not be read as it was meant."""


def _encode_other(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} is nothing that a floor holds")


def _decode_other(kind: type[Any], value: Any) -> object:
    if kind is Fraction:
        return Fraction(value)
    raise TypeError(f"{kind.__name__} is nothing that a floor holds")


_encode = Encoder(enc_hook=_encode_other).encode
_decode = Decoder(Floor, dec_hook=_decode_other).decode


def save_floor(floor: Floor) -> str:
    """A floor as text; names stay in the order in which they came, so the same log gives the same text."""
    return _encode(floor).decode()


def restore_floor(text: str) -> Floor:
    """The floor of such a text."""
    return _decode(text)
