"""The games that are dealt in these tests, and code of the kernels run as plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.rules import Game

VERSIONS = [
    *games.find("flush-rush").variants,
    *games.find("flushes-gone-wild").variants,
    *games.find("solitaire-stud").variants,
    *games.find("straight-edge-poker").variants,
    *games.find("three-card-poker").variants,
]


def _param(game: Game) -> Any:
    """All tests of a game on one worker, so that it is solved once."""
    return pytest.param(game, id=game.title, marks=pytest.mark.xdist_group(game.title))


GAMES = [_param(game) for game in VERSIONS]


def run(statements: Iterable[str], names: Mapping[str, Any]) -> dict[str, Any]:
    """Execute generated statements; whole numbers overflow without a word, as they do in a kernel."""
    space = {"np": np, **names}
    with np.errstate(over="ignore"):
        exec("\n".join(statements), space)
    return space
