"""A clock that is set by hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class SimulatedClock:
    """The time of day in millionths of a second since 1970; it ticks at every reading, if it ticks at all."""

    now_micros: int = 1_700_000_000_000_000
    tick_micros: int = 0

    def __call__(self) -> int:
        self.now_micros += self.tick_micros
        return self.now_micros
