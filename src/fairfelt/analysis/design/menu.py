"""Pays that look like pays: the numbers that stand on paytables, and how awkward each is to read and to pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import log2

from fairfelt.rules import PUSH, Basis, Pay, for_one, to

SMALL = tuple(range(1, 13))
STEPS = (15, 20, 25, 30, 35, 40, 50, 60, 75, 80)
"""Two digits; the hundreds and thousands above them are multiples of ten of these and of one to nine."""
LARGEST = 25_000
AWKWARD = {1: 0, 2: 0, 5: 0, 25: 1, 3: 1, 4: 1, 6: 2, 8: 2, 15: 2, 75: 3, 35: 3, 12: 3, 7: 3, 9: 3, 11: 4}
"""By the digits without the zeros at their end."""
FRACTION = 4
"""How awkward odds such as 3 to 2 are."""
SEPARATE = 4
"""What a step of awkwardness counts, beside a pay that is doubled or halved against the table in play."""
DOUBLED = 10
DROPPED = 25
"""What it counts if a line of the table in play is not paid any more, or the other way round."""


@dataclass(frozen=True)
class Option:
    """A pay that a line could have."""

    pay: Pay
    cost: int
    """How much worse it looks than the best."""
    listed: bool = True
    """Whether the line stands on the paytable at all."""

    @property
    def net(self) -> Fraction:
        """Profit for a unit."""
        return self.pay.net


def numbers(most: Fraction) -> tuple[int, ...]:
    """Whole odds that paytables use, up to the most that may be paid."""
    found = {*SMALL, *STEPS}
    power = 100
    while power <= LARGEST:
        found |= {digit * power for digit in range(1, 10)} | {step * power // 10 for step in (12, 15, 25, 35, 75)}
        power *= 10
    return tuple(sorted(number for number in found if number <= most and number <= LARGEST))


def awkwardness(pay: Pay) -> int:
    """None for 1, 2, 5, 10, 20, 50 and so on."""
    odds = pay.net + 1 if pay.basis is Basis.FOR else pay.net
    if odds.denominator != 1:
        return FRACTION
    number = odds.numerator
    while number and number % 10 == 0:
        number //= 10
    return AWKWARD.get(number, FRACTION)


def options(
    present: Pay | None, absent: Pay | None, *, basis: Basis, push: bool, whole: bool, most: Fraction
) -> tuple[Option, ...]:
    """Everything a line could pay, the least first; `absent` is what becomes of it where it is not listed."""
    pays: dict[Fraction, Pay] = {}
    make = for_one if basis is Basis.FOR else to
    for number in numbers(most + (basis is Basis.FOR)):
        pay = make(number)
        if pay.net > 0:
            pays[pay.net] = pay
    if not whole and basis is Basis.TO:
        pays[Fraction(3, 2)] = to(3, 2)
        if present and present.net > 0 and present.net <= most:
            pays[present.net] = present
    elif present and present.net > 0 and present.net.denominator == 1 and present.net <= most:
        pays[present.net] = present
    found = [Option(pay, _cost(pay, present)) for pay in pays.values()]
    if push and (absent is None or absent.net != 0):
        found.append(Option(PUSH, 0 if present and present.net == 0 else DROPPED))
    if absent is not None:
        found.append(Option(absent, DROPPED if present and present.net != absent.net else 0, listed=False))
    return tuple(sorted(found, key=lambda option: option.net))


def _cost(pay: Pay, present: Pay | None) -> int:
    if present is None or present.net <= 0:
        return SEPARATE * awkwardness(pay) + DROPPED
    return SEPARATE * awkwardness(pay) + round(DOUBLED * abs(log2(pay.net / present.net)))


def largest(pays: Iterable[Pay]) -> Fraction:
    """The greatest fixed pay."""
    return max((pay.net for pay in pays if not pay.level), default=Fraction(0))
