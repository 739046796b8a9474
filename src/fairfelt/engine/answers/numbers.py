"""Exact numbers and how they are shown: fractions, roots of fractions, decimals beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final

PLACES: Final = 15
_CONTEXT = Context(prec=60)


@dataclass(frozen=True)
class Root:
    """The square root of a fraction, kept exact by its square: a standard deviation."""

    square: Fraction

    @property
    def decimal(self) -> Decimal:
        """Fifty digits of it."""
        return _CONTEXT.sqrt(to_decimal(self.square))

    def __float__(self) -> float:
        return float(self.decimal)


def whole(number: Fraction | int) -> int:
    """A number that must be whole as an integer; one that is not is never cut."""
    if number.denominator != 1:
        raise ArithmeticError(
            f"{number} should be whole: a settlement paid what it does not pay for any of the facts it was asked about"
        )
    return number.numerator


def common_unit(amounts: Iterable[Fraction]) -> Fraction:
    """The largest amount that all are whole multiples of; 0 where all are."""
    every = list(amounts)
    under = lcm(*(amount.denominator for amount in every))
    return Fraction(gcd(*(int(amount * under) for amount in every)), under)


def to_decimal(number: Fraction | Root | int) -> Decimal:
    """A number to sixty digits."""
    if isinstance(number, Root):
        return number.decimal
    exact = Fraction(number)
    return _CONTEXT.divide(Decimal(exact.numerator), Decimal(exact.denominator))


def decimal_text(number: Fraction | Root | int, places: int = PLACES) -> str:
    """A number with n decimals, rounded half to even."""
    return f"{to_decimal(number):.{places}f}"


def percent_text(number: Fraction | Root | int, places: int = 4) -> str:
    """A number as a percentage: "3.3730%"."""
    return f"{to_decimal(number) * 100:.{places}f}%"


def as_json(number: Fraction | Root | int) -> dict[str, str]:
    """The form of every exact number in JSON."""
    if isinstance(number, Root):
        return {"fraction": f"sqrt({_ratio(number.square)})", "decimal": decimal_text(number)}
    return {"fraction": _ratio(Fraction(number)), "decimal": decimal_text(number)}


def as_plain(value: object, *names: str) -> dict[str, Any]:
    """Fields of a value as plain data for JSON, exact numbers in their form there."""
    fields = ((name, getattr(value, name)) for name in names)
    return {name: as_json(field) if isinstance(field, Fraction | Root) else field for name, field in fields}


def _ratio(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"
