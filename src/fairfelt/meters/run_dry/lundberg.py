"""Lundberg's bound: the chance that a meter ever runs dry by its fixed pays is at most exp(-R * seed)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final, Protocol

from fairfelt.exact import to_decimal

_CONTEXT: Final = Context(prec=40)
_HALVINGS: Final = 110


class Draining(Protocol):
    """What the bound needs to know of a meter."""

    @property
    def rise(self) -> Fraction: ...
    @property
    def pays(self) -> Sequence[tuple[Fraction, Fraction]]: ...
    @property
    def drift(self) -> Fraction: ...


def lundberg_exponent(of: Draining) -> Decimal | None:
    """The R above zero with E[exp(R (pay - contribution))] = 1, from below; None if the meter does not grow.

    It is infinite if one contribution covers every pay.
    """
    if of.drift <= 0:
        return None
    if all(amount <= of.rise for amount, _ in of.pays):
        return Decimal("Infinity")
    low, high = Decimal(0), Decimal(1)
    while _moment(of, high) < 1:
        low, high = high, high * 2
    for _ in range(_HALVINGS):
        middle = _CONTEXT.divide(_CONTEXT.add(low, high), Decimal(2))
        low, high = (middle, high) if _moment(of, middle) < 1 else (low, middle)
    return low


def lundberg_bound(of: Draining, seed: Fraction) -> Decimal:
    """At most this, from that seed; one if the meter does not grow, because then it runs dry for sure."""
    steep = lundberg_exponent(of)
    if steep is None:
        return Decimal(1)
    return _exp(-steep, seed) if steep.is_finite() else Decimal(0)


def _moment(of: Draining, steep: Decimal) -> Decimal:
    nothing = 1 - sum((chance for _, chance in of.pays), Fraction(0))
    terms = [(Fraction(0), nothing), *of.pays]
    return sum(
        (_CONTEXT.multiply(to_decimal(chance), _exp(steep, amount - of.rise)) for amount, chance in terms), Decimal(0)
    )


def _exp(steep: Decimal, amount: Fraction) -> Decimal:
    return _CONTEXT.exp(_CONTEXT.multiply(steep, to_decimal(amount)))
