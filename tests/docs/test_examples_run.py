"""The programs in examples/ run as a reader would run them, and say what they are there to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE_S = 300
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


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs_and_says_so(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert [words for words in SAYS[name] if words not in ran.stdout] == [], ran.stdout
