"""A room's log over HTTP, as a witness reads it: nothing that comes back is believed here, and faults are alarms."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from fairfelt.runtime.http_client import HttpClient, NoAnswer
from fairfelt.version import __version__

from ..transparency import (
    Checkpoint,
    InclusionProof,
    NotProved,
    SignedCheckpoint,
    VerifierKey,
    check_consistency,
    read_proof,
)
from ..transparency.checkpoint import decoded


class AlarmKind(Enum):
    """A fault of a room's log; the value is the exit code."""

    SIGNATURE = 10
    """The checkpoint is not signed by the room, or is no checkpoint."""
    FORKED = 11
    """The room signed two histories of the same length."""
    REWRITTEN = 12
    """The log does not begin with what was seen of it before."""
    ROLLED_BACK = 13
    """The log is shorter than it was."""
    BOOKS = 14
    """The events that are shown do not add up, or are not those that were signed."""
    STOPPED = 15
    """The room answers, but its log has not grown for too long."""
    UNREACHABLE = 16
    """The room does not answer."""

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def passes(self) -> bool:
        """Whether it can be over by itself: the others are proof of something, and stay."""
        return self in (AlarmKind.STOPPED, AlarmKind.UNREACHABLE)


class Alarm(Exception):  # noqa: N818  (it reads as what happened)
    """Something that a person must look at, in one sentence."""

    def __init__(self, kind: AlarmKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


TIMEOUT_S = 30.0
MOST_BYTES = 1 << 26
AGENT = {"User-Agent": f"fairfelt-witness/{__version__}"}


class Refused(Exception):  # noqa: N818  (it reads as what happened)
    """The room answered with a refusal."""


class RoomClient:
    """Asks one room."""

    def __init__(
        self, url: str, device_key: str = "", timeout_s: float = TIMEOUT_S, authority: Path | None = None
    ) -> None:
        """`authority` is the certificate of a private authority; without one the machine's own list is asked."""
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise NotProved(f"{url!r:.80} is not the address of a room: give http://… or https://…")
        self.url = url.rstrip("/")
        self._http = HttpClient(
            self.url, timeout_s=timeout_s, headers=AGENT, authority=authority, most_bytes=MOST_BYTES
        )
        self._key_header = {"Authorization": f"Bearer {device_key}"} if device_key else {}

    @property
    def sees_events(self) -> bool:
        """Whether it has a key with which events may be read."""
        return bool(self._key_header)

    def checkpoint(self) -> str:
        return _text(self._get("/api/log/checkpoint"))

    def check_growth(self, old: Checkpoint, new: Checkpoint) -> None:
        """Have the room prove that a longer log begins with a shorter one; NotProved or Refused if it does not."""
        path: tuple[bytes, ...] = ()
        if 0 < old.size < new.size:
            lines = _text(self._get("/api/log/consistency", old=old.size, new=new.size)).splitlines()
            try:
                path = tuple(map(decoded, lines))
            except ValueError as error:
                raise Refused(f"its answer is no proof ({error})") from error
        check_consistency(old.size, old.root, new.size, new.root, path)

    def handover(self, key: VerifierKey) -> InclusionProof:
        """The proof, signed with a key, of the event that says the one after it; Refused if there is none."""
        try:
            return read_proof(_text(self._get("/api/log/handover", key=key.id.hex())))
        except NotProved as error:
            raise Refused(str(error)) from error

    def hand_in(self, signed: SignedCheckpoint, witness: VerifierKey) -> None:
        """Give the room a cosignature; Refused if it does not want it."""
        body = {"checkpoint": signed.note.written, "witness": witness.text}
        self._ask("POST", "/api/log/cosignatures", body=body)

    def events(self, after: int, limit: int) -> list[bytes]:
        """Lines of an export."""
        return self._get("/api/log/events", self._key_header, after=after, limit=limit).splitlines()

    def _get(self, path: str, headers: Mapping[str, str] | None = None, **query: int | str) -> bytes:
        return self._ask("GET", f"{path}{'?' if query else ''}{urlencode(query)}", headers=headers)

    def _ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = None) -> bytes:
        try:
            answer = self._http.ask(method, path, headers=headers, body=body)
        except NoAnswer as error:
            raise Alarm(AlarmKind.UNREACHABLE, f"{self.url} does not answer ({error})") from error
        if answer.status >= 500:
            raise Alarm(AlarmKind.UNREACHABLE, f"{self.url} answers {answer.status} ({answer.detail})")
        if not 200 <= answer.status < 300:
            raise Refused(f"it answers {answer.status} ({answer.detail})")
        if len(answer.body) > MOST_BYTES:
            raise Refused(f"its answer is longer than {MOST_BYTES:,} bytes")
        return answer.body


def _text(found: bytes) -> str:
    try:
        return found.decode()
    except UnicodeDecodeError:
        raise Refused("its answer is no text") from None
