"""A brake on guessing: after a number of failures in a while, their source has to wait."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from math import ceil

Clock = Callable[[], float]
MOST_KEYS = 10_000
"""The number of remembered sources of failures; the oldest are forgotten first."""


class TooManyTries(Exception):  # noqa: N818  (it reads as what happened)
    """Too many failures from one place, and how long to wait."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many failed attempts: wait {wait_s} seconds and try again")
        self.wait_s = wait_s


class Throttle:
    """Counts failures by source."""

    def __init__(self, clock: Clock, *, most: int = 10, within_s: float = 60.0) -> None:
        self._clock, self._most, self._within_s = clock, most, within_s
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, who: str) -> None:
        """Allow a try, or refuse with how long to wait."""
        recent = self._recent(who)
        if len(recent) >= self._most:
            raise TooManyTries(max(1, ceil(recent[0] + self._within_s - self._clock())))

    def failed(self, who: str) -> None:
        """Remember a failure."""
        self._failures.setdefault(who, deque(maxlen=self._most)).append(self._clock())
        self._failures.move_to_end(who)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def reserve(self, who: str) -> None:
        """Count a try before it is made, or say how long to wait: tries at the same moment cannot all pass."""
        self.check(who)
        self.failed(who)

    def release(self, who: str) -> None:
        """The try that was reserved last has not failed."""
        if tries := self._failures.get(who):
            tries.pop()

    def _recent(self, who: str) -> deque[float]:
        recent = self._failures.get(who, deque())
        while recent and recent[0] <= self._clock() - self._within_s:
            recent.popleft()
        return recent
