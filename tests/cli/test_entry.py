"""The way in and the ways out: help, version, wrong usage, Ctrl-C, a pipe nobody reads."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

from fairfelt.cli import entry, main
from tests.support.running import run


def test_version() -> None:
    assert run("--version").out == f"fairfelt {version('fairfelt')}\n"


def test_the_package_runs_as_the_command_does() -> None:
    """`python -m fairfelt` said that it cannot be executed."""
    ran = subprocess.run([sys.executable, "-m", "fairfelt", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == run("--version").out


@pytest.mark.parametrize("words", [(), ("--help",), ("par", "--help")])
def test_help_is_on_stdout(words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: fairfelt")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pr",), 'Unknown command "pr". Did you mean "par"?'),
        (("par",), "requires an argument. Try 'fairfelt par --help'."),
        (("par", "x", "--bettors", "few"), 'unable to convert "few" into int'),
        (("rules", "x", "--colour"), "Unknown option: --colour."),
        (("rules", "x", "--format", "docx"), "--format"),
        (("rules", "flush-rsh"), "there is no game 'flush-rsh'; did you mean 'flush-rush'?"),
        (("rules", "straight-edge-poker", "--variant", "v3"), "there is no variant 'v3'; "),
        (("rules", "flush-rush", "--variant", "v2"), "Flush Rush has only one version: leave out --variant v2"),
    ],
)
def test_wrong_usage_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("fairfelt: ")
    assert ran.err.count("\n") == 1
    assert sentence in ran.err


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("fairfelt.games.catalogue", interrupted)
    ran = run("games")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -c 'import sys; from fairfelt.cli import main; sys.exit(main([\"games\"]))' | true"
    ran = subprocess.run(["bash", "-c", f"sleep 0; {command}"], capture_output=True, text=True, check=False)
    assert ran.stderr == ""


def test_a_reader_that_leaves_gives_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def left() -> object:
        raise BrokenPipeError

    let_go: list[bool] = []
    monkeypatch.setattr("fairfelt.games.catalogue", left)
    monkeypatch.setattr(entry, "_let_go_of_stdout", lambda: let_go.append(True))
    assert main(["games"]) == 141
    assert let_go == [True]
