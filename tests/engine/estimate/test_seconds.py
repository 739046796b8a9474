"""What a game will cost is known before it is counted, near enough to what it was measured to take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine.estimate import estimate_seconds, foresight
from fairfelt.engine.solvers.general import solver

BENCHMARKS = (Path(__file__).parents[3] / "docs" / "benchmarks.md").read_text()
MEASURED = {title: float(text) for title, text in re.findall(r"\| PAR of (.*?) \|(?: s \|)? ([\d.]+)", BENCHMARKS)}
MEASURED_ON_CORES = 2
VERSIONS = {version.title: version for game in games.catalogue() for version in game.variants}


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the machine that was measured, whatever machine tests it; and counted, whatever is kept there."""
    monkeypatch.setattr(foresight, "is_kept", lambda solver, game: False)
    monkeypatch.setattr(foresight, "usable_cores", lambda: MEASURED_ON_CORES)
    monkeypatch.setattr(solver, "usable_cores", lambda: MEASURED_ON_CORES)


@pytest.mark.parametrize("title", [title for title in MEASURED if title in VERSIONS])
def test_an_estimate_is_near_what_was_measured(title: str) -> None:
    seconds = estimate_seconds(VERSIONS[title])
    assert seconds < 4 * MEASURED[title] + 1
    assert seconds > MEASURED[title] / 4 - 1
