"""A command starts with what it needs and nothing else; the front page is the one that the commands would draw."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from fairfelt.cli.app import COMMANDS, application, home_of
from fairfelt.runtime.configuration import CACHE_VARIABLE
from tests.support.running import run
from tools.command_line import help_pages

COUNTING = ("numpy", "numba", "fairfelt.engine.solve", "fairfelt.engine.simulation")
PRINTING = ("jinja2", "typst", "fairfelt.reports.sheet.pdf")
SERVING = ("starlette", "sqlalchemy", "asyncio", "fairfelt.server")
TELLING = ("cyclopts", "rich", "importlib.metadata", "fairfelt.rules.cards", "fairfelt.rules")


def loaded_after(program: str) -> set[str]:
    """The modules that a fresh Python has loaded once the program has run."""
    told = f"import sys; {program}; print('\\n', *sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_list_of_commands_loads_none(words: list[str]) -> None:
    loaded = loaded_after(f"from fairfelt.cli import main; main({words})")
    assert loaded.isdisjoint({*COUNTING, *PRINTING, *SERVING})
    assert loaded.isdisjoint(f"fairfelt.cli.{home_of(name)}" for name in COMMANDS)


def test_the_version_loads_nothing_to_read_words_or_to_draw_with() -> None:
    loaded = loaded_after("from fairfelt.cli import main; main(['--version'])")
    assert loaded.isdisjoint({*COUNTING, *PRINTING, *SERVING, *TELLING})


def test_the_list_of_games_is_made_without_arrays_solvers_or_other_commands_and_read_without_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    list_games = "sys.argv[1:] = ['games']; from fairfelt.cli import main; main()"
    made, read = loaded_after(list_games), loaded_after(list_games)
    assert "fairfelt.games.flush_rush" in made
    assert made.isdisjoint({*COUNTING, *PRINTING, *SERVING})
    assert {home_of(name) for name in COMMANDS if f"fairfelt.cli.{home_of(name)}" in made} == {home_of("games")}
    assert read.isdisjoint({*COUNTING, *PRINTING, *SERVING, *TELLING, "fairfelt.games", "fairfelt.rules.hands"})


def test_a_game_is_found_without_reading_the_others() -> None:
    loaded = loaded_after("from fairfelt import games; games.find('flush-rush').title; games.red_dog.title")
    read = [name for name in loaded if name.startswith("fairfelt.games.") and "._" not in name]
    assert sorted(read) == ["fairfelt.games.flush_rush", "fairfelt.games.red_dog"]


def test_a_game_is_itself_however_it_is_imported() -> None:
    asked = "import fairfelt.games.red_dog; from fairfelt import games; assert games.red_dog is games.find('red-dog')"
    assert "fairfelt.games.red_dog" in loaded_after(asked)


@pytest.mark.parametrize("module", ["fairfelt", "fairfelt.games", "fairfelt.cli"])
def test_importing_counts_nothing(module: str) -> None:
    assert loaded_after(f"import {module}").isdisjoint(COUNTING)


def test_the_list_of_commands_says_of_each_what_its_own_help_begins_with() -> None:
    paper = Console(file=StringIO(), width=96, color_system=None)
    every = application()
    for name in COMMANDS:
        every[name]  # which loads it
    with paper.capture() as captured:
        every.help_print([], console=paper)
    assert run("--help", env={"COLUMNS": "96"}).out.split() == captured.get().split()


def test_a_very_narrow_terminal_gets_every_command_too() -> None:
    lines = run("--help", env={"COLUMNS": "30"}).out.splitlines()
    assert max(map(len, lines)) == 30
    assert any(line.startswith("│ verify ") for line in lines)


def test_a_terminal_that_knows_no_frames_gets_them_in_plain_letters() -> None:
    told = "from fairfelt.cli import main; raise SystemExit(main(['--help']))"
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, env=env, check=True)
    assert "List the games there are" in ran.stdout
    assert ran.stdout.isascii()


def test_the_page_of_all_commands_is_what_the_help_says() -> None:
    page = Path(__file__).parents[2] / "docs" / "cli.md"
    assert page.read_text() == help_pages(), "run: python -m tools.command_line > docs/cli.md"
