"""What the demonstration holds in memory once every game is counted and every page of every game was opened."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep

from .day.use import look
from .measure import Row
from .visitor import VERSIONS, Visitor, address, demonstration

GOAL = "under 400"
PAGES = (
    "", "dealing", "par", "strategy", "plots", "edit", "design", "counting", "floor", "protect", "meter",
    "par.pdf", "rules.pdf", "strategy.pdf",
)  # fmt: skip
PRACTICE = ("", "school", "school/table.json")
REST_S = 60.0
"""After so long what nobody asks for is given back."""


def rows() -> Iterator[Row]:
    """The server with its children, beside the memory of the first row."""
    with demonstration() as visitor:
        yield from _walked(visitor)


def _walked(visitor: Visitor) -> Iterator[Row]:
    while "calculat" in visitor.get("/games"):
        sleep(1)
    first = look(visitor.server).memory_mib
    yield Row("The demonstration, every game counted", "MiB", first, None, GOAL)
    for game in VERSIONS:
        for part in PAGES:
            visitor.get(address("/games", game, part))
    yield Row("…and every page of every game opened", "MiB", look(visitor.server).memory_mib, first, GOAL)
    for game in VERSIONS:
        for part in PRACTICE:
            visitor.get(address("/play", game, part))
        visitor.wait_for_coach(game)
    yield Row("…and the coach of every game ready", "MiB", look(visitor.server).memory_mib, first, GOAL)
    sleep(REST_S)
    yield Row("…a minute later", "MiB", look(visitor.server).memory_mib, first, GOAL)
