"""How long until a hand comes: the number of wagers up to it is geometric, whoever makes them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context
from fractions import Fraction
from typing import Final

from fairfelt.exact import to_decimal

from ..progressive_bet import MeterError

DIGITS: Final = 50
_CONTEXT: Final = Context(prec=DIGITS)


@dataclass(frozen=True)
class Waiting:
    """Wagers up to and with the first hit."""

    probability: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.probability <= 1:
            raise MeterError(f"a hand of probability {self.probability} never comes, or is none")

    @property
    def mean(self) -> Fraction:
        """On average."""
        return 1 / self.probability

    @property
    def variance(self) -> Fraction:
        """About the mean."""
        return (1 - self.probability) / self.probability**2

    def quantile(self, share: Fraction) -> int:
        """The least number of wagers within which the hit comes with at least that probability."""
        if not 0 <= share < 1:
            raise MeterError(f"a quantile of {share} is not possible: give a share from 0 up to but not 1")
        if self.probability == 1 or not share:
            return 1
        logs = (_CONTEXT.ln(to_decimal(1 - each)) for each in (share, self.probability))
        return max(1, int(_CONTEXT.divide(*logs).to_integral_value("ROUND_CEILING")))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast wagers come in."""

    tables: int
    rounds_per_hour: Fraction
    """At each table."""
    bettors: Fraction
    """Seats with the bet in a round, on average: seats taken times the share of players who make it."""
    hours_per_week: Fraction

    def __post_init__(self) -> None:
        if any(part <= 0 for part in (self.tables, self.rounds_per_hour, self.bettors, self.hours_per_week)):
            raise MeterError("a pace needs tables, rounds an hour, bettors and hours a week above zero")
        if self.hours_per_week > 7 * 24:
            raise MeterError(f"a week has no {self.hours_per_week} hours: give at most {7 * 24}")

    @classmethod
    def observed(cls, wagers: int, weeks: Fraction) -> Pace:
        """The pace at which so many wagers came in over some weeks, day and night."""
        if wagers < 1 or weeks <= 0:
            raise MeterError("no wagers came in over any time: there is no pace to go by")
        hours = Fraction(7 * 24)
        return cls(tables=1, rounds_per_hour=wagers / (weeks * hours), bettors=Fraction(1), hours_per_week=hours)

    @property
    def wagers_per_hour(self) -> Fraction:
        """At all tables together, on average."""
        return self.tables * self.rounds_per_hour * self.bettors

    @property
    def wagers_per_week(self) -> Fraction:
        """At all tables together, on average."""
        return self.wagers_per_hour * self.hours_per_week

    def weeks(self, wagers: Fraction | int) -> Fraction:
        """How long so many wagers take."""
        return wagers / self.wagers_per_week
