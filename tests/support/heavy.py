"""What runs each time, and what `make test-heavy` runs: the many cases of a kind, and games that take long to solve.

The answers that ship with the package are compared with every published figure in each run.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

from fairfelt import games
from fairfelt.rules import Game

IS_HEAVY_RUN = bool(os.environ.get("FAIRFELT_HEAVY"))
"""Whether what takes hours is asked for."""
IS_QUICK_RUN = bool(os.environ.get("FAIRFELT_QUICK"))
"""Whether somebody waits for it between two edits."""
COUNTED_EACH_TIME = {
    "casino-war",
    "commission-baccarat",
    "flush-rush",
    "kings-bounty",
    "mississippi-stud",
    "red-dog",
    "straight-edge-poker",
    "three-card-poker",
}
"""A game of each shape, solved at full size in a second or two, compiling included."""


def examples(ordinary: int, heavy: int = 0) -> int:
    """How many examples a property is tried on: a fifth of them in a quick run, more in a heavy one."""
    return max(heavy, ordinary) if IS_HEAVY_RUN else max(2, ordinary // 5) if IS_QUICK_RUN else ordinary


def first_few(cases: Iterable[Any], few: int) -> list[Any]:
    """The first few each time, the others where they are asked for."""
    return _cases((case, at < few) for at, case in enumerate(cases))


def chosen(cases: Iterable[Any], each_time: Collection[Any]) -> list[Any]:
    """The chosen cases each time, the others where they are asked for."""
    left = list(cases)
    assert set(each_time) <= set(left), f"there is no {set(each_time) - set(left)}"
    return _cases((case, case in each_time) for case in left)


def chosen_rows(rows: Iterable[tuple[Any, ...]], each_time: Collection[Any]) -> list[Any]:
    """The rows that begin with what is chosen each time, the others where they are asked for."""
    left = list(rows)
    assert set(each_time) <= {row[0] for row in left}, f"there is no {set(each_time) - {row[0] for row in left}}"
    marked = ((row, row[0] in each_time) for row in left)
    return [pytest.param(*row, marks=_marks(now)) for row, now in marked if now or IS_HEAVY_RUN]


def all_but(cases: Iterable[Any], dear: Collection[Any]) -> list[Any]:
    """All cases each time but the dear ones, which run where they are asked for."""
    left = list(cases)
    assert set(dear) <= set(left), f"there is no {set(dear) - set(left)}"
    return _cases((case, case not in dear) for case in left)


def _cases(cases: Iterable[tuple[Any, bool]]) -> list[Any]:
    """With whether each of them runs each time; what does not is not even collected then, which takes time as well."""
    return [pytest.param(case, marks=_marks(now)) for case, now in cases if now or IS_HEAVY_RUN]


def _marks(each_time: bool) -> list[pytest.MarkDecorator]:
    return [] if each_time else [pytest.mark.heavy]


EVERY_VERSION = [version for game in games.catalogue() for version in game.variants]
_LAST_OF_FAMILY = {version.family: version for version in EVERY_VERSION}
_FIRST_OF_FAMILY = {version.family: version for version in reversed(EVERY_VERSION)}
OF_EACH_FAMILY = {version.title: version for one in (_FIRST_OF_FAMILY, _LAST_OF_FAMILY) for version in one.values()}
"""Two games of each family, where it has two."""
every_game = pytest.mark.parametrize(
    "game",
    _cases((version, version.title in OF_EACH_FAMILY) for version in EVERY_VERSION),
    ids=lambda game: f"{game.slug} {game.variant}".strip(),
)
"""For a test of what all games have from one place: some of each family each time, all where they are asked for."""


def marks_of(game: Game) -> list[Any]:
    """All tests of a game on one worker, so that it is solved once; most games only where they are asked for."""
    group = pytest.mark.xdist_group(game.title)
    return [group] if game.slug in COUNTED_EACH_TIME else [group, pytest.mark.heavy]
