"""What a connection may cost: slow ones, endless ones and too many of them go, and nobody else notices."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from fairfelt.runtime.configuration.settings import Limits
from fairfelt.runtime.formats import AmountError, parse_amount
from fairfelt.web.http.answers import disposition
from fairfelt.web.http.server import MOST_HEADER_BYTES
from tests.web.http.test_tls import say_who, served

ASKED = b"GET / HTTP/1.1\r\nhost: room\r\n\r\n"
PATIENCE_S = 120
BEGUN = [b"\r\n", b"GET / HTTP/1.1\r\nx-slow: ", b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nx"]


def connected(url: str, address: str = "127.0.0.1") -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE_S, source_address=(address, 0))


def heard(line: socket.socket) -> bytes:
    """What comes until the other end hangs up; nothing where it only hung up."""
    parts = []
    try:
        while part := line.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def answered(line: socket.socket) -> bytes:
    """One whole answer of `say_who`: its head may come before its body."""
    found = b""
    while not found.endswith(b"nobody"):
        found += line.recv(65_536)
    return found


def test_a_head_without_an_end_is_refused() -> None:
    """One endless header of 120 MB was kept in memory."""
    with served(say_who) as url, closing(connected(url)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nx-endless: ")
        try:
            for _ in range(100):
                line.sendall(b"x" * MOST_HEADER_BYTES)
        except (ConnectionResetError, BrokenPipeError):
            pass
        answer = heard(line)
        assert answer.startswith(b"HTTP/1.1 431 ") or not answer, "it may be gone before the answer is read"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nx-slow: ", b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nx"])
def test_a_request_that_does_not_arrive_is_let_go(sent: bytes) -> None:
    """A thousand unfinished headers blocked everybody."""
    with served(waits_for_body, limits=Limits(request_seconds=1)) as url, closing(connected(url)) as line:
        line.sendall(sent)
        assert heard(line) == b""


@pytest.mark.parametrize("more", BEGUN)
def test_nor_does_one_stay_that_begins_again_after_an_answer(more: bytes) -> None:
    with served(waits_for_body, limits=Limits(request_seconds=1)) as url, closing(connected(url)) as line:
        line.sendall(ASKED)
        assert line.recv(1_000).startswith(b"HTTP/1.1 200")
        line.sendall(more)
        assert b"HTTP/1.1 200" not in heard(line)


def test_who_asks_nothing_gives_way_and_who_is_answered_stays() -> None:
    limits = Limits(connections_per_address=3)
    with served(say_who, limits=limits) as url:
        lines = [connected(url) for _ in range(3)]
        lines[2].sendall(ASKED)
        assert lines[2].recv(100).startswith(b"HTTP/1.1 200"), "the others were taken in before it"
        newest = connected(url)
        newest.sendall(ASKED)
        assert newest.recv(100).startswith(b"HTTP/1.1 200"), "a keypad behind the same address gets in"
        assert heard(lines[0]) == b"", "the one that waited longest went"
        lines[1].sendall(ASKED)
        assert lines[1].recv(100).startswith(b"HTTP/1.1 200")
        for line in (*lines, newest):
            line.close()


def test_a_crowd_of_strangers_gives_way_to_a_keypad_at_another_address() -> None:
    """Enough addresses with a few silent connections each took all there were, and nobody new got in."""
    with served(say_who, limits=Limits(connections=4)) as url:
        known = connected(url, "127.0.0.9")
        known.sendall(ASKED)
        assert answered(known).startswith(b"HTTP/1.1 200")
        crowd = [connected(url, f"127.0.0.{number}") for number in (2, 3, 4)]
        keypad = connected(url)
        keypad.sendall(ASKED)
        assert answered(keypad).startswith(b"HTTP/1.1 200")
        assert heard(crowd[0]) == b"", "of those that have never asked anything, the one that was there longest"
        known.sendall(ASKED)
        assert answered(known).startswith(b"HTTP/1.1 200"), "who has asked before stays"
        for line in (known, *crowd, keypad):
            line.close()


def test_a_large_body_in_one_piece_is_no_head() -> None:
    with served(waits_for_body) as url, closing(connected(url)) as line:
        body = b"x" * 60_000
        line.sendall(b"POST / HTTP/1.1\r\nhost: room\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
        assert line.recv(100).startswith(b"HTTP/1.1 200")


async def waits_for_body(scope, receive, send):  # type: ignore[no-untyped-def]
    """Answers when the body is whole."""
    if scope["type"] == "http":
        while (message := await receive()).get("more_body"):
            assert message["type"] == "http.request"
        await say_who(scope, receive, send)


def test_an_amount_of_thousands_of_digits_is_told_in_a_sentence() -> None:
    """Python refuses to read such a number, which was a 500."""
    with pytest.raises(AmountError, match="it has 5,000 digits"):
        parse_amount("9" * 5_000)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("report.pdf", 'inline; filename="report.pdf"'),
        ("Žofie 東.pdf", "inline; filename=\"_ofie _.pdf\"; filename*=UTF-8''%C5%BDofie%20%E6%9D%B1.pdf"),
        ('a"\r\nb.pdf', "inline; filename=\"a___b.pdf\"; filename*=UTF-8''a%22%0D%0Ab.pdf"),
    ],
)
def test_downloads_have_names_in_any_script(name: str, told: str) -> None:
    """A name outside Latin-1 was a 500."""
    assert disposition(name) == told
    assert disposition(name).encode("latin-1")
