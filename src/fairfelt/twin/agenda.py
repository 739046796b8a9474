"""Simulated time: who does what next. People are generators that yield the seconds they wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import ceil
from typing import TypeVar

T = TypeVar("T")
Doing = Generator[float, None, T]
"""What somebody does: it yields the simulated seconds until it goes on, and gives what came of it."""
SECOND = 1_000_000
LOOK_S = 0.25
"""Of real time, between two looks at how it stands."""


@dataclass
class Clock:
    """The clock on the wall of the pit; a server may read it from another thread."""

    now_micros: int

    def __call__(self) -> int:
        """The time of day in millionths of a second since 1970."""
        return self.now_micros

    def seconds(self) -> float:
        """The same for what counts seconds."""
        return self.now_micros / SECOND


@dataclass
class Agenda:
    """What is to happen, in the order of its time. One thing happens at a time, so a seed makes one story."""

    clock: Clock
    ends_micros: int
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    look: Callable[[], None] = lambda: None
    """Called a few times a second, for whoever watches."""
    _next: list[tuple[int, int, Doing[None]]] = field(default_factory=list)
    _tie: count[int] = field(default_factory=count)
    _looked_s: float = 0.0

    @property
    def left_s(self) -> float:
        """Until the end."""
        return max(0.0, (self.ends_micros - self.clock.now_micros) / SECOND)

    @property
    def is_over(self) -> bool:
        """Time is up: whoever is in the middle of something finishes it."""
        return self.clock.now_micros >= self.ends_micros

    def begin(self, doing: Doing[None], after_s: float = 0.0) -> None:
        """Let somebody begin."""
        heappush(self._next, (self.clock.now_micros + ceil(after_s * SECOND), next(self._tie), doing))

    def run(self) -> None:
        """Until everybody has finished."""
        began_s, began_micros = time.monotonic(), self.clock.now_micros
        while self._next:
            at_micros, _, doing = heappop(self._next)
            if self.speed:
                self._wait_until(began_s + (at_micros - began_micros) / SECOND / self.speed)
            self.clock.now_micros = max(self.clock.now_micros, at_micros)
            self._look()
            try:
                self.begin(doing, next(doing))
            except StopIteration:
                continue
        self.look()

    def rest(self, seconds: float) -> Doing[None]:
        """Wait, but not longer than to the end."""
        yield min(seconds, self.left_s)

    def _wait_until(self, due_s: float) -> None:
        while (left_s := due_s - time.monotonic()) > 0:
            self._look()
            time.sleep(min(left_s, LOOK_S))

    def _look(self) -> None:
        if time.monotonic() - self._looked_s >= LOOK_S:
            self._looked_s = time.monotonic()
            self.look()
