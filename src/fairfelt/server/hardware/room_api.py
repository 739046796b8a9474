"""The bridge's side of a room: its settings, and a device's requests, asked again until there is an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from fairfelt.runtime.formats import SECRET, FieldError, read_toml
from fairfelt.runtime.http_client import HttpAnswer, HttpClient, NoAnswer

OTHERS = 0o077
DeviceId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z", description="letters, digits, - and _, 40 at most, as in its topics")
]
Key = Annotated[
    str,
    Meta(
        min_length=16, max_length=200, description="the key of an enrolled device, 16 to 200 characters", extra=SECRET
    ),
]
Port = Annotated[int, Meta(ge=1, le=65_535, description="a port from 1 to 65535")]


class Broker(Struct, kw_only=True, forbid_unknown_fields=True):
    """The address of the broker, and how the bridge signs in there."""

    host: str = "127.0.0.1"
    port: Port = 1883
    user: str = ""
    password: Annotated[str, Meta(extra=SECRET)] = ""
    tls: bool = False
    authority: str = ""
    """A file with the certificate of a private authority; empty for the machine's own list."""


class BridgedDevice(Struct, forbid_unknown_fields=True):
    """A table controller or a sign, as it was enrolled in the room."""

    key: Key


class BridgeSettings(Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything a bridge has to know."""

    room: str
    authority: str = ""
    """A file with the certificate of the room's private authority; empty for the machine's own list."""
    broker: Broker
    devices: Annotated[dict[DeviceId, BridgedDevice], Meta(min_length=1, description="at least one device")]
    poll_s: Annotated[float, Meta(ge=0.05, le=5, description="seconds from 0.05 to 5")] = 1.0
    """How often the room is asked how each table stands."""

    def __post_init__(self) -> None:
        if urlsplit(self.room).scheme not in ("http", "https") or not urlsplit(self.room).netloc:
            raise ValueError("room is the address of a room: give http://… or https://…")


def read_bridge_settings(file: Path) -> BridgeSettings:
    """The settings in a TOML file; it holds keys, so nobody but its owner may read it."""
    try:
        if file.stat().st_mode & OTHERS:
            raise FieldError(f"{file} holds the keys of devices and others may read it: chmod 600 {file}")
        return read_toml(file.read_text(), BridgeSettings)
    except OSError as error:
        raise FieldError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FieldError(f"{file} is no text") from error


TIMEOUT_S = 10.0
FIRST_WAIT_S, MOST_WAIT_S = 0.25, 4.0
BUSY = (502, 503, 504)
"""The room is away for now. 429 and 500 are answers: sent again at once, they would be the same."""
_log = logging.getLogger(__name__)


class Unreachable(Exception):  # noqa: N818  (it reads as what happened)
    """The room did not answer, or is not there for now."""


class RoomApi:
    """Asks a room as one device."""

    def __init__(self, url: str, key: str, authority: str = "") -> None:
        self._http = HttpClient(url, key=key, timeout_s=TIMEOUT_S, authority=authority, proxies=False)
        self._lock = asyncio.Lock()

    async def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> HttpAnswer:
        """One request; Unreachable where nothing is known of what came of it."""
        async with self._lock:
            return await asyncio.to_thread(self._exchange, method, path, body, tokens)

    async def insist(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> HttpAnswer:
        """Ask until there is an answer: a command sent again under its number is done once."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                return await self.ask(method, path, body, tokens)
            except Unreachable as error:
                _log.warning("%s", error)
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, MOST_WAIT_S)

    def _exchange(self, method: str, path: str, body: object, tokens: Sequence[str]) -> HttpAnswer:
        try:
            answer = self._http.ask(method, path, body=body, tokens=tokens)
        except NoAnswer as error:
            raise Unreachable(f"the room does not answer: {error}") from error
        if answer.status in BUSY:
            raise Unreachable(f"the room is not there for now: {answer.plain.get('detail', answer.status)}")
        if not answer.plain and answer.body not in (b"", b"{}"):
            raise Unreachable("the room does not answer: it answers with no object")
        return answer
