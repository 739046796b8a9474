"""The one HTTP client: it follows no redirect, reads no more than it should, and says when nobody answers."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread

import pytest

from fairfelt.runtime.http_client import HttpClient, NoAnswer

LONG = b"x" * 5_000


class Server(BaseHTTPRequestHandler):
    """Answers by path."""

    protocol_version = "HTTP/1.1"
    asked: list[tuple[str, str]]
    hold: Event

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["Authorization"]))
        if self.path == "/slow":
            self.hold.wait(30)
        found = {"/moved": (302, b""), "/long": (200, LONG), "/no": (409, b'{"detail":"Not now"}')}
        status, body = found.get(self.path, (200, b"[1]"))
        self.send_response(status)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing in tests."""


@pytest.fixture
def served() -> Iterator[str]:
    Server.asked, Server.hold = [], Event()
    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Server.hold.set()
    server.shutdown()
    thread.join()
    server.server_close()


def client_of(url: str, timeout_s: float = 20.0) -> HttpClient:
    return HttpClient(url, timeout_s=timeout_s, headers={"Authorization": "Bearer key"}, most_bytes=1_000)


def test_a_redirect_is_an_answer_and_the_key_goes_nowhere_else(served: str) -> None:
    client = client_of(served)
    assert client.ask("GET", "/moved").status == 302
    assert Server.asked == [("/moved", "Bearer key")]
    client.close()


def test_no_more_is_read_than_shows_that_an_answer_is_too_long(served: str) -> None:
    client = client_of(served)
    assert len(client.ask("GET", "/long").body) > 1_000
    assert client.ask("GET", "/").body == b"[1]", "the next one is whole"
    client.close()


def test_a_problem_is_its_sentence(served: str) -> None:
    client = client_of(served)
    refused, plain = client.ask("GET", "/no"), client.ask("GET", "/")
    assert (refused.status, refused.detail, plain.detail, plain.plain) == (409, "Not now", "[1]", {})
    client.close()
    assert client.ask("GET", "/").status == 200, "one that hung up asks again when it has to"
    client.close()


def test_a_server_that_is_late_or_not_there_gives_no_answer(served: str) -> None:
    with pytest.raises(NoAnswer):
        client_of(served, timeout_s=0.05).ask("GET", "/slow")
    with pytest.raises(NoAnswer, match="refused"):
        client_of("http://127.0.0.1:1").ask("GET", "/")
    with pytest.raises(NoAnswer):
        HttpClient(timeout_s=1).ask("GET", "nowhere")
