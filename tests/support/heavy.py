"""Games that take most of a minute to solve at full size: their figures are tried by `make test-heavy`."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt.rules import Game

HEAVY = {
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "fortune-pai-gow-poker-progressive",
    "face-up-pai-gow",
}


def marks_of(game: Game) -> list[Any]:
    """All tests of a game on one worker, so that it is solved once; those of a heavy one only where asked for."""
    group = pytest.mark.xdist_group(game.title)
    return [group, pytest.mark.heavy] if game.slug in HEAVY else [group]
