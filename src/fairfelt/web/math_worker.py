"""The math worker: a process that serves the public mathematics, so that no keypad waits for counting.

The server forwards requests to it over a socket, a few at once and more in a queue.
The worker itself is `python -m fairfelt.web`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httptools
from starlette.requests import Request
from starlette.responses import Response

from fairfelt.runtime.configuration import cache_folder, game_folders
from fairfelt.runtime.configuration.settings import CACHE_VARIABLE, CONFIG_VARIABLE, GAMES_VARIABLE, PREFIX
from fairfelt.web.http.request import read_body
from fairfelt.web.jobs import NotReady, TooBusy
from fairfelt.web.pages.play.moves import SEAT_COOKIE as SEAT
from fairfelt.web.words.choice import COOKIE as LANGUAGE
from fairfelt.web.words.choice import THEME_COOKIE as THEME

GIBIBYTE = 1 << 30
MOST_ANSWER_BYTES = 64 << 20
RESTART_S = 1.0
_KEPT_BACK = {b"authorization", b"fairfelt-session", b"connection", b"content-length", b"transfer-encoding"}
"""Keys and sessions belong to the room; the others to one connection."""
_PASSED_COOKIES = {SEAT.encode(), LANGUAGE.encode(), THEME.encode()}
"""Seat, language and theme cookies."""
_SECRET_VARIABLES = ("PG",)
_log = logging.getLogger(__name__)
Headers = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True)
class MathWorkerLimits:
    """Limits of the worker on this machine."""

    at_once: int = 4
    waiting: int = 32
    memory_bytes: int = 8 * GIBIBYTE
    """Of address space; much less is used."""
    patience_s: float = 120.0


class MathWorker:
    """The worker process, restarted whenever it ends, and the requests forwarded to it."""

    def __init__(self, limits: MathWorkerLimits | None = None) -> None:
        self._limits = limits or MathWorkerLimits()
        self._turns = asyncio.Semaphore(self._limits.at_once)
        self._inside = 0
        self._socket: Path | None = None

    async def answer(self, request: Request) -> Response:
        """The worker's answer; `TooBusy` or `NotReady` where it has none."""
        if self._inside >= self._limits.at_once + self._limits.waiting:
            raise TooBusy("the server is busy with many other readers: ask again in a while")
        self._inside += 1
        try:
            body = await read_body(request.receive)
            async with self._turns, asyncio.timeout(self._limits.patience_s):
                return await self._asked(request, body)
        except TimeoutError:
            raise TooBusy("this takes longer than the server gives a reader: ask again in a while") from None
        except (OSError, httptools.HttpParserError):
            raise NotReady("The mathematics are starting: ask again in a few seconds") from None
        finally:
            self._inside -= 1

    async def _asked(self, request: Request, body: bytes) -> Response:
        if self._socket is None:
            raise NotReady("The mathematics are starting: ask again in a few seconds")
        reader, writer = await asyncio.open_unix_connection(str(self._socket))
        try:
            writer.write(_head(request, len(body)) + body)
            found = _Answer(request.method)
            while not found.whole and (data := await reader.read(1 << 16)):
                found.feed(data)
            return found.response()
        finally:
            writer.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the worker while the server runs."""
        with TemporaryDirectory(prefix="fairfelt-math-") as folder:
            keeping = asyncio.create_task(self._keep(Path(folder)))
            try:
                yield
            finally:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)

    async def _keep(self, folder: Path) -> None:
        number = 0
        while True:
            number += 1
            place = folder / f"{number}.socket"
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "fairfelt.web", str(place), str(self._limits.memory_bytes),
                stdin=PIPE, stdout=DEVNULL, env=_environment(os.environ),
            )  # fmt: skip
            self._socket = place
            try:
                await process.wait()
            finally:
                self._socket = None
                await _end(process)
            _log.warning("the math worker ended and is restarted", extra={"code": process.returncode})
            await asyncio.sleep(RESTART_S)


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _environment(here: Mapping[str, str]) -> dict[str, str]:
    """The worker's environment: no journal, no password, no key."""
    kept = {name: value for name, value in here.items() if not name.startswith((PREFIX, *_SECRET_VARIABLES))}
    games = os.pathsep.join(map(str, game_folders()))
    return {**kept, CONFIG_VARIABLE: "", CACHE_VARIABLE: str(cache_folder()), GAMES_VARIABLE: games}


def _head(request: Request, length: int) -> bytes:
    """The head of the forwarded request: without keys, with the client and the scheme."""
    query = request.scope["query_string"]
    target = request.scope["raw_path"] + (b"?" + query if query else b"")
    lines = [request.method.encode() + b" " + target + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in _passed(request.scope["headers"])]
    client = request.client.host if request.client else ""
    lines += [
        b"connection: close",
        b"x-forwarded-for: " + client.encode(),
        b"x-forwarded-proto: " + request.scope["scheme"].encode(),
        b"content-length: %d" % length,
    ]
    return b"\r\n".join([*lines, b"", b""])


def _passed(headers: Headers) -> Headers:
    passed = []
    for name, value in headers:
        if name == b"cookie":
            parts = [part for part in value.split(b";") if part.partition(b"=")[0].strip() in _PASSED_COOKIES]
            value = b";".join(parts)
        if value and name not in _KEPT_BACK and not name.startswith(b"x-forwarded-"):
            passed.append((name, value))
    return passed


class _Answer:
    """A response as it is read."""

    def __init__(self, method: str) -> None:
        self._method = method
        self.whole = False
        self._headers: list[tuple[bytes, bytes]] = []
        self._parts: list[bytes] = []
        self._size = 0
        self._parser = httptools.HttpResponseParser(self)

    def feed(self, data: bytes) -> None:
        """Read more of it."""
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """An answer to HEAD has no body."""
        self.whole = self._method == "HEAD"

    def on_body(self, part: bytes) -> None:
        """A part of the body."""
        self._size += len(part)
        if self._size > MOST_ANSWER_BYTES:
            raise OSError("the answer is too long")
        self._parts.append(part)

    def on_message_complete(self) -> None:
        """The end."""
        self.whole = True

    def response(self) -> Response:
        """The response as the server sends it."""
        if not self.whole:
            raise OSError("the answer is cut off")
        answer = Response(b"".join(self._parts), self._parser.get_status_code())
        kept = [row for row in self._headers if row[0] not in (b"connection", b"transfer-encoding", b"date", b"server")]
        answer.raw_headers = kept if any(name == b"content-length" for name, _ in kept) else [
            *kept, (b"content-length", b"%d" % self._size)
        ]  # fmt: skip
        return answer
