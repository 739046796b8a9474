"""The page that sorts the approved games by family names each once, and says truly which are here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.law.approvals import Entry, letter, register

PAGE = Path(__file__).parents[2] / "docs" / "families.md"
ROWS = {
    int(number): (name, state)
    for number, name, state in re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \|", PAGE.read_text(), re.M)
}


def plain(name: str) -> str:
    """A name without the letter's changing dashes and apostrophes."""
    return re.sub(r"[^a-z0-9]+", " ", name.lower())


def test_every_approved_game_stands_there_once() -> None:
    assert list(ROWS) and len(re.findall(r"^\| \d+ \|", PAGE.read_text(), re.M)) == len(ROWS)
    assert {number: plain(name) for number, (name, _) in ROWS.items()} == {
        game.number: plain(game.name) for game in letter().games
    }


@pytest.mark.parametrize("entry", register(letter(), games.catalogue()), ids=lambda entry: entry.approved.name)
def test_it_says_which_are_here(entry: Entry) -> None:
    assert ROWS[entry.approved.number][1].startswith("**here**") == bool(entry.versions)
