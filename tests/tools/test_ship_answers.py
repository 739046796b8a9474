"""Answers under the names that changed code looks for: kept where they come out again, refused where one does not."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

from fairfelt import games
from fairfelt.engine.answer_game import check_figure
from fairfelt.engine.answers import key
from fairfelt.engine.answers.key import CODE, ShippedCode
from fairfelt.runtime.configuration import kept_files
from tools import ship_answers
from tools.golden import __main__ as golden
from tools.golden import rows
from tools.ship_answers import write_shipped

pytestmark = pytest.mark.xdist_group("golden set")
"""What is frozen is read there once."""
GAME = games.find("trilux-bonus")
OLDER = ShippedCode("another text", "another meaning")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, bytes]:
    """The answers of a small catalogue, which older code has shipped under other names."""
    file, names = tmp_path / "catalogue.zip", tmp_path / "names.json"
    monkeypatch.setattr(games, "catalogue", lambda: (GAME,))
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    for module in (key, ship_answers):
        monkeypatch.setattr(module, "FILE", file)
    monkeypatch.setattr(golden, "run", partial(golden.run, folder=tmp_path / "golden"))
    monkeypatch.setattr(ship_answers, "usable_cores", lambda: 1)
    monkeypatch.setattr(ship_answers, "NAMES", names)
    key.shipped_code.cache_clear()
    _, answers = ship_answers.count(GAME.slug)
    write_shipped(OLDER, {f"old {name}": content for name, content in answers.items()}, file)
    names.write_text(json.dumps({label: f"old {name}" for label, name in ship_answers.names_of(GAME)}))
    for kept in tmp_path.glob("fairfelt_*"):
        kept.unlink()
    return answers


def shipped_now() -> dict[str, bytes]:
    with ZipFile(key.FILE) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != CODE}


def test_answers_that_come_out_again_get_their_new_names(counted: dict[str, bytes]) -> None:
    assert ship_answers.main(["--rename"]) == 0
    assert shipped_now() == counted
    assert set(json.loads(ship_answers.NAMES.read_text()).values()) == set(counted)


def test_nothing_is_written_where_an_answer_differs(
    counted: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    label, name = next(ship_answers.names_of(GAME))
    assert ": answer" in label
    wrong = counted[name].replace(b"1", b"2", 1)
    held = {f"old {other}": content for other, content in counted.items()}
    write_shipped(OLDER, {**held, f"old {name}": wrong}, key.FILE)
    before = key.FILE.read_bytes()
    assert ship_answers.main(["--rename"]) == 1
    assert key.FILE.read_bytes() == before
    assert f"These are not in the golden set as they ship: {GAME.slug}" in capsys.readouterr().err


def test_nothing_is_written_where_the_code_counts_something_else(
    counted: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rows, "check_figure", lambda *asked: replace(check_figure(*asked), exact=Fraction(1, 7)))
    before = key.FILE.read_bytes()
    assert ship_answers.main(["--rename"]) == 1
    assert key.FILE.read_bytes() == before
    said = capsys.readouterr()
    assert "DIFFERS  figures trilux-bonus" in said.out and "Nothing is written" in said.err


def test_a_game_that_changed_is_counted_anew(counted: dict[str, bytes]) -> None:
    ship_answers.NAMES.write_text("{}")
    assert ship_answers.main(["--rename"]) == 0
    assert shipped_now() == counted
