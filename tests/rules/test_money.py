"""Amounts in text and in millionths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.runtime.formats import AmountError, format_amount, parse_amount


@pytest.mark.parametrize(
    ("text", "micros"),
    [
        ("12.50", 12_500_000),
        ("$12.50", 12_500_000),
        (" 1,250 ", 1_250_000_000),
        ("0.000001", 1),
        ("-$0.25", -250_000),
        ("- $3", -3_000_000),
        ("5$", 5_000_000),
        ("007", 7_000_000),
    ],
)
def test_reads_amounts(text: str, micros: int) -> None:
    assert parse_amount(text) == micros


@pytest.mark.parametrize(("text", "currency"), [("€12.50", "€"), ("12.50 €", "€"), ("CHF 12.50", "CHF"), ("12.5", "£")])
def test_reads_other_currencies(text: str, currency: str) -> None:
    assert parse_amount(text, currency=currency) == 12_500_000


@pytest.mark.parametrize("text", ["", "ten", "1e5", "12.", ".5", "1,25", "1.2.3", "€5", "$$5", "--5", "٣", "nan"])
def test_says_what_an_amount_looks_like(text: str) -> None:
    with pytest.raises(AmountError, match=r"is not an amount: write it such as 12\.50 or \$1,250"):
        parse_amount(text)


def test_refuses_what_no_millionth_can_hold() -> None:
    with pytest.raises(AmountError, match="has more than 6 decimals: amounts are exact to a millionth"):
        parse_amount("0.0000001")


def test_refuses_floats() -> None:
    with pytest.raises(AmountError, match=r"12\.5 is not an amount: write it as text"):
        parse_amount(12.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("micros", "currency", "text"),
    [
        (12_500_000, "$", "$12.50"),
        (1_250_000_000, "$", "$1,250.00"),
        (-250_000, "$", "-$0.25"),
        (1, "$", "$0.000001"),
        (12_345_000, "€", "€12.345"),
        (5_000_000, "CHF", "CHF 5.00"),
        (5_000_000, "USD", "$5.00"),
        (-5_000_000, "EUR", "-€5.00"),
        (5_000_000, "", "5.00"),
        (0, "$", "$0.00"),
    ],
)
def test_writes_amounts(micros: int, currency: str, text: str) -> None:
    assert format_amount(micros, currency) == text


def test_writes_no_decimals_where_none_are_used() -> None:
    assert format_amount(1_500_000_000, "¥", decimals=0) == "¥1,500"
    assert format_amount(1_500_500_000, "¥", decimals=0) == "¥1,500.5"


@given(st.integers(-(10**18), 10**18), st.sampled_from(["USD", "EUR", "GBP", "CHF", "JPY", "KWD", "$", "€", "kr", ""]))
def test_what_is_written_is_read(micros: int, currency: str) -> None:
    assert parse_amount(format_amount(micros, currency), currency=currency) == micros


@pytest.mark.parametrize("text", ["5", "€5", "EUR 5", "5 EUR", "5.00€"])
def test_a_currency_is_read_by_its_letters_or_its_sign(text: str) -> None:
    assert parse_amount(text, currency="EUR") == 5_000_000


@pytest.mark.parametrize("text", ["$5", "USD 5", "CHF 5", "€5 EUR"])
def test_another_currency_is_not_read(text: str) -> None:
    with pytest.raises(AmountError, match=r"write it such as 12\.50 or €1,250"):
        parse_amount(text, currency="EUR")


@pytest.mark.parametrize(
    ("currency", "text"),
    [("USD", "$1,500.00"), ("JPY", "JPY 1,500"), ("KWD", "KWD 1,500.000"), ("CHF", "CHF 1,500.00")],
)
def test_a_currency_has_its_own_number_of_decimals(currency: str, text: str) -> None:
    assert format_amount(1_500_000_000, currency) == text


def test_an_amount_without_its_sign_keeps_its_decimals() -> None:
    assert format_amount(1_500_000_000, "JPY", sign=False) == "1,500"
    assert format_amount(1_500_000_000, "USD", sign=False) == "1,500.00"
