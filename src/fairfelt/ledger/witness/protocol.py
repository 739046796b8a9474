"""The protocol of C2SP `tlog-witness`: a log hands its checkpoint to witnesses, and a witness takes it from any log."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from fairfelt.runtime.http_client import HttpClient, NoAnswer

from ..store.witness import write_durably
from ..transparency import (
    EMPTY_ROOT,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    check_consistency,
    cosign,
    read_signed_checkpoint,
)
from ..transparency.checkpoint import coded, decoded

ADD = "/add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
MOST_LINES, MOST_BODY_BYTES = 63, 1 << 17
TEXT = "text/plain; charset=utf-8"
TIMEOUT_S = 10.0


class Refusal(NamedTuple):
    """Why a checkpoint is not cosigned: a status, and a sentence or the size that was expected."""

    status: int
    says: str

    @property
    def media(self) -> str:
        return SIZE_TYPE if self.status == 409 else TEXT


def write_request(old: int, path: Sequence[bytes], signed: SignedCheckpoint) -> bytes:
    """What a log sends."""
    return "".join([f"old {old}\n", *(f"{coded(each)}\n" for each in path), "\n", signed.note.written]).encode()


def read_request(body: bytes) -> tuple[int, list[bytes], SignedCheckpoint]:
    """What a log has sent; NotProved if it is not written so."""
    try:
        above, _, note = body.decode().partition("\n\n")
        first, *lines = above.split("\n")
        old = int(first.removeprefix("old "))
        path = list(map(decoded, lines))
    except ValueError as error:
        raise NotProved(
            f"the request is old SIZE, hashes in base64, an empty line and a checkpoint: {error}"
        ) from error
    if first != f"old {old}" or old < 0 or len(path) > MOST_LINES:
        raise NotProved(f"the request begins with old SIZE and has at most {MOST_LINES} hashes")
    return old, path, read_signed_checkpoint(note)


class LogWitness:
    """Cosigns what logs hand in, if each only grew; the last checkpoint of each is a file in its folder."""

    def __init__(
        self, folder: Path, keys: Sequence[SignerKey], logs: Sequence[VerifierKey],
        clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self._folder, self._keys, self._logs, self._clock = folder, keys, logs, clock
        self._lock = Lock()

    def take(self, body: bytes) -> str | Refusal:
        """The signature lines for a checkpoint, one of each key, which is on the disk by then, or why there is none."""
        try:
            old, path, signed = read_request(body)
        except NotProved as error:
            return Refusal(400, str(error))
        now = signed.checkpoint
        if now.origin not in {key.name for key in self._logs}:
            return Refusal(404, f"the log {now.origin} is not known here")
        try:
            signed.check_log(self._logs)
        except NotProved as error:
            return Refusal(403, str(error))
        if old > now.size:
            return Refusal(400, f"old is {old:,}, more than the {now.size:,} of the checkpoint")
        with self._lock:  # or two that come together could be cosigned in either order
            last = self.last(now.origin)
            if old != (last.checkpoint.size if last else 0):
                return Refusal(409, f"{last.checkpoint.size if last else 0}\n")
            try:
                if not old and (path or (not now.size and now.root != EMPTY_ROOT)):
                    raise NotProved("there is nothing before it, so there is no proof, and an empty log has one root")
                check_consistency(old, last.checkpoint.root if last else EMPTY_ROOT, now.size, now.root, path)
            except NotProved as error:
                return Refusal(422, str(error))
            cosigned = SignedCheckpoint(now, signed.note.kept(self._logs))
            for key in self._keys:
                cosigned = cosign(cosigned, key, int(self._clock()))
            write_durably(self._file(now.origin), cosigned.note.written.encode(), 0o644)
        return "".join(each.line for each in cosigned.note.signatures[-len(self._keys) :])

    def last(self, origin: str) -> SignedCheckpoint | None:
        """The last checkpoint of a log that was cosigned."""
        file = self._file(origin)
        return read_signed_checkpoint(file.read_text("utf-8")) if file.exists() else None

    def _file(self, origin: str) -> Path:
        return self._folder / f"{sha256(origin.encode()).hexdigest()}.checkpoint"

    def shown(self, path: str) -> str | Refusal:
        """The last checkpoint of a log, which is named by the hash of its origin: for monitors."""
        origins = {f"/{sha256(key.name.encode()).hexdigest()}/checkpoint": key.name for key in self._logs}
        last = self.last(origins[path]) if path in origins else None
        return last.note.written if last else Refusal(404, "no such log was cosigned here")

    def serve(self, host: str, port: int) -> ThreadingHTTPServer:
        """A server for logs and monitors; a proxy in front gives it TLS."""
        witness = self

        class Handler(BaseHTTPRequestHandler):
            timeout = TIMEOUT_S

            def do_POST(self) -> None:
                length = self.headers.get("Content-Length", "")
                if not length.isdecimal() or int(length) > MOST_BODY_BYTES:
                    self.answer(Refusal(400, f"a request says its length, at most {MOST_BODY_BYTES:,}"))
                elif self.path != ADD:
                    self.answer(Refusal(404, f"checkpoints go to {ADD}"))
                else:
                    self.answer(witness.take(self.rfile.read(int(length))))

            def do_GET(self) -> None:
                self.answer(witness.shown(self.path))

            def answer(self, found: str | Refusal) -> None:
                status, said, media = (200, found, TEXT) if isinstance(found, str) else (*found, found.media)
                self.send_response(status)
                self.send_header("Content-Type", media)
                self.end_headers()
                self.wfile.write(said.encode())

        return ThreadingHTTPServer((host, port), Handler)


class WitnessLine:
    """The way to one witness, and how far it is."""

    def __init__(self, key: VerifierKey, url: str) -> None:
        self.key, self._url = key, f"{url.rstrip('/')}{ADD}"
        self._size = 0
        self._http = HttpClient(timeout_s=TIMEOUT_S)

    def push(self, signed: SignedCheckpoint, consistency: Callable[[int, int], Sequence[bytes]]) -> SignedCheckpoint:
        """Have a checkpoint cosigned; NotProved says why it was not. A witness elsewhere says where it stands."""
        size = signed.checkpoint.size
        for _ in range(2):
            path = consistency(self._size, size) if 0 < self._size < size else ()
            try:
                answer = self._http.ask("POST", self._url, write_request(self._size, path, signed))
            except NoAnswer as error:
                raise NotProved(f"the witness {self.key.name} does not answer: {error}") from error
            said = answer.body.decode(errors="replace")
            if answer.status == 409 and said.strip().isdecimal() and int(said) <= size:
                self._size = int(said)
                continue
            if answer.status != 200:
                break
            cosigned = read_signed_checkpoint(f"{signed.note.written}{said}")
            self._size = size
            return cosigned
        raise NotProved(f"the witness {self.key.name} answers {answer.status}: {said[:200]}")
