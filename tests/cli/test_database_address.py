"""A database's address: its password is never repeated, and need not stand on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import pytest

from fairfelt.cli import main
from fairfelt.ledger import Opening, WrongJournal
from fairfelt.ledger.store import named, place_of, shown
from fairfelt.room import Room
from fairfelt.server import Settings

PASSWORD = "hunter2secret"
NOBODY = "127.0.0.1:1"
ADDRESSES = (
    f"postgresql://u:{PASSWORD}@{NOBODY}/room",
    f"postgresql://{NOBODY}/room?user=u&password={PASSWORD}&sslpassword={PASSWORD}",
    f"postgresql://u:{PASSWORD}@127.0.0.1:port/room",
    f"postgresql://u:x@{PASSWORD}@{NOBODY}/room",
    f"postgresql://u:{PASSWORD}@{NOBODY}/room?foo=bar",
    f"mysql://u:{PASSWORD}@{NOBODY}/room",
)


SERVE = "import sys; from fairfelt.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("words", [["ledger", "verify"], ["room", "found", "--name", "Elena", "--second", "Emil"]])
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_database_that_cannot_be_reached_is_named_without_its_password(
    words: list[str], address: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert main([*words, address]) == 2
    told = "".join(capfd.readouterr()) + caplog.text
    assert told
    assert PASSWORD not in told


def test_a_server_waits_for_a_database_and_names_it_without_its_password(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--database", ADDRESSES[0]]
    with Popen(command, stderr=PIPE, stdout=DEVNULL, text=True, cwd=tmp_path) as server:
        assert server.stderr
        warning = server.stderr.readline()
        server.terminate()
        said = warning + server.stderr.read()
    assert "the server waits for it" in warning
    assert NOBODY in warning
    assert PASSWORD not in said


def test_plain_http_to_others_is_refused_while_the_law_cannot_be_read(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--database", ADDRESSES[0]]) == 2
    assert "whether the law is enforced cannot be read" in capfd.readouterr().err


def test_what_is_named_can_be_typed_again() -> None:
    bare = "postgresql://u@db:5432/room?options=-csearch_path%3Dpit"
    full = bare.replace("u@", f"u:{PASSWORD}@") + f"&password={PASSWORD}"
    assert named(place_of(full)) == shown(full) == bare
    assert shown("room.db") == "room.db"
    assert place_of(f"postgresql://u:{PASSWORD}%40@db/room").password == f"{PASSWORD}@"
    with pytest.raises(WrongJournal, match="write one in a password as %40"):
        place_of(f"postgresql://u:{PASSWORD}@@db/room")


def test_what_holds_an_address_does_not_print_it() -> None:
    assert PASSWORD not in repr(Settings(address=ADDRESSES[0]))
    assert PASSWORD not in repr(Opening(address=ADDRESSES[0], machine=Room()))


def test_the_environment_names_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, export = tmp_path / "room.db", tmp_path / "journal.jsonl"
    monkeypatch.setenv("FAIRFELT_DATABASE", str(place))
    assert main(["serve", "--read-only"]) == 2
    assert f"there is no file {place}" in capsys.readouterr().err
    assert main(["room", "found", "--name", "Elena", "--second", "Emil"]) == 0
    assert main(["ledger", "verify"]) == 0
    assert main(["ledger", "export", "--file", str(export)]) == 0
    assert main(["law", "room"]) == 0
    monkeypatch.setenv("FAIRFELT_DATABASE", str(tmp_path / "other.db"))
    assert main(["ledger", "restore", str(export)]) == 0
    assert main(["ledger", "verify", str(place)]) == 0, "what is typed comes first"


def test_a_demonstration_is_never_set_up_in_the_journal_of_the_environment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "room.db"
    monkeypatch.setenv("FAIRFELT_DATABASE", str(place))
    asked: list[str] = []

    def controller(settings: Settings, **_: bool) -> None:
        asked.append(str(settings.address))

    monkeypatch.setattr("fairfelt.cli.commands.serve._controller", controller)
    assert main(["serve", "--demo", "--host", "256.0.0.1"]) == 2
    assert main(["serve", "--host", "256.0.0.1"]) == 2
    capsys.readouterr()
    demonstration, real = asked
    assert demonstration != real == str(place)
