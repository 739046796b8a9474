"""fairfelt serve: says where it is, answers, stops cleanly; what cannot be is told in a sentence."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from fairfelt.cli import main
from fairfelt.controller import Controller
from fairfelt.controller.watching.displays import UNACKNOWLEDGED_S
from fairfelt.web import application, listen, url_of
from tests.controller.dying_server import settings

PATIENCE_S = 60


def test_it_says_where_it_is_answers_and_stops() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from fairfelt.cli import main; sys.exit(main())",
        "serve",
        "--port",
        "0",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout
        words = process.stdout.readline()
        assert words.startswith("Fairfelt is at http://127.0.0.1:")
        assert words.endswith(" — stop with Ctrl-C\n")
        with urlopen(words.split()[3] + "/healthz", timeout=PATIENCE_S) as answer:
            assert answer.read() == b'{"status":"ok"}'
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out.strip(), err) == (0, "", "")


def test_a_taken_port_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    sentence = f"port {port} of 127.0.0.1 is taken: choose another with --port, or any free one with --port 0"
    assert capsys.readouterr().err == f"fairfelt: {sentence}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "65536"), "--port 65536 is not possible: ports are 0 to 65535"),
        (("--read-only",), "--read-only shows a room that another server runs: name its journal with --database"),
        (("--read-only", "--demo"), "--read-only shows a room that another server runs"),
        (("--port", "-1"), "--port -1 is not possible: ports are 0 to 65535"),
        (("--port", "0", "--host", "256.0.0.1"), "cannot listen at port 0 of 256.0.0.1"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"fairfelt: {sentence}")
    assert told.count("\n") == 1


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_the_address_of_the_newer_protocol_is_written_for_a_browser() -> None:
    try:
        listening = listen("::1", 0)
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    with listening:
        assert url_of(listening) == f"http://[::1]:{listening.getsockname()[1]}"


def test_work_beside_a_room_that_fails_is_told_and_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The demonstration could not be set up, and for ever said that it was being set up."""
    monkeypatch.setattr("fairfelt.web.http.application.AGAIN_S", 0.0)
    begun, done = list[bool](), Event()

    async def work(room: Controller) -> None:
        begun.append(True)
        if len(begun) < 3:
            raise ValueError("the mail server speaks no language that we know")
        done.set()

    with TestClient(application(controller=Controller(settings(str(tmp_path / "room.db"))), beside=[work])):
        assert done.wait(PATIENCE_S)
    assert len(begun) == 3
    failed = [line for line in caplog.records if line.levelname == "ERROR"]
    assert len(failed) == 2
    assert "speaks no language" in (failed[0].exc_text or str(failed[0].exc_info))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux only")
def test_a_connection_whose_other_end_acknowledges_nothing_is_closed_after_a_while() -> None:
    """By the system itself: so the server learns that a display has lost its line."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        taken, _ = listening.accept()
        with taken:
            after_ms = taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert after_ms == 1000 * UNACKNOWLEDGED_S
