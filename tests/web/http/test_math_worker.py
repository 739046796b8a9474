"""The math worker: which requests and headers reach it, and what happens when it is busy."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from starlette.testclient import TestClient

from fairfelt.runtime.configuration.settings import Mathematics
from fairfelt.web import application
from fairfelt.web.http.server import configured
from fairfelt.web.jobs import NotReady, TooBusy
from fairfelt.web.math_worker import MathWorker, _environment
from fairfelt.web.pages.counting import Counting
from tests.web.visiting import closing, uncounted

SECRETS = {
    "authorization": "Bearer a key",
    "fairfelt-session": "a token",
    "cookie": "fairfelt-key-1=a key; fairfelt-seat=my seat; fairfelt-language=es; fairfelt-theme=dark; fairfelt-desk=b",
    "x-forwarded-for": "203.0.113.9",
}


def request_for(path: str, headers: dict[str, str], query: str = "") -> Request:
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
        "scheme": "https", "client": ("10.0.0.7", 1), "server": ("room", 443),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    return Request(scope, receive)


async def asked(
    worker: MathWorker, folder: Path, answer: bytes, ask: Callable[[], Awaitable[object]]
) -> tuple[object, list[bytes]]:
    """Ask while somebody answers at the socket; gives what came back, and what was sent there."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        writer.close()

    server = await asyncio.start_unix_server(serve, str(folder / "s"))
    worker._socket = folder / "s"
    async with server:
        return await ask(), heard


def test_keys_and_sessions_stay_here(tmp_path: Path) -> None:
    worker = MathWorker()
    answer = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
    request = request_for("/games/x", {"host": "room", "accept": "text/html", **SECRETS}, "variant=v1")
    response, heard = asyncio.run(asked(worker, tmp_path, answer, lambda: worker.answer(request)))
    assert (response.status_code, response.body) == (200, b"hi")  # type: ignore[attr-defined]
    assert response.headers["content-length"] == "2"  # type: ignore[attr-defined]
    sent = heard[0].decode()
    assert sent.startswith("GET /games/x?variant=v1 HTTP/1.1\r\n")
    assert "a key" not in sent
    assert "a token" not in sent
    assert "fairfelt-desk" not in sent
    assert "203.0.113.9" not in sent
    assert {
        "cookie: fairfelt-seat=my seat; fairfelt-language=es; fairfelt-theme=dark",
        "x-forwarded-for: 10.0.0.7",
        "x-forwarded-proto: https",
    } <= set(sent.splitlines())


def test_an_answer_that_is_cut_off_is_no_answer(tmp_path: Path) -> None:
    worker = MathWorker()
    with pytest.raises(NotReady):
        asyncio.run(
            asked(worker, tmp_path, b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhi", lambda: ask_once(worker))
        )


def ask_once(worker: MathWorker) -> Awaitable[object]:
    return worker.answer(request_for("/games", {}))


def test_one_reader_too_many_is_told_to_come_back() -> None:
    """Forty readers of a PDF took keypads from 6 to 2,871 ms."""

    async def crowd() -> list[object]:
        worker = MathWorker(Mathematics(at_once=1, waiting=1))
        await worker._turns.acquire()  # somebody is being answered
        waiting = [asyncio.create_task(worker.answer(request_for("/games", {}))) for _ in range(3)]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        worker._turns.release()
        await asyncio.gather(*waiting, return_exceptions=True)
        return [task.exception() for task in done]

    (refused,) = asyncio.run(crowd())
    assert isinstance(refused, TooBusy)


def test_the_process_knows_no_journal_and_no_password() -> None:
    told = _environment({"FAIRFELT_DATABASE": "postgresql://u:secret@h/r", "PGPASSWORD": "secret", "PATH": "/bin"})
    assert "secret" not in " ".join(told.values())
    assert (told["PATH"], told["FAIRFELT_CONFIG"]) == ("/bin", "")


def test_a_room_without_mathematics_says_so() -> None:
    with closing(Counting(study=uncounted)) as counting:
        visit = TestClient(application(counting, mathematics="nowhere"))
        page = visit.get("/games")
        assert page.status_code == 404
        assert "games and their mathematics are served elsewhere" in page.text
        assert visit.get("/").status_code == 200


def test_the_process_can_be_served() -> None:
    """It takes everybody's address from its parent: it once refused the words for that, and ended at every start."""
    assert configured(application(), proxies=("*",)).http


def test_the_real_process(tmp_path: Path) -> None:
    worker = MathWorker()
    app = Starlette(routes=[Route("/games", worker.answer)], lifespan=lambda _: worker.running())

    with TestClient(app) as client:
        while True:
            try:
                page = client.get("/games")
            except NotReady:
                continue
            assert page.status_code == 200
            assert "</html>" in page.text
            return
