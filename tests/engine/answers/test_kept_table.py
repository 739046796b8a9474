"""Tables that advice looks into are made once, read back whole, and never taken for those of other rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.answers.key import CODE, ShippedCode
from fairfelt.engine.core import kept_table
from fairfelt.engine.core.kept_table import Arrays, KeptTable, places
from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class
from fairfelt.engine.courses.pai_gow.settings import house_table
from fairfelt.engine.courses.pai_gow.seven_cards import TWO_HANDS, SevenCards
from fairfelt.rules import PaiGowPoker
from fairfelt.rules.cards import Deck
from fairfelt.runtime.configuration import keep, kept_files
from tools.ship_answers import read_all_shipped, write_shipped

MADE: list[int] = []


def squares(many: int) -> Arrays:
    MADE.append(many)
    return {"squares": np.arange(many) ** 2}


@pytest.fixture(autouse=True)
def _nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    monkeypatch.setattr(kept_table, "read_shipped", lambda name: None)
    kept_table._arrays.cache_clear()
    MADE.clear()


def test_a_table_is_made_once_and_read_afterwards(tmp_path: Path) -> None:
    table = KeptTable(squares, (5,))
    assert not table.is_kept
    assert table.is_as_made is None
    for _ in range(2):
        assert table.arrays["squares"].tolist() == [0, 1, 4, 9, 16]
        kept_table._arrays.cache_clear()
    assert MADE == [5]
    assert table.is_kept
    assert table.is_as_made
    (file,) = tmp_path.glob("fairfelt_table_*")
    file.write_bytes(file.read_bytes()[:-1])
    assert table.arrays["squares"].tolist() == [0, 1, 4, 9, 16], "what is not whole is made again"


def test_what_is_kept_is_held_against_what_is_made(tmp_path: Path) -> None:
    table = KeptTable(squares, (5,))
    assert table.name
    keep(table.name, kept_table.to_bytes({"squares": np.arange(5)}))
    assert table.is_as_made is False


def test_a_shipped_table_is_read_and_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, file = KeptTable(squares, (5,)), tmp_path / "shipped.zip"
    assert table.name
    code = ShippedCode("text", "meaning")
    write_shipped(code, {table.name: kept_table.to_bytes(squares(5)), "answer": b"42"}, file)
    held = read_all_shipped(file, code)
    assert held.keys() == {table.name, "answer"}
    assert CODE not in held
    monkeypatch.setattr(kept_table, "read_shipped", held.get)
    MADE.clear()
    assert table.arrays["squares"].tolist() == [0, 1, 4, 9, 16]
    assert not MADE


def test_games_with_one_house_way_share_its_table_and_other_rules_have_another() -> None:
    fortune, commission, ez = (
        games.find(slug).course for slug in ("fortune-pai-gow-poker-progressive", "commission-pai-gow", "ez-pai-gow")
    )
    assert isinstance(fortune, PaiGowPoker) and isinstance(commission, PaiGowPoker) and isinstance(ez, PaiGowPoker)
    table, shared, with_pushes = (house_table(course, Deck(jokers=1)) for course in (fortune, commission, ez))
    assert table.name == shared.name != with_pushes.name
    fewer = replace(fortune.way, rules=fortune.way.rules[1:])
    assert house_table(replace(fortune, way=fewer), Deck(jokers=1)).name != table.name


def test_classes_are_counted_without_a_hand_of_each() -> None:
    """Hands of all classes are for kernels: who asks about one hand does not wait for them."""
    fresh = SevenCards(TWO_HANDS)
    faces = games.find("ez-pai-gow").deck.faces
    assert count_hands_by_class(faces, fresh).sum() == 154_143_080, "hands of seven out of 53 cards"
    assert not {"hands", "mixed"} & vars(fresh).keys()


def test_values_go_by_their_places() -> None:
    at, known = places(np.array([70_000, 3, 70_000, 9]))
    assert known.tolist() == [3, 9, 70_000]
    assert at.dtype == np.uint8
    assert known[at].tolist() == [70_000, 3, 70_000, 9]
    assert places(np.arange(300))[0].dtype == np.uint16
