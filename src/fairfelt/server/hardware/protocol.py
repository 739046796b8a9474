"""MQTT between a table controller, a sign and the bridge: topics, messages, who signed them, and the cards put in."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import count
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from fairfelt.runtime.formats import SECRET, Count, FieldError, OptionalDigest, OptionalLine, decode

from ..watching.displays import AtKeypad, OnDisplay
from .room_api import RoomApi, Unreachable

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
    return f"{ROOT}/{device}/{part}"


def signature(key: str, at_topic: str, payload: bytes) -> str:
    """The HMAC of a message under the device's key, so that nobody else at the broker can speak for it."""
    return hmac.new(key.encode(), at_topic.encode() + b"\n" + payload, sha256).hexdigest()


def is_signed(key: str, at_topic: str, payload: bytes, mac: str) -> bool:
    """Whether a message comes from who has the key."""
    return hmac.compare_digest(signature(key, at_topic, payload).encode(), mac.encode(errors="replace"))


Say = Callable[[str, Mapping[str, Any], bool], Awaitable[None]]
"""Publishes a message of a device: the last part of its topic, what it says, and whether it is a state that stays."""
CHALLENGE_S = 10.0
"""The time in which a challenge may be answered; the device asks when card and PIN are there."""
MAX_OPEN = 8
PAD = 64
"""Sealed text is padded with spaces to a multiple of this, so that its length reveals nothing of the PIN."""
MADE = 201


class CardSecret(msgspec.Struct, forbid_unknown_fields=True):
    """The sealed content: a card and its PIN; without a card all users are signed out."""

    card: str = ""
    pin: Annotated[str, msgspec.Meta(extra=SECRET)] = ""


_read_secret = msgspec.json.Decoder(CardSecret).decode


def seal(key: str, exchange: str, nonce: str, card: str = "", pin: str = "") -> str:
    """A card and its PIN as the answer to a challenge."""
    plain = json.dumps({"card": card, "pin": pin}).encode()
    return _mask(key, exchange, nonce, plain + b" " * (-len(plain) % PAD)).hex()


def unseal(key: str, sent: SealedCard) -> CardSecret:
    """The card in the answer to a challenge; FieldError if there is none."""
    return decode(_mask(key, sent.id, sent.nonce, bytes.fromhex(sent.sealed)), CardSecret, _read_secret)


def _mask(key: str, exchange: str, nonce: str, text: bytes) -> bytes:
    """Each block XOR the HMAC of id, nonce and its place: the same hides and shows."""
    made = hmac.digest(key.encode(), f"fairfelt card {CARD_VERSION}".encode(), sha256)
    stream = b""
    for place in count():
        if len(stream) >= len(text):
            break
        stream += hmac.digest(made, f"{exchange}\n{nonce}\n{place}".encode(), sha256)
    return bytes(one ^ other for one, other in zip(text, stream, strict=False))


class CardSlot:
    """The card reader of one device: its open challenges, and the sessions of those who signed in."""

    def __init__(self, key: str, api: RoomApi, say: Say, seconds: Callable[[], float]) -> None:
        self._key, self._api, self._say, self._seconds = key, api, say, seconds
        self._open: dict[str, tuple[str, float]] = {}
        self._answered: Mapping[str, Any] = {}
        self._tokens: dict[str, tuple[str, ...]] = {}
        """Who was signed in after each exchange since the last sign-out."""

    def tokens_after(self, exchange: str) -> tuple[str, ...]:
        """The sessions that were open once this exchange was answered, for a press that names it.

        A broker may hold back a press, or a sign-out before it: cards put in since do not go with that press.
        """
        return self._tokens.get(exchange, ())

    def forget(self) -> None:
        """Nobody is signed in here any more."""
        self._tokens = {}

    @property
    def _signed_in(self) -> tuple[str, ...]:
        return next(reversed(self._tokens.values()), ())

    async def take(self, message: CardAsk | SealedCard) -> None:
        """Answer what the device says; what was answered already has the same answer, and does nothing."""
        if message.id == self._answered.get("id"):
            await self._say("answer", self._answered, False)
        elif isinstance(message, CardAsk):
            await self._challenge(message.id)
        elif self._is_fresh(message):
            code, says = await self._put_in(message)
            outcome = {"id": message.id, "ok": not says, "says": says, "signed_in": len(self._signed_in)}
            self._answered = {**outcome, "code": code} if code else outcome
            await self._say("answer", self._answered, False)
        else:
            says = "this challenge is over, or was never made: ask for another"
            await self._say("answer", {"id": message.id, "ok": False, "code": "ask_again", "says": says}, False)

    async def _challenge(self, exchange: str) -> None:
        """A new nonce; one that was made for the same card before is good no more."""
        self._open.pop(exchange, None)
        while len(self._open) >= MAX_OPEN:
            del self._open[next(iter(self._open))]
        nonce = secrets.token_hex(16)
        self._open[exchange] = (nonce, self._seconds() + CHALLENGE_S)
        await self._say("challenge", {"version": CARD_VERSION, "id": exchange, "nonce": nonce}, False)

    def _is_fresh(self, sent: SealedCard) -> bool:
        """Whether it answers a challenge that is open; it is open no more."""
        nonce, until_s = self._open.get(sent.id, ("", 0.0))
        if nonce != sent.nonce:
            return False
        del self._open[sent.id]
        return self._seconds() < until_s

    async def _put_in(self, sent: SealedCard) -> tuple[str, str]:
        """A card opens a session beside those that are open, no card ends them all; a code and a sentence if not.

        The room is asked once: a PIN that is tried again later opens a session when nobody stands there any more.
        """
        try:
            secret = unseal(self._key, sent)
            if not secret.card:
                await self._sign_out()
                return "", ""
            answer = await self._api.ask("POST", "/api/sessions", {"card": secret.card, "pin": secret.pin})
        except FieldError:
            return "bad_message", "what is sealed here is no card: seal it as docs/hardware.md says"
        except Unreachable:
            return "unreachable", "the room does not answer: put the card in again"
        if answer.status == MADE:
            self._tokens[sent.id] = (*self._signed_in, answer.plain["token"])
            return "", ""
        return "refused", answer.plain.get("detail", "") or "this card opens nothing here"

    async def _sign_out(self) -> None:
        """Forget the sessions before the room is asked to: they are worth nothing from here on, also without it."""
        tokens = self._signed_in
        self.forget()
        if tokens:
            with suppress(Unreachable):
                await self._api.ask("DELETE", "/api/sessions", tokens=tokens)
