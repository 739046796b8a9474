"""A hub over HTTP, as one of its rooms asks it: one connection that is kept, the room's key, no redirects."""

from __future__ import annotations

import http.client
import json
import ssl
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fairfelt.room.hub.accounts import PROTOCOL
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.word import HubWord
from fairfelt.version import __version__

TIMEOUT_S = 3.0
MOST_BYTES = 1 << 20
ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_decode = msgspec.json.Decoder(HubWord).decode


class HubUnreachable(Exception):  # noqa: N818  (it reads as what happened)
    """The hub does not answer, or not as a hub does; whether it took what was sent is not known."""


class HubRefused(Exception):  # noqa: N818  (it reads as what happened)
    """The hub has answered no, and says why."""

    def __init__(self, sentence: str, expected: int | None = None) -> None:
        super().__init__(sentence)
        self.expected = expected
        """The number that it waits for, where the report had another."""


class HubClient:
    """Asks one hub, one thing after another, off the event loop."""

    def __init__(self, url: str, key: str, authority: Path | None = None, timeout_s: float = TIMEOUT_S) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r:.80} is not the address of a hub: give https://…")
        if parts.scheme == "http" and parts.hostname not in ON_THIS_MACHINE:
            raise ValueError(f"{url!r:.80} would send the room's key in the clear: give https://…")
        self._where, self._path = (parts.hostname, parts.port), parts.path.rstrip("/")
        self._context = ssl.create_default_context(cafile=authority) if parts.scheme == "https" else None
        self._headers = {
            "Authorization": f"Bearer {key}",
            "User-Agent": f"fairfelt-room/{__version__}",
            "Content-Type": "application/json",
        }
        self._timeout_s = timeout_s
        self._kept: http.client.HTTPConnection | None = None

    def word(self) -> HubWord:
        """What the hub says to this room."""
        return self._word(self._ask("GET", f"/api/hub/word?protocol={PROTOCOL}"))

    def report(self, sequence: int, report: ReportRoom) -> HubWord:
        """Send all that was counted and claimed, under a number; returns the hub's word after it."""
        body = {name: value for name, value in msgspec.to_builtins(report).items() if name not in ("kind", "cards")}
        return self._word(self._ask("POST", "/api/hub/report", {"sequence": sequence, **body}))

    def next_sequence(self) -> int:
        """The number that the hub waits for."""
        try:
            return int(json.loads(self._ask("GET", "/api/device"))["next_sequence"])
        except (ValueError, KeyError, TypeError) as error:
            raise HubUnreachable("the hub's answer is not what a hub says") from error

    def close(self) -> None:
        """Hang up."""
        if self._kept:
            self._kept.close()
        self._kept = None

    def _word(self, answer: bytes) -> HubWord:
        try:
            return _decode(answer)
        except msgspec.MsgspecError as error:
            raise HubUnreachable(f"the hub's answer is not what a hub says ({error})") from error

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        """One request. A connection that was kept may have been closed meanwhile: then a new one is tried."""
        data = None if body is None else json.dumps(body).encode()
        kept = self._kept is not None
        try:
            return self._once(method, path, data)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if not kept or isinstance(error, TimeoutError):
                raise HubUnreachable(f"the hub does not answer ({error or type(error).__name__})") from error
        try:
            return self._once(method, path, data)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise HubUnreachable(f"the hub does not answer ({error or type(error).__name__})") from error

    def _once(self, method: str, path: str, data: bytes | None) -> bytes:
        if self._kept is None:
            self._kept = self._connection()
        self._kept.request(method, self._path + path, data, self._headers)
        answer = self._kept.getresponse()
        found = answer.read(MOST_BYTES)
        if answer.status == 200:
            return found
        if answer.status >= 500 or answer.status == 429:
            raise HubUnreachable(f"the hub answers {answer.status} ({_detail(found)})")
        raise HubRefused(_detail(found), _problem(found).get("expected"))

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._where
        if self._context:
            return http.client.HTTPSConnection(host, port, timeout=self._timeout_s, context=self._context)
        return http.client.HTTPConnection(host, port, timeout=self._timeout_s)


def _problem(answer: bytes) -> dict[str, Any]:
    try:
        found = json.loads(answer)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _detail(answer: bytes) -> str:
    """The sentence of a problem."""
    return str(_problem(answer).get("detail") or "it does not say why")
