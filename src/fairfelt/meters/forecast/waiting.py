"""How long until a hand comes: the number of wagers up to it is geometric, whoever makes them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

from fairfelt.exact import Root, to_decimal

from ..prospect import MeterError

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
    def standard_deviation(self) -> Root:
        """About the mean, when hits are rare."""
        return Root(self.variance)

    @property
    def variance(self) -> Fraction:
        """The square of it."""
        return (1 - self.probability) / self.probability**2

    def beyond(self, wagers: int) -> Decimal:
        """The probability that so many wagers pass without a hit, to fifty digits."""
        if self.probability == 1:
            return Decimal(int(wagers < 1))
        return _CONTEXT.exp(_CONTEXT.multiply(Decimal(wagers), self._log_of_missing))

    def within(self, wagers: int) -> Decimal:
        """The probability of a hit within so many wagers."""
        return _CONTEXT.subtract(Decimal(1), self.beyond(wagers))

    def quantile(self, share: Fraction) -> int:
        """The least number of wagers within which the hit comes with at least that probability."""
        if not 0 <= share < 1:
            raise MeterError(f"a quantile of {share} is not possible: give a share from 0 up to but not 1")
        if self.probability == 1 or not share:
            return 1
        missing = _CONTEXT.ln(to_decimal(1 - share))
        return max(1, int(_CONTEXT.divide(missing, self._log_of_missing).to_integral_value("ROUND_CEILING")))

    @property
    def _log_of_missing(self) -> Decimal:
        return _CONTEXT.ln(to_decimal(1 - self.probability))


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
