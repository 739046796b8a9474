"""Games that take long to solve at full size, compiling included: `make test-heavy` counts their figures again.

The answers that ship with the package are compared with every published figure in each run.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

from fairfelt.rules import Game

IS_HEAVY_RUN = bool(os.environ.get("FAIRFELT_HEAVY"))
"""Whether what takes hours is asked for."""
IS_QUICK_RUN = bool(os.environ.get("FAIRFELT_QUICK"))
"""Whether somebody waits for it between two edits."""
HEAVY = {
    "bahama-bonus-blackjack",
    "caribbean-stud",
    "crazy-4-poker",
    "criss-cross-poker",
    "flushes-gone-wild",
    "four-card-poker",
    "i-luv-suits-poker",
    "six-card-poker",
    "spanish-21",
    "super-fun-21",
    "zappit-blackjack",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "fortune-pai-gow-poker-progressive",
    "face-up-pai-gow",
    "fortune-asia-poker",
    "casino-holdem",
    "commission-pai-gow",
    "ez-pai-gow",
    "heads-up-holdem",
    "high-card-flush",
    "blackjack-switch",
    "high-five-poker",
}


def examples(ordinary: int, heavy: int = 0) -> int:
    """How many examples a property is tried on: a fifth of them in a quick run, more in a heavy one."""
    return max(heavy, ordinary) if IS_HEAVY_RUN else max(2, ordinary // 5) if IS_QUICK_RUN else ordinary


def first_few(cases: Iterable[Any], few: int) -> list[Any]:
    """The first few each time, the others where they are asked for."""
    return [pytest.param(case, marks=[pytest.mark.heavy] if at >= few else []) for at, case in enumerate(cases)]


def all_but(cases: Iterable[Any], dear: Collection[Any]) -> list[Any]:
    """All cases each time but the dear ones, which run where they are asked for."""
    left, known = list(cases), set(dear)
    assert known <= set(left), f"there is no {known - set(left)}"
    return [pytest.param(case, marks=[pytest.mark.heavy] if case in known else []) for case in left]


def marks_of(game: Game) -> list[Any]:
    """All tests of a game on one worker, so that it is solved once; those of a heavy one only where asked for."""
    group = pytest.mark.xdist_group(game.title)
    return [group, pytest.mark.heavy] if game.slug in HEAVY else [group]
