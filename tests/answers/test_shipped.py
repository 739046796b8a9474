"""The answers that come with the package: of this code, of the whole catalogue, and right.

While counting code is being worked on they are of other code, are not read, and are not tried here; `make answers`
counts them again, and `make test-heavy` insists on it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt import exact, games
from fairfelt.answers.code_version import code_version
from fairfelt.answers.key import answer_key
from fairfelt.answers.shipped import FILE, ShippedCode, read_shipped, shipped_code, write_shipped
from fairfelt.answers.store import kept_answer, verification_key
from fairfelt.rules import Game
from tests.support.heavy import IS_HEAVY_RUN

VERSIONS = [version for game in games.catalogue() for version in game.variants]
MOST_BYTES = 1_500_000
QUICK = ("casino-war", "red-dog", "three-card-poker")
of_this_code = pytest.mark.skipif(
    shipped_code().meaning != code_version() and not IS_HEAVY_RUN,
    reason="the counting code has changed since: make answers",
)


@pytest.mark.heavy
def test_they_were_counted_by_this_code() -> None:
    assert shipped_code().meaning == code_version(), "the counting code has changed: run `make answers`"


@of_this_code
def test_they_cover_the_catalogue_and_are_small() -> None:
    missing = [version.title for version in VERSIONS if read_shipped(answer_key(version, 0) or "") is None]
    unverified = [game.title for game in games.catalogue() if read_shipped(verification_key(game) or "") is None]
    assert (missing, unverified) == ([], []), "games have changed: run `make answers`"
    assert FILE.stat().st_size < MOST_BYTES


@of_this_code
@pytest.mark.parametrize("name", QUICK)
def test_they_are_what_is_counted(name: str) -> None:
    game = games.find(name)
    assert kept_answer(game) == exact.answer_of(exact.solve(game))


@of_this_code
def test_every_published_figure_is_among_them() -> None:
    """What `fairfelt verify` says without counting: each figure comes out, or its game says why it does not."""
    checked = [exact.verification(game) for game in games.catalogue()]
    assert sum(len(one.figures) for one in checked) == sum(len(version.published) for version in VERSIONS)
    assert [figure for one in checked for figure in one.figures if not figure.agrees] == []


@pytest.mark.heavy
@pytest.mark.parametrize("game", VERSIONS, ids=lambda game: game.title)
def test_all_of_them_are_what_is_counted(game: Game) -> None:
    assert kept_answer(game) == exact.answer_of(exact.solve(game))


def test_the_same_answers_make_the_same_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for file in (first, second):
        write_shipped(ShippedCode("text", "meaning"), {"b": b"2", "a": b"1"}, file)
    assert first.read_bytes() == second.read_bytes()
