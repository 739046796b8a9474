"""What a paytable should come to: ranges for edge, hits, volatility, top award, break-even meter, run-dry risk."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.engine.exact import Root

_FORM = re.compile(r"(?P<low>-?\d+(?:\.\d+)?)?(?P<one>%)?\.\.(?P<high>-?\d+(?:\.\d+)?)?(?P<two>%)?")


class TargetsError(ValueError):
    """Targets that cannot be, and the sentence that says what would be right."""


@dataclass(frozen=True)
class Range:
    """From one number to another, both included; an end that is None is open."""

    low: Fraction | None = None
    high: Fraction | None = None

    def __contains__(self, number: Fraction | Root) -> bool:
        return self._is_below(number) and self._is_above(number)

    def _is_below(self, number: Fraction | Root) -> bool:
        """Whether the number is not under the low end; roots are compared by their squares."""
        if self.low is None:
            return True
        if isinstance(number, Root):
            return self.low <= 0 or number.square >= self.low**2
        return number >= self.low

    def _is_above(self, number: Fraction | Root) -> bool:
        if self.high is None:
            return True
        if isinstance(number, Root):
            return self.high >= 0 and number.square <= self.high**2
        return number <= self.high

    def narrowed(self, other: Range) -> Range:
        """What lies in both."""
        lows = [end for end in (self.low, other.low) if end is not None]
        highs = [end for end in (self.high, other.high) if end is not None]
        return Range(max(lows, default=None), min(highs, default=None))

    def times(self, factor: Fraction) -> Range:
        """Both ends by a positive factor."""
        return Range(*(None if end is None else end * factor for end in (self.low, self.high)))


ANY = Range()


@dataclass(frozen=True)
class Targets:
    """What is asked of a paytable."""

    edge: Range
    """House edge of the bet; of the round where the bet is part of the game itself. Meter shares are left out."""
    hit: Range = ANY
    volatility: Range = ANY
    """Standard deviation of one unit, or of the round."""
    top: Range = ANY
    """The greatest fixed pay, to 1."""
    break_even: Range = ANY
    """The meter in wagers at which the bet has no edge."""
    run_dry: Range = ANY
    """The risk that the meter, paying everything, runs dry before it is won: by its seed and contribution of today."""
    whole_numbers: bool = False


def parse_range(text: str, *, what: str, percent: bool) -> Range:
    """Read "3..4%", "20%..", "..5": two numbers with dots between them, one of which may be missing."""
    found = _FORM.fullmatch(text.replace(" ", "").replace(",", ""))
    example = "3..4%" if percent else "2..5"
    if not found or (found["low"] is None and found["high"] is None):
        raise TargetsError(f"{what} {text!r} is not a range: write {example}, or leave one end open")
    is_percent = bool(found["one"] or found["two"])
    if is_percent != percent:
        sort = "a percentage" if percent else "a plain number"
        raise TargetsError(f"{what} {text!r} is not a range of {sort}: write {example}")
    low, high = (None if end is None else Fraction(end) / (100 if percent else 1) for end in found.group("low", "high"))
    if low is not None and high is not None and low > high:
        raise TargetsError(f"{what} {text!r} runs backwards: write the smaller number first, as in {example}")
    return Range(low, high)
