"""Exact numbers are written so that a person can check them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.answers.numbers import Root
from fairfelt.reports.sheet.figures import exact_text, net_text, one_in_text, probability_text, signed_text


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (Fraction(3), "+3"),
        (Fraction(-1), "-1"),
        (Fraction(0), "0"),
        (Fraction(3, 2), "+1.5"),
        (Fraction(2000), "+2,000"),
    ],
)
def test_net_results_are_brief(units: Fraction, text: str) -> None:
    assert net_text(units) == text


def test_small_probabilities_keep_their_digits() -> None:
    assert probability_text(Fraction(1, 8)) == "0.1250000000"
    assert probability_text(Fraction(1, 649_740 * 10**6)) == "1.539e-12"


def test_fractions_and_roots_are_written_as_they_are() -> None:
    assert exact_text(Fraction(6, 16)) == "3/8"
    assert exact_text(Root(Fraction(5, 4))) == "sqrt(5/4)"


def test_rarity() -> None:
    assert one_in_text(Fraction(1, 649_740)) == "1 in 649,740"
    assert one_in_text(Fraction(0)) == "never"


@given(st.fractions(min_value=-1000, max_value=1000))
def test_a_signed_number_is_within_half_a_last_digit(number: Fraction) -> None:
    assert abs(Fraction(signed_text(number)) - number) <= Fraction(1, 2 * 10**8)
