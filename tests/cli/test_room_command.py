"""fairfelt room found, and serving what was founded."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from fairfelt.cli import main
from fairfelt.room.commands.people import WithdrawCard
from fairfelt.server import BadPin, Controller, PinDue, Settings, SignInRefused
from fairfelt.server.founding import issue
from tests.web.api.calling import founded

PATIENCE_S = 120
SECOND = ["--second", "Emil Example"]


def pins(folder: Path, first: str = "2468") -> list[str]:
    """PINs in a file: a list of processes would show them."""
    file = folder / "pins"
    file.write_text(f"{first}\n1357\n")
    return ["--pins-file", str(file)]


SERVE = """
import sys, fairfelt.server
sys.modules["fairfelt.server.manifest"]._library_digest = lambda library: library.version
from fairfelt.cli import main
sys.exit(main())
"""
"""The command, which reads no file of a library: some ten thousand of them take seconds."""


def test_a_room_is_founded_and_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "room.db")
    assert main(["room", "found", place, "--name", "Elena Example", *pins(tmp_path), *SECOND]) == 0
    told = capsys.readouterr().out
    key = told.partition("its key   ")[2].split()[0]
    assert "card      E-1 of Elena Example, executive" in told
    assert "card      T-1 of Emil Example, technician\n  its PIN   1357" in told
    assert main(["room", "found", place, "--name", "Somebody Else", *SECOND]) == 2
    assert "this room was founded before" in capsys.readouterr().err
    words = ["serve", "--database", place, "--port", "0"]
    command = [sys.executable, "-c", SERVE, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        try:
            url = process.stdout.readline().split()[3]
            lines = [json.loads(process.stderr.readline())]
            while lines[-1]["event"] != "active":
                lines.append(json.loads(process.stderr.readline()))
            with urlopen(f"{url}/healthz", timeout=PATIENCE_S) as answer:
                health = json.loads(answer.read())
            device = Request(f"{url}/api/device", headers={"Authorization": f"Bearer {key}"})
            with urlopen(device, timeout=PATIENCE_S) as answer:
                name = json.loads(answer.read())["device"]
        finally:
            process.send_signal(signal.SIGINT)
        _, logged = process.communicate(timeout=PATIENCE_S)
    assert (health, name) == ({"status": "active"}, "console 1")
    assert process.returncode == 0
    lines += [json.loads(line) for line in logged.splitlines()]
    assert {"active", "self-check passed"} <= {line["event"] for line in lines}
    assert all(line["timestamp"] and line["level"] for line in lines)


@pytest.mark.parametrize("pin", ["12", "1111", "abcd", "1234", "1212"])
def test_a_bad_pin_founds_nothing(pin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "room.db")
    assert main(["room", "found", place, "--name", "Elena", *pins(tmp_path, pin), *SECOND]) == 2
    assert "PIN" in capsys.readouterr().err
    assert not Path(place).exists(), "nothing half-done stays behind"


def test_a_room_is_founded_with_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["room", "found", str(tmp_path / "room.db"), "--name", "Elena", *SECOND, "--certificates"]
    assert main([*words, str(tmp_path / "tls")]) == 2
    assert "--certificates and --address go together" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "tls"), "--address", "room.example"]) == 0
    told = capsys.readouterr().out
    assert f'certificate_file = "{tmp_path}/tls/server.pem"' in told
    assert len(list((tmp_path / "tls" / "devices").glob("*.p12"))) == 1
    assert main([*words, str(tmp_path / "other"), "--address", "room.example"]) == 2
    assert not (tmp_path / "other").exists(), "a room that is there already leaves nothing behind"


def test_a_room_that_was_never_founded_is_not_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "room.db")
    assert main(["serve", "--database", place]) == 2
    told = capsys.readouterr().err
    assert told.endswith(f"a new room is made with: fairfelt room found {place} --name NAME --second NAME\n")
    assert not Path(place).exists()


def test_whom_nobody_is_left_to_help_gets_a_code_at_the_machine_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "room.db")
    assert main(["room", "found", place, "--name", "Elena", *pins(tmp_path), *SECOND]) == 0
    assert main(["room", "unlock", place, "E-1"]) == 2
    assert "card E-1 is not locked" in capsys.readouterr().err
    asyncio.run(three_wrong_pins(place))
    assert main(["room", "unlock", place, "E-9"]) == 2
    assert "card E-9 is not known here" in capsys.readouterr().err
    assert main(["room", "unlock", place, "E-1"]) == 0
    told = re.search(r"The one-time code of card E-1 is ([0-9]{8});", capsys.readouterr().out)
    assert told
    assert main(["room", "issue", place, "E-3", "--person", "emil-example"]) == 2
    assert "emil-example has a card" in capsys.readouterr().err
    asyncio.run(choose_pin(place, told[1]))
    assert main(["room", "unlock", str(tmp_path / "none.db"), "E-1"]) == 2


async def choose_pin(place: str, code: str) -> None:
    controller = Controller(Settings(address=place))
    await controller.start()
    with pytest.raises(PinDue, match="has no PIN yet"):
        await controller.cards.sign_in("console 1", "E-1", code)
    with pytest.raises(BadPin, match="such as 1234"):
        await controller.cards.set_pin("console 1", "E-1", code, "1234")
    await controller.cards.set_pin("console 1", "E-1", code, "8642")
    assert await controller.cards.sign_in("console 1", "E-1", "8642")
    with pytest.raises(SignInRefused):
        await controller.cards.set_pin("console 1", "E-1", code, "8643")
    withdrawal = WithdrawCard(card="T-1", why="lost", cards=("E-1",))
    assert not (await controller.tell(withdrawal)).refused
    assert (await issue(controller, "E-4", "emil-example")).digits
    await controller.stop()


async def three_wrong_pins(place: str) -> None:
    controller = Controller(Settings(address=place))
    await controller.start()
    for _ in range(3):
        with pytest.raises(SignInRefused):
            await controller.cards.sign_in("console 1", "E-1", "1111")
    assert controller.floor.cards["E-1"].locked
    await controller.stop()


@pytest.mark.parametrize("words", [["--name", ""], ["--name", "Elena/Example"], ["--card", "a/b", "--name", "Eve"]])
def test_a_name_that_is_none_founds_nothing(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence named a field of the journal, `first[0].person`, and not the option that was wrong."""
    assert main(["room", "found", str(tmp_path / "room.db"), *words, *SECOND]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"fairfelt: {words[0]} is ")
    assert "characters" in said
    assert not list(tmp_path.iterdir())


def test_a_card_is_unlocked_only_where_there_is_a_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["room", "unlock", str(tmp_path / "typo.db"), "E-1"]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_room_is_not_founded_in_a_folder_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["room", "found", str(tmp_path / "no" / "room.db"), "--name", "Eve", *SECOND]) == 2
    assert capsys.readouterr().err == f"fairfelt: there is no folder {tmp_path / 'no'} for a journal: make it first\n"


def test_a_room_that_is_there_is_refused_before_its_server_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused after a whole start, with the self-check of all software: that took half a minute."""
    with founded(tmp_path):
        monkeypatch.setattr("fairfelt.server.Controller.start", lambda self: pytest.fail("the server was started"))
        assert main(["room", "found", str(tmp_path / "room.db"), "--name", "Eve", *SECOND]) == 2, "also while it runs"
    assert "this room was founded before" in capsys.readouterr().err
    (tmp_path / "room.db").write_bytes(b"not a journal" * 400)
    assert main(["room", "found", str(tmp_path / "room.db"), "--name", "Eve", *SECOND]) == 2
    assert capsys.readouterr().err.startswith("fairfelt: ")


def test_a_room_is_not_founded_where_nobody_may_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said that the floor was closed, and that the file was removed."""
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert main(["room", "found", str(tmp_path / "room.db"), "--name", "Eve", *SECOND]) == 2
    assert f"this user may not write in the folder {tmp_path}" in capsys.readouterr().err
