"""Must-hit-by meters: won at a hidden amount, uniform from where the meter starts to where it must have been hit.

Nobody knows the amount, so at a meter m it lies uniformly between m and the most. Such a prize is won by no hand; where
the law asks for one, `law.check_kind` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .progressive_bet import MeterError

__all__ = ["MustHitBy"]


@dataclass(frozen=True, kw_only=True)
class MustHitBy:
    """A meter that is won at the latest when it stands at `most`."""

    most: Fraction
    rise: Fraction
    """Currency units on the meter for each unit wagered."""
    base_return: Fraction
    """The return of each unit wagered, without the meter."""

    def __post_init__(self) -> None:
        if self.most <= 0 or not 0 < self.rise < 1 or not 0 <= self.base_return < 1:
            raise MeterError("a must-hit-by meter has a most above zero, and a rise and a base return below one")

    def wagered_until_hit(self, meter: Fraction) -> Fraction:
        """The mean handle until it is won."""
        return self._left(meter) / (2 * self.rise)

    def prize(self, meter: Fraction) -> Fraction:
        """The mean award."""
        return meter + self._left(meter) / 2

    def return_at(self, meter: Fraction) -> Fraction:
        """The return of each unit wagered from here until it is won."""
        return self.base_return + self.prize(meter) / self.wagered_until_hit(meter)

    @property
    def break_even(self) -> Fraction:
        """The meter from which on playing until it is won loses nothing."""
        lacking = 1 - self.base_return
        return max(Fraction(0), self.most * (lacking - self.rise) / (lacking + self.rise))

    def _left(self, meter: Fraction) -> Fraction:
        if not 0 <= meter < self.most:
            raise MeterError(f"a meter of {meter} is not possible: it stands from 0 up to but not {self.most}")
        return self.most - meter
