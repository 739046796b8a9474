"""The clock of a journal: the wall clock, held against time that only ever passes, and against the journal's head."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock

JUMP_S = 300.0
"""A clock that is further off than this from the time that passed has jumped."""
OPENING_S = 8 * 24 * 3600.0
"""A journal whose last event is further from the clock than this is not opened by that clock without a question."""
DRIFT = 0.001
"""How much slower or quicker than the machine's own oscillator a clock that is kept right by others may run."""
_MICROS = 1_000_000


def wall_clock_micros() -> int:
    """The time of day in millionths of a second since 1970."""
    return time.time_ns() // 1_000


def passed_seconds() -> float:
    """Seconds that nobody can set; they pass while a machine sleeps, too, where it has such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class WatchedClock:
    """Returns the wall clock's time until it jumps; then the elapsed time, until the jump is accepted."""

    def __init__(
        self, wall: Callable[[], int] = wall_clock_micros, seconds: Callable[[], float] = passed_seconds
    ) -> None:
        self._wall, self._seconds = wall, seconds
        self._guard = Lock()
        self._condition = ""
        self._from_micros, self._from_s = wall(), seconds()

    def __call__(self) -> int:
        """The time in millionths since 1970, by a clock that did not jump."""
        with self._guard:
            return self._read()

    @property
    def condition(self) -> str:
        """The fault of the clock now, in a sentence; empty if there is none."""
        with self._guard:
            self._read()
            return self._condition

    def begin(self, head_micros: int) -> None:
        """Hold the clock against the last event of a journal that is being opened; 0 if there is none."""
        with self._guard:
            wall, now_s = self._wall(), self._seconds()
            off_s = (wall - head_micros) / _MICROS
            if head_micros and abs(off_s) > OPENING_S:
                side = "after" if off_s > 0 else "before"
                self._condition = (
                    f"the clock says {shown_time(wall)}, {_shown_span(off_s)} {side} the last event of the journal "
                    f"({shown_time(head_micros)}): set the clock right, or have two people accept it"
                )
                self._from_micros, self._from_s = head_micros, now_s

    def accept(self) -> None:
        """Take the wall clock at its word from now on."""
        with self._guard:
            self._condition = ""
            self._from_micros, self._from_s = self._wall(), self._seconds()

    def _read(self) -> int:
        wall, passed_s = self._wall(), self._seconds() - self._from_s
        expected = self._from_micros + round(passed_s * _MICROS)
        if self._condition:
            return expected
        off_s = (wall - expected) / _MICROS
        if abs(off_s) <= JUMP_S + DRIFT * passed_s:
            return wall
        self._condition = (
            f"the clock jumped to {shown_time(wall)}, but by the time that passed it is {shown_time(expected)}: "
            f"set the clock right, or have two people accept it"
        )
        return expected


def shown_time(micros: int) -> str:
    """A moment as people write it."""
    try:
        return f"{datetime.fromtimestamp(micros / _MICROS, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, OSError, ValueError):
        return f"{micros} millionths of a second after 1970"


def _shown_span(seconds: float) -> str:
    hours = abs(seconds) / 3600
    return f"{hours:.0f} hours" if hours < 72 else f"{hours / 24:.0f} days"
