"""A sheet that is printed again: the same to the byte, never an old one, and never a broken one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from fairfelt import games
from fairfelt.cli import kept_output as kept
from fairfelt.cli import main
from fairfelt.configuration import CACHE_VARIABLE

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


def test_any_change_of_the_code_makes_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = tmp_path / "fairfelt"
    copytree(kept.PACKAGE, copied, ignore=ignore_patterns(*kept.NOT_PRINTED_FROM))
    monkeypatch.setattr(kept, "PACKAGE", copied)
    seals = {kept._seal(b"a sheet"), kept._seal(b"another")}
    for file in ("games/flush_rush.py", "reports/sheet/text.py", "answers/catalogue.zip"):
        with (copied / file).open("ab") as changed:
            changed.write(b"\n")
        seals.add(kept._seal(b"a sheet"))
    (copied / "games/flush_rush.py").rename(copied / "games/gold_rush.py")
    assert len({*seals, kept._seal(b"a sheet")}) == 6


def test_what_a_sheet_is_made_from_is_never_left_out() -> None:
    told = (
        "from fairfelt.cli import main; main(['par', 'flush-rush']); main(['games']); import sys; print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    ours = {name.split(".")[1] for name in ran.stdout.splitlines()[-1].split() if name.startswith("fairfelt.")}
    assert {"answers", "games", "reports", "rules"} <= ours
    assert ours.isdisjoint(kept.NOT_PRINTED_FROM)


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

    monkeypatch.setattr("fairfelt.compute.compile.write_whole", full)
    assert say(monkeypatch, capsys, *WORDS).strip()
    assert sheets(folder) == []


def test_programs_that_call_it_get_it_worked_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(WORDS)) == 0
    assert capsys.readouterr().out
    assert sheets(folder) == []
