"""What a game will cost is known before it is counted, near enough to what it was measured to take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.exact.estimate import SECONDS, estimate_seconds
from fairfelt.exact.solvers import SOLVERS

BENCHMARKS = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text()
MEASURED = {title: float(text) for title, text in re.findall(r"\| PAR of (.*?) \| s \| ([\d.]+)", BENCHMARKS)}
VERSIONS = {version.title: version for game in games.catalogue() for version in game.variants}


def test_every_solver_says_what_it_costs() -> None:
    assert {solver.name for solver in SOLVERS} == set(SECONDS)


@pytest.mark.parametrize("title", [title for title in MEASURED if title in VERSIONS])
def test_an_estimate_is_near_what_was_measured(title: str) -> None:
    seconds = estimate_seconds(VERSIONS[title])
    assert seconds < 4 * MEASURED[title] + 1
    assert seconds > MEASURED[title] / 4 - 1
