"""The answers that come with the package: of this code, of the whole catalogue, and right.

While counting code is being worked on they are of other code, are not read, and are not tried here; `make answers`
counts them again, and `make test-heavy` insists on it.
"""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from shutil import copyfile
from zipfile import ZipFile

import pytest

from fairfelt import games, shipped_digests
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.key import CODE, FILE, ShippedCode, answer_key, code_version, read_shipped, shipped_code
from fairfelt.engine.answers.store import kept_answer, verification_key
from fairfelt.rules import Game
from fairfelt.shipped_digests import DIGESTS, PACKAGE, digest_of
from tests.support.heavy import IS_HEAVY_RUN
from tools.ship_answers import write_shipped

VERSIONS = [version for game in games.catalogue() for version in game.variants]
MOST_BYTES = 2_100_000
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
    assert kept_answer(game) == engine.answer_of(engine.solve(game))


@of_this_code
def test_every_published_figure_is_among_them() -> None:
    """What `fairfelt verify` says without counting: each figure comes out, or its game says why it does not."""
    checked = [engine.verification(game) for game in games.catalogue()]
    assert sum(len(one.figures) for one in checked) == sum(len(version.published) for version in VERSIONS)
    assert [figure for one in checked for figure in one.figures if not figure.agrees] == []


@pytest.mark.heavy
@pytest.mark.parametrize("game", VERSIONS, ids=lambda game: game.title)
def test_all_of_them_are_what_is_counted(game: Game) -> None:
    assert kept_answer(game) == engine.answer_of(engine.solve(game))


@pytest.mark.heavy
def test_the_file_that_ships_is_written_again_to_the_byte(tmp_path: Path) -> None:
    with ZipFile(FILE) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name != CODE}
    write_shipped(shipped_code(), held, tmp_path / FILE.name)
    assert (tmp_path / FILE.name).read_bytes() == FILE.read_bytes()


def test_the_same_answers_make_the_same_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for file in (first, second):
        write_shipped(ShippedCode("text", "meaning"), {"b": b"2", "a": b"1"}, file)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", DIGESTS)
def test_the_files_that_ship_are_those_the_code_knows(name: str) -> None:
    assert digest_of(PACKAGE / name) == DIGESTS[name], "run `python -m fairfelt.shipped_digests` once they are right"
    package_data = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())["tool"]["setuptools"][
        "package-data"
    ]
    assert (PACKAGE / name).name in package_data[".".join(("fairfelt", *Path(name).parent.parts))]


@of_this_code
def test_a_changed_answer_is_not_used_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One entry of a copy of the file was changed: another house edge stood beside "Self-check passed"."""
    monkeypatch.setattr(shipped_digests, "PACKAGE", tmp_path)
    changed = tmp_path / "engine" / "answers" / FILE.name
    changed.parent.mkdir(parents=True)
    key, other = (answer_key(games.find(slug), 0) or "" for slug in ("casino-war", "red-dog"))
    copyfile(FILE, changed)
    monkeypatch.setattr("fairfelt.engine.answers.key.FILE", changed)
    held = read_shipped(other)
    assert held and read_shipped(key)
    write_shipped(shipped_code(), {key: held, other: held}, changed)
    assert read_shipped(key) is None
    assert "engine/answers/catalogue.zip is not the file that ships with this version of Fairfelt" in caplog.text


@pytest.mark.parametrize(
    ("module", "read"),
    [
        ("fairfelt.analysis.winnings.covariance", "shipped_seats"),
        ("fairfelt.analysis.winnings.covariance", "shipped_covariances"),
    ],
)
def test_other_shipped_figures_that_were_changed_are_not_used(
    module: str, read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    function = getattr(import_module(module), read)
    assert function.__wrapped__()
    shipped_digests._is_as_shipped.cache_clear()
    with monkeypatch.context() as changed:
        changed.setattr(shipped_digests, "digest_of", lambda file: "0" * 64)
        assert function.__wrapped__() == {}
    shipped_digests._is_as_shipped.cache_clear()
