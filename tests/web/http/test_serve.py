"""fairfelt serve: says where it is, answers, stops cleanly; what cannot be is told in a sentence."""

from __future__ import annotations

import gzip
import json
import os
import py_compile
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from fairfelt.cli import main
from fairfelt.cli.isolated import isolated_command
from fairfelt.ledger.copies.backup import restore
from fairfelt.server import Controller
from fairfelt.server.watching.displays import UNACKNOWLEDGED_S
from fairfelt.web import application, listen, url_of
from tests.room.journals.make import FOLDER, SUFFIX
from tests.server.dying_server import settings

PATIENCE_S = 120


def test_it_says_where_it_is_answers_and_stops() -> None:
    """An isolated start, which compiles all source first, is that of the room in `tests/cli/test_room_command.py`."""
    command = [
        sys.executable,
        "-c",
        "import sys; from fairfelt.cli import main; sys.exit(main(sys.argv[1:]))",
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
        (("--hub", "https://hub.example"), "hub.url and hub.key_file go together"),
        (("--public-url", "room"), "server.public_url is no address: give it as https://room.example"),
        (("--backup-passphrase-file", "secret"), "backups.passphrase_file seals copies"),
        (("--port", "0", "--host", "256.0.0.1"), "cannot listen at port 0 of 256.0.0.1"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"fairfelt: {sentence}")
    assert told.count("\n") == 1


@pytest.mark.parametrize("proxy", ["*", "10.0.0.0/33", "proxy.example"])
def test_a_proxy_that_is_no_address_is_told(
    proxy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRFELT_SERVER_TRUSTED_PROXIES", proxy)
    assert main(["serve", "--demo", "--port", "0"]) == 2
    wanted = f"fairfelt: server.trusted_proxies: {proxy} is no address: write 127.0.0.1 or 10.0.0.0/8\n"
    assert capsys.readouterr().err == wanted


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


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """`fairfelt serve` for other machines on a golden journal, as far as the moment at which it would listen."""
    monkeypatch.setattr("fairfelt.cli.commands.serve.listen", lambda host, port: listen("127.0.0.1", 0))
    monkeypatch.setattr("fairfelt.cli.commands.serve.run", lambda *given, **named: None)
    monkeypatch.setattr("fairfelt.cli.commands.serve.log_as_json", lambda level: None)

    def run(journal: str, host: str = "0.0.0.0", *more: str) -> int:
        (tmp_path / "log.jsonl").write_bytes(gzip.decompress((FOLDER / f"{journal}{SUFFIX}").read_bytes()))
        restore(tmp_path / "log.jsonl", tmp_path / "room.db")
        return main(["serve", "--database", str(tmp_path / "room.db"), "--host", host, "--port", "0", *more])

    return run


BINDING, FREE = "a-law-that-binds", "rounds-without-a-law"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_plain_http_for_other_machines_is_refused_where_the_law_is_enforced(
    serve: Callable[..., int], host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Requirement 58: it spoke plain http without a word."""
    assert serve(BINDING, host) == 2
    said = capsys.readouterr().err
    for way_out in ("tls.certificate_file", "127.0.0.1 behind a proxy", "server.trusted_proxies", "is enforced"):
        assert way_out in said


@pytest.mark.parametrize("journal", [BINDING, FREE])
def test_a_real_room_is_not_served_as_a_demonstration(
    serve: Callable[..., int], journal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was, over plain http and with no time service asked, under a list of cards that open nothing."""
    assert serve(journal, "0.0.0.0", "--demo") == 2
    said = capsys.readouterr()
    assert (said.out, "holds a room that is no demonstration: leave --demo away" in said.err) == ("", True)
    demo = ["serve", "--demo", "--port", "0", "--database"]
    assert main([*demo, str(tmp_path / "new.db")]) == 0, "a new one is"
    assert main([*demo, str(tmp_path / "log.jsonl")]) == 2, "and what is no journal is a sentence"


def test_plain_http_for_other_machines_is_warned_of_where_it_is_not(
    serve: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(FREE) == 0
    assert "WARNING: --host 0.0.0.0: other machines would send keys and PINs in the clear" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_plain_http_for_this_machine_alone_needs_no_word(
    serve: Callable[..., int], host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(BINDING, host) == 0
    assert capsys.readouterr().err == ""


def test_a_proxy_that_is_named_speaks_for_the_lines(
    serve: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRFELT_SERVER_TRUSTED_PROXIES", "10.0.0.1")
    assert serve(BINDING) == 0
    assert capsys.readouterr().err == ""


FOREIGN = "print('foreign code', flush=True)"
WITHIN = "import json; from fairfelt.cli.isolated import is_isolated; print(json.dumps([is_isolated(), sys.path]))"


def test_a_server_starts_without_anything_of_its_surroundings(tmp_path: Path) -> None:
    """A `sitecustomize.py` on the path halved every share: same digest, and the verification passed."""
    (tmp_path / "sitecustomize.py").write_text(FOREIGN)
    (tmp_path / "fairfelt").mkdir()
    (tmp_path / "fairfelt" / "__init__.py").write_text(FOREIGN)
    command = [word.replace("from fairfelt.cli import main; sys.exit(main())", WITHIN) for word in isolated_command([])]
    environment = {"PYTHONPATH": str(tmp_path), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    seen = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=True)
    isolated, paths = json.loads(seen.stdout)
    assert isolated, "no environment, no user's folder, no .pth file, no sitecustomize"
    assert not {str(tmp_path), ""} & {*paths}


def test_a_room_runs_its_source_and_no_bytecode_that_somebody_left(tmp_path: Path) -> None:
    """Bytecode with the time and size of its source ran instead of it, and the digest was the same."""
    source = tmp_path / "payout.py"
    source.write_text("SHARE = 1\n")
    stamp = source.stat()
    py_compile.compile(str(source))
    source.write_text("SHARE = 2\n")
    os.utime(source, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    code, shown = f"import sys; sys.path.append({str(tmp_path)!r}); import payout; print(payout.SHARE)", []
    for words in ([], ["--demo"]):
        command = isolated_command(words)
        flags = command[: command.index("-c")]
        done = subprocess.run([*flags, "-c", code], capture_output=True, text=True, check=True)
        shown.append(done.stdout.strip())
    assert shown == ["2", "1"], "a demonstration starts sooner, and pays nobody"


def test_the_program_starts_a_server_so_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setattr("fairfelt.cli.isolated.os.execve", lambda program, words, _: started.append([*words, *_]))
    monkeypatch.setattr("fairfelt.cli.entry._run_command", lambda words: 0)
    monkeypatch.setattr(sys, "argv", ["fairfelt", "serve", "--port", "0"])
    with pytest.raises(SystemExit, match="could not be started isolated"):  # where it is not replaced, it never returns
        main()
    monkeypatch.setattr(sys, "argv", ["fairfelt", "games"])
    assert main() == 0
    ((program, *flags),) = started
    assert program == sys.executable
    assert flags[:2] == ["-I", "-S"]
    assert flags[flags.index("-c") + 2 :][:3] == ["serve", "--port", "0"]
    assert "PATH" in flags
    assert "PYTHONPATH" not in flags, "nor for the processes that it starts"
