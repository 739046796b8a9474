"""The server's clock: it ticks with every look at it, and somebody may set it back."""

from __future__ import annotations

from dataclasses import dataclass

TICK_MICROS = 1_000


@dataclass
class Clock:
    """A clock that is passed in, so that the same seed sees the same times."""

    now_micros: int = 1_700_000_000_000_000

    def __call__(self) -> int:
        """The time of day; later at every look, unless it was set back."""
        self.now_micros += TICK_MICROS
        return self.now_micros

    def set_back(self, by_micros: int) -> None:
        """As a wrong time server does."""
        self.now_micros -= by_micros
