"""A sheet that is printed again: the same to the byte, never an old one, and never a broken one."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from fairfelt import games
from fairfelt.cli import main
from fairfelt.runtime.configuration import CACHE_VARIABLE
from fairfelt.runtime.configuration.kept_files import MAC_BYTES
from fairfelt.version import COMMIT_FILE, PACKAGE, program_digest

WORDS = ("rules", "flush-rush")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where sheets are kept."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints when it is called as people call it."""
    monkeypatch.setattr(sys, "argv", ["fairfelt", *words])
    assert main() == 0
    return capsys.readouterr().out


def sheets(folder: Path) -> list[Path]:
    return sorted(folder.glob("fairfelt_printed_*"))


@pytest.mark.parametrize("words", [WORDS, (*WORDS, "--json"), ("par", "flush-rush"), ("games",)])
def test_the_second_time_nothing_is_worked_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    first = say(monkeypatch, capsys, *words)
    monkeypatch.setattr("fairfelt.cli.entry._run_command", lambda _: pytest.fail("it is worked out again"))
    assert say(monkeypatch, capsys, *words) == first
    assert len(sheets(folder)) == 1


@pytest.mark.parametrize("spoiled", [b"", b"\n", b"0\nA sheet of something else", b"\xff\n\xff"])
def test_one_that_is_not_whole_is_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoiled: bytes
) -> None:
    first = say(monkeypatch, capsys, *WORDS)
    (file,) = sheets(folder)
    content = file.read_bytes()
    file.write_bytes(spoiled)
    assert say(monkeypatch, capsys, *WORDS) == first
    assert file.read_bytes() == content


def test_any_change_of_the_code_makes_another(tmp_path: Path) -> None:
    copied = tmp_path / "fairfelt"
    copytree(PACKAGE, copied, ignore=ignore_patterns("__pycache__"))
    digest_of = program_digest.__wrapped__
    seals = {digest_of(copied)}
    assert seals == {program_digest()}, "wherever it is installed"
    for file in ("games/flush_rush.py", "reports/sheet/text.py", "engine/answers/catalogue.zip", "web/static/site.css"):
        with (copied / file).open("ab") as changed:
            changed.write(b"\n")
        seals.add(digest_of(copied))
    (copied / "games/flush_rush.py").rename(copied / "games/gold_rush.py")
    assert len({*seals, digest_of(copied)}) == 6
    before = digest_of(copied)
    (copied / COMMIT_FILE).write_text("a commit")
    assert digest_of(copied) == before, "a checkout and what is built of it have one digest"


def test_a_sheet_that_another_user_has_put_there_is_not_printed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = say(monkeypatch, capsys, *WORDS)
    (file,) = sheets(folder)
    content = file.read_bytes()[MAC_BYTES:].replace(b"Flush", b"False")
    for forged in (content, hashlib.sha256(content).digest() + content):
        file.write_bytes(forged)
        assert say(monkeypatch, capsys, *WORDS) == first


def test_another_width_is_another_sheet(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = say(monkeypatch, capsys, *WORDS)
    monkeypatch.setenv("COLUMNS", "60")
    narrow = say(monkeypatch, capsys, *WORDS)
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))


def test_what_a_file_decides_is_read_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "mine.py"
    printed = []
    for name in ("Pat's Own Game", "Another Game of Pat's"):
        file.write_text(games.draft(name, like="flush-rush"))
        printed.append(say(monkeypatch, capsys, "rules", str(file)))
    assert printed[0] != printed[1]
    assert sheets(folder) == []


def test_games_of_ones_own_are_listed_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = json.loads(say(monkeypatch, capsys, "games", "--json"))["games"]
    mine = folder / "mine"
    mine.mkdir()
    (mine / "mine.py").write_text(games.draft("Pat's Own Game", like="flush-rush"))
    monkeypatch.setenv("FAIRFELT_GAMES", str(mine))
    games.own_games.cache_clear()
    try:
        listed = json.loads(say(monkeypatch, capsys, "games", "--json"))["games"]
    finally:
        games.own_games.cache_clear()
    assert [game["name"] for game in listed if game not in alone] == ["Pat's Own Game"]
    assert len(sheets(folder)) == 1


def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.write_whole", full)
    assert say(monkeypatch, capsys, *WORDS).strip()
    assert sheets(folder) == []


def test_programs_that_call_it_get_it_worked_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(WORDS)) == 0
    assert capsys.readouterr().out
    assert sheets(folder) == []
