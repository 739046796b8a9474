"""The notebooks and the programs in examples/ run, and say what they are there to say.

A room's first day starts the command a dozen times, which takes long: what it does is tried each time as a test.
"""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path

import pytest

from tests.support import notebooks
from tests.support.heavy import all_but

ROOT = Path(__file__).parents[2]
EXAMPLES, NOTEBOOKS = ROOT / "examples", ROOT / "notebooks"
SAYS = {
    "first_day": (
        "The room is founded.",
        "seat 5 is paid $1,001.60",
        "round 3: meters Major $1,000.80, Mega $10,004.50",
        "Every hash, balance and answer is as it was written",
    ),
}
SHOWS = {
    "1-first-house-edge": (
        "686689/20358520 = 3.3730% of the Ante",
        "Play  -9151/9212",
        "41 figures; all agree: True",
        "exact -0.0337   True",
        "PAR sheet",
    ),
    "2-your-own-game": ("15.800% = 402081/2544815", "favors the player by 18.27%", '"name": "King High"'),
    "3-a-paytable-to-a-target": ("40/30/6/3/1     7.276%", "Paytable design: Pair Plus"),
    "4-an-exposed-card": ("dealer card 1 seen  +3.4829% of the Ante   443162/12724075", "Game protection"),
    "5-a-meter-over-a-year": ("43.865% in the long run: 13.865%", "200 times"),
    "6-a-shoe-counted": ("'8': 2, '9': 2", "correlation 0.9642", "Dragon 7"),
    "7-a-learning-agent": (
        "163 numbers a hand: own 2c",
        "819,200 rounds",
        "exact      0.0000 a round, 99% between 0.0000 and ",
    ),
    "8-an-award-of-a-room": (
        "is as it was written: True",
        "money in the books and in the room agree: True",
        "$50,044.50",
    ),
}


def test_every_example_and_notebook_is_run_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(SHOWS)


@pytest.mark.parametrize("name", all_but(SAYS, {"first_day"}))
def test_an_example_runs_and_says_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert [words for words in SAYS[name] if words not in said] == [], said


@pytest.mark.parametrize("name", SHOWS)
def test_a_notebook_runs_and_shows_what_it_is_about(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = NOTEBOOKS / f"{name}.ipynb"
    drawn = notebooks.run(notebook)
    shown = capsys.readouterr().out + "".join(drawn)
    assert [words for words in SHOWS[name] if words not in shown] == [], shown[:2_000]
    kept = json.loads(notebook.read_text(encoding="utf-8"))
    assert kept["nbformat"] == 4
    assert all(not cell.get("outputs") for cell in kept["cells"]), "outputs are made by who runs it"
