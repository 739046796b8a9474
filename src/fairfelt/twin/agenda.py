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
Activity = Generator[float, None, T]
"""An activity: it yields the simulated seconds until it continues, and returns its result."""
SECOND = 1_000_000
HOUR_S = 3_600
WATCH_S = 0.25
"""Real time between two looks at the run."""


@dataclass
class SimulatedClock:
    """The time of day in millionths of a second since 1970; it ticks at every reading, if it ticks at all."""

    now_micros: int = 1_700_000_000_000_000
    tick_micros: int = 0

    def __call__(self) -> int:
        self.now_micros += self.tick_micros
        return self.now_micros

    def seconds(self) -> float:
        return self.now_micros / 1_000_000


@dataclass
class Agenda:
    """Coming events in the order of their time. One happens at a time, so a seed makes one story."""

    clock: SimulatedClock
    ends_micros: int
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    watch: Callable[[], None] = lambda: None
    """Called a few times a second, for observers."""
    simulated_s: float = 0.0
    took_s: float = 0.0
    """Real time the run took."""
    _next: list[tuple[int, int, Activity[None]]] = field(default_factory=list)
    _tie: count[int] = field(default_factory=count)
    _watched_s: float = 0.0

    @property
    def now_micros(self) -> int:
        return self.clock.now_micros

    @property
    def left_s(self) -> float:
        return max(0.0, (self.ends_micros - self.now_micros) / SECOND)

    @property
    def is_over(self) -> bool:
        """Time is up: activities under way finish."""
        return self.now_micros >= self.ends_micros

    def begin(self, activity: Activity[None], after_s: float = 0.0) -> None:
        heappush(self._next, (self.now_micros + ceil(after_s * SECOND), next(self._tie), activity))

    def run(self) -> None:
        """Run until all activities have finished or a user interrupts."""
        began_s, began_micros = time.monotonic(), self.now_micros
        try:
            while self._next:
                at_micros, _, activity = heappop(self._next)
                if self.speed:
                    self._wait_until(began_s + (at_micros - began_micros) / SECOND / self.speed)
                self.clock.now_micros = max(self.now_micros, at_micros)
                self._watch()
                try:
                    self.begin(activity, next(activity))
                except StopIteration:
                    continue
            self.watch()
        finally:
            self.simulated_s = (self.now_micros - began_micros) / SECOND
            self.took_s = time.monotonic() - began_s

    def rest(self, seconds: float) -> Activity[None]:
        """Wait, but not longer than to the end."""
        yield min(seconds, self.left_s)

    def _wait_until(self, due_s: float) -> None:
        while (left_s := due_s - time.monotonic()) > 0:
            self._watch()
            time.sleep(min(left_s, WATCH_S))

    def _watch(self) -> None:
        if time.monotonic() - self._watched_s >= WATCH_S:
            self._watched_s = time.monotonic()
            self.watch()


def run_now(activity: Activity[T]) -> T:
    """Run an activity outside of simulated time, without waiting."""
    while True:
        try:
            next(activity)
        except StopIteration as done:
            result: T = done.value
            return result
