"""Every statement of the sheets and of the letter names a test that would fail if it were not so."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.runtime.formats import MICROS
from fairfelt.table import PlaceBets, Round, RoundError

TOP = Path(__file__).parents[3]
SHEETS = tomllib.loads(Path(__file__).with_name("statements.toml").read_text("utf-8"))
FILES = SHEETS.pop("files")
STATEMENTS = {f"{sheet}, {clause}": row for sheet, rows in SHEETS.items() for clause, row in rows.items()}


@cache
def names_in(file: str) -> frozenset[str]:
    return frozenset(re.findall(r"^(?:async )?def (test_\w+)", (TOP / file).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("named", STATEMENTS)
def test_a_statement_stands_on_tests_that_are_there(named: str) -> None:
    says, *tests = STATEMENTS[named]
    assert says.endswith(".") and tests
    for file, _, test in (place.partition("::") for place in tests):
        assert test in names_in(FILES[file]), test


def test_all_statements_are_there() -> None:
    assert len(STATEMENTS) >= 207


@pytest.mark.parametrize(
    ("game", "second"),
    [("straight-edge-poker v1", ""), ("straight-edge-poker v2", "Blind"), ("flushes-gone-wild", "Blind"),
     ("solitaire-stud", "Super Bonus"), ("flush-rush", "")],
)  # fmt: skip
def test_every_opening_bet_is_made_and_two_are_equal(game: str, second: str) -> None:
    """Rule 2 of each sheet."""
    round = Round(games.find(*game.split()))
    both = dict.fromkeys(filter(None, ("Ante", second)), 10 * MICROS)
    assert round.apply(PlaceBets(1, both))
    for missing in both:
        with pytest.raises(RoundError, match=f"the bet on {missing} is missing"):
            round.apply(PlaceBets(1, {name: micros for name, micros in both.items() if name != missing}))
    if second:
        with pytest.raises(RoundError, match="they must be equal"):
            round.apply(PlaceBets(1, {**both, second: 20 * MICROS}))
