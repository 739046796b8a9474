"""A number that is known by two ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Interval"]


@dataclass(frozen=True)
class Interval:
    """The truth lies between the ends; it is exact if they are equal."""

    low: Fraction
    high: Fraction
