"""A room's log over HTTP, as a witness reads it: nothing that comes back is believed here."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from typing import IO
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from fairfelt.ledger.transparency import InclusionProof, NotProved, SignedCheckpoint, VerifierKey, read_proof
from fairfelt.ledger.transparency.checkpoint import decoded
from fairfelt.version import __version__

from .alarm import Alarm, AlarmKind

TIMEOUT_S = 30.0
MOST_BYTES, MOST_SAID = 1 << 26, 2_000


class Refused(Exception):  # noqa: N818  (it reads as what happened)
    """The room answered with a refusal."""


class _NoRedirects(HTTPRedirectHandler):
    """A key must not be forwarded to another host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> None:
        """Go nowhere: the answer is the redirection."""


_open = build_opener(_NoRedirects).open


class RoomClient:
    """Asks one room."""

    def __init__(self, url: str, device_key: str = "", timeout_s: float = TIMEOUT_S) -> None:
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise NotProved(f"{url!r:.80} is not the address of a room: give http://… or https://…")
        self.url, self._timeout_s = url.rstrip("/"), timeout_s
        self._headers = {"User-Agent": f"fairfelt-witness/{__version__}"}
        self._key_header = {"Authorization": f"Bearer {device_key}"} if device_key else {}

    @property
    def sees_events(self) -> bool:
        """Whether it has a key with which events may be read."""
        return bool(self._key_header)

    def checkpoint(self) -> str:
        """The room's checkpoint."""
        return _text(self._get("/api/log/checkpoint"))

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """The path that proves growth; Refused if the room gives none."""
        lines = _text(self._get("/api/log/consistency", old=old, new=new)).splitlines()
        try:
            return tuple(map(decoded, lines))
        except ValueError as error:
            raise Refused(f"its answer is no proof ({error})") from error

    def handover(self, key: VerifierKey) -> InclusionProof:
        """The proof, signed with a key, of the event that says the one after it; Refused if there is none."""
        try:
            return read_proof(_text(self._get("/api/log/handover", key=key.id.hex())))
        except NotProved as error:
            raise Refused(str(error)) from error

    def hand_in(self, signed: SignedCheckpoint, witness: VerifierKey) -> None:
        """Give the room a cosignature; Refused if it does not want it."""
        body = {"checkpoint": signed.note.written, "witness": witness.text}
        headers = {**self._headers, "Content-Type": "application/json"}
        self._answer(Request(f"{self.url}/api/log/cosignatures", json.dumps(body).encode(), headers))

    def events(self, after: int, limit: int) -> list[bytes]:
        """Lines of an export."""
        return self._get("/api/log/events", self._key_header, after=after, limit=limit).splitlines()

    def _get(self, path: str, headers: Mapping[str, str] | None = None, **query: int | str) -> bytes:
        url = f"{self.url}{path}{'?' if query else ''}{urlencode(query)}"
        return self._answer(Request(url, headers={**self._headers, **(headers or {})}))

    def _answer(self, request: Request) -> bytes:
        try:
            with _open(request, timeout=self._timeout_s) as answer:
                found: bytes = answer.read(MOST_BYTES + 1)
        except HTTPError as error:
            with error:
                detail = _detail(error.read(MOST_SAID).decode(errors="replace"))
            if error.code >= 500:
                raise Alarm(AlarmKind.UNREACHABLE, f"{self.url} answers {error.code} ({detail})") from error
            raise Refused(f"it answers {error.code} ({detail})") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Alarm(AlarmKind.UNREACHABLE, f"{self.url} does not answer ({reason})") from error
        if len(found) > MOST_BYTES:
            raise Refused(f"its answer is longer than {MOST_BYTES:,} bytes")
        return found


def _detail(answer: str) -> str:
    """The sentence of a problem, or what else was answered."""
    try:
        return str(json.loads(answer)["detail"])
    except (ValueError, KeyError, TypeError):
        return " ".join(answer.split())[:300]


def _text(found: bytes) -> str:
    try:
        return found.decode()
    except UnicodeDecodeError:
        raise Refused("its answer is no text") from None


def post_json(url: str, body: Mapping[str, object], timeout_s: float = TIMEOUT_S) -> None:
    """Post to a webhook; an OSError or a ValueError if that fails."""
    data = json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json", "User-Agent": f"fairfelt-witness/{__version__}"})
    with _open(request, timeout=timeout_s) as answer:
        answer.read(1)
