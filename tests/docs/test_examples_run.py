"""The programs in examples/ run, and say what they are there to say.

A room's first day starts the command a dozen times, which takes long: what it does is tried each time as a test.
"""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest

from tests.support.heavy import all_but

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "mathematician": (
        "house edge       686689/20358520 of the Ante, which is 3.3730%",
        "Published figures: 41, and all agree: True",
        "Play   -9151/9212",
    ),
    "designer": (
        "40/30/6/3/1    edge  7.276%",
        "edge 15.800% of the Ante, 402081/2544815 exactly",
        "Nearest to 5% is 55 to 1: it keeps 5.19%, 287/5525 exactly.",
    ),
    "first_day": (
        "The room is founded.",
        "seat 5 is paid $1,001.60",
        "round 3: meters Major $1,000.80, Mega $10,004.50",
        "Every hash, balance and answer is as it was written",
    ),
}


def test_every_example_is_run_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", all_but(SAYS, {"first_day"}))
def test_an_example_runs_and_says_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert [words for words in SAYS[name] if words not in said] == [], said
