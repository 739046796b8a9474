"""Requests that are answered without a task of their own are answered as all others are, whatever is sent."""

from __future__ import annotations

import socket
from functools import partial

from starlette.types import Receive, Scope, Send

from fairfelt.web.http.direct import Direct, SendNow
from fairfelt.web.http.request import MOST_BODY_BYTES
from fairfelt.web.http.whole_answers import head_of
from tests.web.http.test_limits import connected, heard
from tests.web.http.test_tls import served

HEADERS = [(b"content-type", b"text/plain")]
CLOSE = b"Connection: close\r\n"
MORE_THAN_A_LINE_TAKES = 1 << 24


def call(path: bytes, more: bytes = b"", body: bytes = b"abc") -> bytes:
    return b"POST /%b HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n%b\r\n%b" % (path, len(body), more, body)


class Echo:
    """Says back how much was sent and where to; both ways are written down."""

    def __init__(self, *, is_direct: bool, status: int = 201) -> None:
        self.is_direct, self.status, self.ways = is_direct, status, list[str]()
        self.heads = 0
        """How many were read."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        self.ways.append("task")
        body = await self._read(receive)
        said = self._said(scope, body)
        headers = [*HEADERS, (b"content-length", b"%d" % len(said))]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": said})

    async def _read(self, receive: Receive) -> bytes:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        return body

    def direct_for(self, scope: Scope) -> Direct | None:
        self.heads += 1
        return partial(self._answer, scope) if self.is_direct and scope["path"] != "/task" else None

    def _answer(self, scope: Scope, body: bytes, send: SendNow) -> None:
        self.ways.append("direct")
        send(head_of(self.status, HEADERS), self._said(scope, body))

    def _said(self, scope: Scope, body: bytes) -> bytes:
        if scope["path"] == "/large":
            return b"x" * MORE_THAN_A_LINE_TAKES
        return b"%b %d %b" % (scope["path"].encode(), len(body), body[-3:])


CHUNKED = (
    b"POST /a HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n" + CLOSE + b"\r\n"
    b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
)  # fmt: skip
MANY = b"".join(call(b"a%d" % number) for number in range(300))


CASES = {
    "one": (call(b"a", CLOSE), ["direct"]),
    "empty": (call(b"a", CLOSE, b""), ["direct"]),
    "in chunks": (CHUNKED, ["direct"]),
    "an older protocol": (call(b"a").replace(b"1.1", b"1.0"), ["direct"]),
    "asked to go on first": (call(b"a", b"Expect: 100-continue\r\n" + CLOSE), ["task"]),
    "too long": (call(b"a", CLOSE, b"x" * (MOST_BODY_BYTES + 1)), ["task"]),
    "behind a task": (call(b"task") + call(b"b", CLOSE), ["task", "task"]),
    "before one": (call(b"a") + call(b"task") + call(b"c", CLOSE), ["direct", "task", "task"]),
    "who has not read the last answer": (call(b"large") + call(b"b", CLOSE), ["direct", "task"]),
    "very many at once": (MANY + call(b"z", CLOSE), ["direct"] * 301),
}


def test_both_ways_say_the_same() -> None:
    quick, slow = Echo(is_direct=True), Echo(is_direct=False)
    with served(quick) as one, served(slow) as other:
        for name, (sent, ways) in CASES.items():
            quick.ways.clear()
            assert told(one, sent) == told(other, sent), name
            assert quick.ways == ways, name


def test_who_hangs_up_before_a_body_is_whole_asked_for_nothing() -> None:
    echo = Echo(is_direct=True)
    with served(echo) as url:
        with connected(url) as line:
            line.sendall(call(b"a")[:-1])
        assert told(url, call(b"b", CLOSE))
    assert echo.ways == ["direct"]


def test_a_head_that_was_answered_is_read_once() -> None:
    """A keypad says the same above every command; what it asks for stands below."""
    echo = Echo(is_direct=True, status=200)
    with served(echo) as url, connected(url) as line:
        assert [asked(line, call(b"a", body=body)) for body in (b"abc", b"def", b"ghi")] == [
            b"/a 3 abc", b"/a 3 def", b"/a 3 ghi",
        ]  # fmt: skip
        assert (echo.heads, echo.ways) == (1, ["direct"] * 3)
        assert asked(line, call(b"b", body=b"abc")) == b"/b 3 abc"
        assert asked(line, call(b"a", body=b"abcd")) == b"/a 4 bcd"
        assert echo.heads == 3


def test_a_known_head_whose_body_is_not_beneath_it_is_read_again() -> None:
    echo = Echo(is_direct=True, status=200)
    with served(echo) as url, connected(url) as line:
        asked(line, call(b"a"))
        line.sendall(call(b"a")[:-3])
        while echo.heads < 2:  # the server has the head, and waits
            pass
        assert asked(line, b"xyz") == b"/a 3 xyz"
        assert asked(line, call(b"a") + call(b"a", body=b"two"), answers=2) == b"/a 3 two"
        assert echo.heads == 4
        assert asked(line, call(b"a", body=b"ab0")) == b"/a 3 ab0"
        assert echo.heads == 4


def test_the_head_of_somebody_who_was_turned_away_is_not_kept() -> None:
    echo = Echo(is_direct=True, status=401)
    with served(echo) as url, connected(url) as line:
        for _ in range(3):
            asked(line, call(b"a"))
        assert echo.heads == 3


def test_a_connection_keeps_few_heads() -> None:
    echo = Echo(is_direct=True, status=200)
    with served(echo) as url, connected(url) as line:
        for path in (b"a", b"b", b"c", b"d", b"e", b"a"):
            asked(line, call(path))
        assert echo.heads == 6


def asked(line: socket.socket, sent: bytes, *, answers: int = 1) -> bytes:
    """The body of the last answer to what was sent on a line that stays open."""
    line.sendall(sent)
    found = b""
    for _ in range(answers):
        while b"\r\n\r\n" not in found:
            found += line.recv(65_536)
        head, _, found = found.partition(b"\r\n\r\n")
        length = int(head.partition(b"content-length: ")[2].partition(b"\r")[0])
        while len(found) < length:
            found += line.recv(65_536)
        body, found = found[:length], found[length:]
    return body


def told(url: str, sent: bytes) -> list[str]:
    """All that comes back, line by line in any order, but for the time of day."""
    with connected(url) as line:
        line.sendall(sent)
        found = heard(line)
    assert found
    return sorted(row for row in found.decode().split("\r\n") if not row.startswith("date: "))
