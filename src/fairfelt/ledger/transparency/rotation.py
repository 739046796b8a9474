"""The event by which a log says its next key: known here, because a witness must read it and nothing else of a room."""

from __future__ import annotations

from typing import Literal

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from .errors import NotProved
from .keys import KeyType, VerifierKey, read_verifier_key

__all__ = ["KEY_POSTED", "next_key"]

KEY_POSTED: Literal["checkpoint key posted/1"] = "checkpoint key posted/1"


class _Posted(Struct):
    kind: Literal["checkpoint key posted/1"]
    key: str


class _Line(Struct):
    body: _Posted


_decode = Decoder(_Line).decode


def next_key(line: bytes, of: VerifierKey) -> VerifierKey:
    """The key that an event's line says follows another key of the same log."""
    try:
        key = read_verifier_key(_decode(line).body.key)
    except (MsgspecError, UnicodeDecodeError) as error:
        raise NotProved(f"the event that is shown does not say a new key ({error!s:.100})") from error
    if key.type is not KeyType.LOG or key.name != of.name:
        raise NotProved(f"the new key is of {key.name}, and not of {of.name}")
    return key
