"""Reports go where they were sent, whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from fairfelt.cli.io import output
from fairfelt.cli.io.errors import BadInput
from tests.support.running import run

GAME = "flush-rush"


@pytest.mark.parametrize(
    ("name", "start"),
    [("sheet.html", b"<!doctype html>"), ("sheet.pdf", b"%PDF-"), ("sheet.json", b"{"), ("sheet.txt", "┏".encode())],
)
def test_the_ending_of_a_file_says_its_format(tmp_path: Path, name: str, start: bytes) -> None:
    ran = run("rules", GAME, "-o", str(tmp_path / name))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().lstrip().startswith(start)
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_the_format_wins_over_the_ending(tmp_path: Path) -> None:
    assert run("rules", GAME, "--format", "json", "-o", str(tmp_path / "sheet.txt")).code == 0
    assert json.loads((tmp_path / "sheet.txt").read_text())["game"] == GAME


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--format", "pdf"), "pdf needs a file to go to: give one with -o, such as -o sheet.pdf"),
        (("--format", "svg"), "svg needs a file to go to: give one with -o, such as -o sheet.svg"),
        (("--format", "html"), "html needs a file to go to: give one with -o, such as -o sheet.html"),
        (("--json", "--format", "pdf"), "--json and --format pdf contradict each other: give one of them"),
        (
            ("-o", "a.docx"),
            "a.docx has an ending that says no format: give --format, one of text, json, html, pdf, csv, svg",
        ),
        (("-o", "."), ". is a folder: give the name of a file in it"),
        (("-o", "nowhere/sheet.pdf"), "there is no folder nowhere to write sheet.pdf to: make it first"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_said_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("rules", GAME, *words)
    assert (ran.code, ran.out, ran.err) == (2, "", f"fairfelt: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_is_not_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with pytest.raises(BadInput, match="a terminal cannot show a pdf"):
        output.destination("pdf", output=Path("-"))


def test_a_page_can_go_into_a_pipe(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    output.destination("html", output=Path("-")).write("<p>ä</p>".encode())
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == "<p>ä</p>".encode()


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sheet.txt"
    file.write_text("old")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        output.write_whole(file, b"new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    file, link = tmp_path / "real.txt", tmp_path / "link.txt"
    file.write_text("old")
    link.symlink_to(file)
    output.write_whole(link, b"new")
    assert (link.is_symlink(), file.read_text()) == (True, "new")
    output.write_whole(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()


def test_a_pipe_gets_plain_text_of_a_sensible_width() -> None:
    lines = run("rules", GAME).out.splitlines()
    assert max(map(len, lines)) <= 100
    assert not any("\x1b" in line or line != line.rstrip() for line in lines)


def test_columns_sets_the_width() -> None:
    assert max(map(len, run("rules", GAME, env={"COLUMNS": "60"}).out.splitlines())) <= 60


def test_no_color_is_respected() -> None:
    assert "\x1b[1;32m" in run("rules", GAME, env={"FORCE_COLOR": "1"}).out
    assert "\x1b[1;32m" not in run("rules", GAME, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out
