"""Every command that takes a game takes a file; `new` writes one to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt.cli import main
from tests.games.own_game import little_ladder


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "ladder.py"
    file.write_text(little_ladder())
    return file


@pytest.mark.parametrize("command", ["rules", "par", "strategy", "verify", "lint", "playthrough", "layout"])
def test_a_command_takes_a_file(command: str, ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([command, "./ladder.py"])
    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    assert "little" in told.out.lower()


def test_a_wrong_file_is_told_in_a_sentence(ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ladder.write_text("x = 1\n")
    assert main(["par", "ladder.py"]) == 2
    assert capsys.readouterr().err == "fairfelt: ladder.py: it defines no game; end it with game = Game(…)\n"


def test_verify_goes_on_past_a_file_that_cannot_be_read(ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One bad file ended it before anything was verified."""
    ladder.with_name("bad.py").write_text("x = 1\n")
    assert main(["verify", "bad.py", "ladder.py"]) == 1
    told = capsys.readouterr().out
    assert "Figures that agree: 2 of 2" in told
    assert "bad.py: it defines no game" in told


def test_a_new_game_begins_as_another(ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Lucky Ladder", "--like", "solitaire-stud"]) == 0
    assert "lucky_ladder.py is written" in capsys.readouterr().out
    assert main(["rules", "lucky_ladder.py"]) == 0
    assert "Lucky Ladder" in capsys.readouterr().out


def test_a_new_game_begins_with_nothing_of_another(ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Tide"]) == 0
    assert "tide.py is written" in capsys.readouterr().out
    assert main(["rules", "tide.py"]) == 0
    assert "Tide" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Lucky/Ladder", "--like", "solitaire-stud"], "is no name for a game"),
        (["Casino War", "--like", "solitaire-stud"], "there is a game called Casino War already"),
        (["Lucky Ladder", "--like", "solitaire-stut"], "did you mean 'solitaire-stud'?"),
        (["Lucky Ladder", "--like", "solitaire-stud", "-o", "ladder.py"], "ladder.py is there already"),
    ],
)
def test_what_cannot_be_begun_is_refused(
    words: list[str], said: str, ladder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", *words]) == 2
    assert said in capsys.readouterr().err
    assert ladder.read_text() == little_ladder()


@pytest.mark.parametrize("command", ["rules", "verify", "playthrough", "layout", "export"])
def test_a_command_takes_a_game_that_is_json(command: str, ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "./ladder.py", "--out", "ladder.json"]) == 0
    ladder.unlink()
    code = main([command, "ladder.json"])
    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    assert "little" in told.out.lower()


def test_what_is_exported_is_the_game(ladder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from fairfelt.games import read_game
    from fairfelt.rules import fingerprint

    assert main(["export", "./ladder.py", "--out", "ladder.json"]) == 0
    assert fingerprint(read_game(Path("ladder.json"))) == fingerprint(read_game(ladder))
    assert main(["export", "ladder.json"]) == 0
    assert capsys.readouterr().out == Path("ladder.json").read_text()


def test_an_export_says_what_it_leaves_out_and_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "caribbean-stud"]) == 0
    assert "left out, with the figures of them: three rules of thumb" in capsys.readouterr().err
    assert main(["export", "casino-war"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "the settlement of Ante is first_card, Python of its own" in told.err


def test_one_version_can_be_exported(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    assert main(["export", "free-bet-blackjack"]) == 0
    assert len(json.loads(capsys.readouterr().out)["others"]) == 1
    assert main(["export", "free-bet-blackjack", "--variant", games_second_version()]) == 0
    assert "others" not in json.loads(capsys.readouterr().out)


def games_second_version() -> str:
    from fairfelt import games

    return games.find("free-bet-blackjack").variants[1].variant
