"""The math worker: a process that serves the public mathematics, so that no keypad waits for counting.

The server forwards requests to it over a socket, a few at once and more in a queue.
The worker itself is `python -m fairfelt.web`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.runtime.configuration import cache_folder, game_folders
from fairfelt.runtime.configuration.settings import CACHE_VARIABLE, CONFIG_VARIABLE, GAMES_VARIABLE, PREFIX, Mathematics
from fairfelt.web.http.answers import read_body
from fairfelt.web.jobs import NotReady, TooBusy
from fairfelt.web.pages.play.practice import SEAT_COOKIE as SEAT
from fairfelt.web.words.catalogue import COOKIE as LANGUAGE
from fairfelt.web.words.catalogue import THEME_COOKIE as THEME

GIBIBYTE = 1 << 30
MOST_ANSWER_BYTES = 64 << 20
PATIENCE_S, RESTART_S = 120.0, 1.0
_OF_ITS_CONNECTION = {b"connection", b"transfer-encoding", b"date", b"server"}
_KEPT_BACK = {b"authorization", b"fairfelt-session", b"connection", b"content-length", b"transfer-encoding"}
"""Keys and sessions belong to the room; the others to one connection."""
_PASSED_COOKIES = {SEAT.encode(), LANGUAGE.encode(), THEME.encode()}
"""Seat, language and theme cookies."""
_SECRET_VARIABLES = ("PG",)
_log = logging.getLogger(__name__)
Headers = Sequence[tuple[bytes, bytes]]


class MathWorker:
    """The worker process, restarted whenever it ends, and the requests forwarded to it."""

    def __init__(self, limits: Mathematics | None = None) -> None:
        self._limits = limits or Mathematics()
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
            async with self._turns, asyncio.timeout(PATIENCE_S):
                return await self._asked(request, body)
        except TimeoutError:
            raise TooBusy("this takes longer than the server gives a reader: ask again in a while") from None
        except OSError:
            raise NotReady("The mathematics are starting: ask again in a few seconds") from None
        finally:
            self._inside -= 1

    async def _asked(self, request: Request, body: bytes) -> Response:
        import httpx2  # takes long to load, and only a server needs it

        if self._socket is None:
            raise NotReady("The mathematics are starting: ask again in a few seconds")
        query = request.scope["query_string"]
        target = request.scope["raw_path"] + (b"?" + query if query else b"")
        content, transport = bytearray(), httpx2.AsyncHTTPTransport(verify=False, uds=str(self._socket))
        try:
            async with transport:
                address = httpx2.URL(scheme="http", host="worker", raw_path=target)
                asked = httpx2.Request(request.method, address, headers=_passed(request), content=body)
                answer = await transport.handle_async_request(asked)
                async for part in answer.aiter_raw():
                    content += part
                    if len(content) > MOST_ANSWER_BYTES:
                        raise OSError("the answer is too long")
        except httpx2.HTTPError as error:
            raise OSError(str(error)) from error
        response = Response(bytes(content), answer.status_code)
        kept = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in _OF_ITS_CONNECTION]
        known = {name for name, _ in kept}
        response.raw_headers = kept + [row for row in response.raw_headers if row[0] not in known]
        return response

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
                sys.executable, "-m", "fairfelt.web", str(place), str(self._limits.memory_gib * GIBIBYTE),
                stdin=PIPE, stdout=DEVNULL, env=_environment(os.environ),
            )  # fmt: skip
            self._socket = place
            try:
                await process.wait()
            finally:
                self._socket = None
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            _log.warning("the math worker ended and is restarted", extra={"code": process.returncode})
            await asyncio.sleep(RESTART_S)


def _environment(here: Mapping[str, str]) -> dict[str, str]:
    """The worker's environment: no journal, no password, no key."""
    kept = {name: value for name, value in here.items() if not name.startswith((PREFIX, *_SECRET_VARIABLES))}
    games = os.pathsep.join(map(str, game_folders()))
    return {**kept, CONFIG_VARIABLE: "", CACHE_VARIABLE: str(cache_folder()), GAMES_VARIABLE: games}


def _passed(request: Request) -> Headers:
    """The headers of the forwarded request: without keys, with the client and the scheme."""
    passed = []
    for name, value in request.scope["headers"]:
        if name == b"cookie":
            parts = [part for part in value.split(b";") if part.partition(b"=")[0].strip() in _PASSED_COOKIES]
            value = b";".join(parts).strip()
        if value and name not in _KEPT_BACK and not name.startswith(b"x-forwarded-"):
            passed.append((name, value))
    client = request.client.host if request.client else ""
    scheme = request.scope["scheme"]
    return [*passed, (b"x-forwarded-for", client.encode()), (b"x-forwarded-proto", scheme.encode())]
