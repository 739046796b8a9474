"""How long the coach of a game takes on a server that has just begun, on a machine that keeps nothing of Fairfelt."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import monotonic

from .measure import Row
from .visitor import VERSIONS, address, demonstration

AT_ONCE_S = 1.0
GOAL = "under 1"


def rows() -> Iterator[Row]:
    """From asking for the page of the table until the coach is ready, beside a second."""
    taken: dict[str, float] = {}
    with demonstration() as visitor:
        for game in (game for game in VERSIONS if game.streets):
            begun = monotonic()
            visitor.get(address("/play", game, ""))
            visitor.wait_for_coach(game)
            taken[game.title] = monotonic() - begun
    first, slowest = next(iter(taken)), max(taken, key=lambda title: taken[title])
    yield Row(f"The first game that was asked for ({first})", "s", taken[first], AT_ONCE_S, GOAL)
    yield Row(f"The middle one of {len(taken)}", "s", median(taken.values()), AT_ONCE_S, GOAL)
    yield Row(f"The slowest ({slowest})", "s", taken[slowest], AT_ONCE_S, GOAL)
