"""The keys of a room that is served elsewhere, from a file that whoever runs that room has written."""

from __future__ import annotations

import tomllib
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from fairfelt.room import Role
from fairfelt.twin.wire.device import Badge

from .pit import Keys


class BadKeys(ValueError):  # noqa: N818  (it reads as what happened)
    """A file of keys that cannot be used, with the sentence that says why."""


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    pin: str
    role: Role


class _File(msgspec.Struct, forbid_unknown_fields=True):
    console: str
    keypads: Annotated[list[str], Meta(min_length=1)]
    cards: Annotated[list[_Card], Meta(min_length=1)]


def read_keys(url: str, text: str, count: int | None = None) -> Keys:
    """The keys in a TOML text, of so many keypads or of all."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadKeys(f"{url!r} is no address of a server: give one such as http://127.0.0.1:8000")
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as error:
        raise BadKeys(f"not TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise BadKeys(f"{error}; console, keypads and cards are wanted, each card with card, pin and role") from error
    if file.cards[0].role is not Role.EXECUTIVE:
        raise BadKeys("the first card must be an executive's: with it the twin finds its way about the room")
    if count is not None and count > len(file.keypads):
        raise BadKeys(f"there are keys of {len(file.keypads)} keypads, and {count} tables are wanted")
    badges = [Badge(card.card, card.pin, card.role) for card in file.cards]
    return Keys(url.rstrip("/"), file.console, file.keypads[:count], badges)
