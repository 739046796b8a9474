"""MQTT between a table controller, a sign and the bridge: topics, messages, and who signed them."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fairfelt.runtime.formats import Count, OptionalDigest, OptionalLine
from fairfelt.server.watching.displays import AtKeypad, OnDisplay

ROOT = "fairfelt/1"
"""All topics begin so; the number is the version of the protocol."""
BRIDGE_STATUS = f"{ROOT}/bridge/status"
MAC = "mac"
"""The user property that holds the signature of a message."""
STATE_LIVES_S = 30
"""A state older than this is expired: a display marks it as not current."""

PRESSES: Mapping[str, str] = {
    "sensed": "sensed", "start": "start", "hand": "hand", "key": "key", "confirm": "confirm", "foul": "foul",
    "void": "void", "end": "end", "quarantine": "sensors/quarantine",
}  # fmt: skip
"""Requests of a table controller, each with the end of its address in the room's API."""

CARD_VERSION = 2
"""Version of the exchange about a card. The first sent card and PIN readable in one message; it is refused."""
ExchangeId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z", description="8 to 64 letters, digits, - and _, new for every card")
]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description="the nonce of a challenge")]
Sealed = Annotated[
    str, Meta(pattern=r"^([0-9a-f]{128}){1,8}\Z", description="blocks of 64 bytes in small hexadecimal digits")
]


class Press(Struct, forbid_unknown_fields=True):
    """Something happened at the table that the room has to know: on `press`, until it is answered."""

    n: Count
    """The number of the command, counted up by one by the controller; sent again it is the same."""
    do: str
    body: dict[str, Any] = {}
    at: int = 0
    """The controller's clock in millionths of a second since 1970; 0 where it has none yet."""
    after: OptionalLine = ""
    """The last exchange about a card before the press, which carries those who were signed in then and no others."""


class CardAsk(Struct, forbid_unknown_fields=True):
    """A card is at the controller's reader, or all users sign out there: on `ask`, until there is an answer."""

    id: ExchangeId


class SealedCard(Struct, forbid_unknown_fields=True):
    """The answer to a challenge, on `card`: what was put in, readable with the device's key alone (cards.py)."""

    version: Literal[2]
    id: ExchangeId
    nonce: Nonce
    sealed: Sealed


class Status(Struct, forbid_unknown_fields=True):
    """Whether a controller or a sign is there, on `status`, retained; its last will says that it is not."""

    online: bool
    firmware: OptionalLine = ""
    """The version of the program that the device runs."""
    sha256: OptionalDigest = ""
    """The digest over its files."""
    at: int = 0


MESSAGES: Mapping[str, type[Struct]] = {
    "press": Press, "ask": CardAsk, "card": SealedCard, "counters": AtKeypad, "status": Status, "shown": OnDisplay,
}  # fmt: skip
"""The messages of devices, by the last part of the topic."""


def topic(device: str, part: str) -> str:
    """The topic of a part of a device."""
    return f"{ROOT}/{device}/{part}"


def signature(key: str, at_topic: str, payload: bytes) -> str:
    """The HMAC of a message under the device's key, so that nobody else at the broker can speak for it."""
    return hmac.new(key.encode(), at_topic.encode() + b"\n" + payload, sha256).hexdigest()


def is_signed(key: str, at_topic: str, payload: bytes, mac: str) -> bool:
    """Whether a message comes from who has the key."""
    return hmac.compare_digest(signature(key, at_topic, payload).encode(), mac.encode(errors="replace"))
