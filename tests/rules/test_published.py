"""Printed figures and the digits they are compared in."""

from decimal import Decimal
from fractions import Fraction

import pytest

from fairfelt.rules import Published


def figure(printed: str) -> Published:
    return Published(wager="Bonus", figure="house_edge", printed=printed)


@pytest.mark.parametrize(
    ("exact", "printed"),
    [
        (Fraction(36, 1000), "3.60%"),
        (Fraction(36049, 1_000_000), "3.60%"),
        (Fraction(35950, 1_000_000), "3.60%"),
        (Fraction(-993378, 1_000_000), "-0.993378"),
        (Fraction(46, 1000), "4.6%"),
        (Decimal("3.5949"), "3.59"),
        (Fraction(1041372912372), "1,041,372,912,372"),
        (Fraction(2632053, 10), "$263,205"),
        (Fraction(34674, 1_000_000), "3.5%"),
        (Fraction(532, 64546495), "1 in 121,328"),
    ],
)
def test_a_number_agrees_in_the_printed_digits(exact: Fraction | Decimal, printed: str) -> None:
    assert figure(printed).agrees(exact)


@pytest.mark.parametrize(("exact", "printed"), [(Fraction(36051, 1_000_000), "3.60%"), (Fraction(47, 1000), "4.6%")])
def test_a_number_that_rounds_otherwise_does_not_agree(exact: Fraction, printed: str) -> None:
    assert not figure(printed).agrees(exact)
