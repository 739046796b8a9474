"""Scales and marks of a picture: where a number lies, and which round numbers stand beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
MOST_POWERS = 7


@dataclass(frozen=True)
class Scale:
    """From numbers to places between two ends of the paper."""

    least: float
    greatest: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, number: float) -> float:
        """Where that number lies; a number outside lies at the end."""
        low, high, at = (self._even(n) for n in (self.least, self.greatest, number))
        part = min(max((at - low) / (high - low), 0.0), 1.0)
        return self.start + part * (self.end - self.start)

    def _even(self, number: float) -> float:
        return log10(max(number, self.least)) if self.logarithmic else number

    @property
    def marks(self) -> tuple[float, ...]:
        """Round numbers on the scale: a handful, or powers of ten."""
        if self.logarithmic:
            powers = range(round(log10(self.least)), round(log10(self.greatest)) + 1)
            return tuple(10.0**power for power in powers[:: 1 + len(powers) // MOST_POWERS])
        step = round_step((self.greatest - self.least) / 4)
        first, last = ceil(self.least / step - 1e-9), floor(self.greatest / step + 1e-9)
        return tuple(number * step for number in range(first, last + 1))


def round_step(rough: float) -> float:
    """The next round number that is not smaller."""
    power = 10.0 ** floor(log10(rough))
    return power * next(step for step in STEPS if step * power >= rough * (1 - 1e-9))


def plain_scale(numbers: Iterable[float], start: float, end: float, *, zero: bool) -> Scale:
    """A scale that holds all numbers, and zero where bars begin there."""
    all_of_them = [*numbers, *([0.0] if zero else [])]
    least, greatest = min(all_of_them), max(all_of_them)
    if least == greatest:
        return Scale(least - 1, greatest + 1, start, end)
    step = round_step((greatest - least) / 4)
    low, high = floor(least / step + 1e-9) * step, ceil(greatest / step - 1e-9) * step
    return Scale(min(low, least), max(high, greatest), start, end)


def power_scale(numbers: Iterable[float], start: float, end: float) -> Scale:
    """From the power of ten below all numbers but zero up to one."""
    smallest = min((number for number in numbers if number > 0), default=0.1)
    return Scale(10.0 ** min(floor(log10(smallest) - 0.02), -1), 1.0, start, end, logarithmic=True)
