"""A list of games that is kept: never an old one, and never a broken one."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from fairfelt import games
from fairfelt.configuration import CACHE_VARIABLE
from fairfelt.reports.placard import kept_catalogue as kept
from fairfelt.reports.placard.catalogue import plain_catalogue
from tests.support.running import run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where lists are kept."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def lists(folder: Path) -> list[Path]:
    return sorted(folder.glob("fairfelt_games_*.json"))


def test_it_is_made_once_and_says_what_the_games_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = plain_catalogue(games.catalogue())
    assert kept.kept_catalogue() == expected
    monkeypatch.setattr(games, "catalogue", lambda: pytest.fail("the games are built again"))
    assert kept.kept_catalogue() == expected
    assert len(lists(folder)) == 1


@pytest.mark.parametrize("spoiled", ["", "[]", "{", "0\n[]"])
def test_one_that_is_not_whole_is_made_again(folder: Path, spoiled: str) -> None:
    expected = kept.kept_catalogue()
    (file,) = lists(folder)
    content = file.read_text()
    file.write_text(spoiled)
    assert kept.kept_catalogue() == expected
    assert file.read_text() == content


@pytest.mark.parametrize("changed", kept.MADE_FROM)
def test_any_change_of_a_file_makes_another(changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = tmp_path / "fairfelt"
    for each in kept.MADE_FROM:
        copytree(kept.PACKAGE / each, copied / each, ignore=ignore_patterns("__pycache__"))
    monkeypatch.setattr(kept, "PACKAGE", copied)
    before = kept._sources()
    file = next(file for file in sorted((copied / changed).rglob("*.py")) if file.name != "__init__.py")
    file.write_text(f"{file.read_text()}\n")
    edited = kept._sources()
    file.rename(file.with_name("another.py"))
    assert len({before, edited, kept._sources()}) == 3


def test_games_of_ones_own_are_listed_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run("games", "--json").json["games"]
    mine = folder / "mine"
    mine.mkdir()
    (mine / "mine.py").write_text(games.draft("Pat's Own Game", like="flush-rush"))
    monkeypatch.setenv("FAIRFELT_GAMES", f"{mine}:{folder / 'nowhere'}")
    games.own_games.cache_clear()
    try:
        ran = run("games", "--json")
    finally:
        games.own_games.cache_clear()
    added = [game for game in ran.json["games"] if game not in alone]
    assert [game["name"] for game in added] == ["Pat's Own Game"]
    assert len(ran.json["games"]) == len(alone) + 1
    assert "there is no such folder" in ran.err


def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(kept, "write_whole", full)
    assert kept.kept_catalogue() == plain_catalogue(games.catalogue())
    assert lists(folder) == []
