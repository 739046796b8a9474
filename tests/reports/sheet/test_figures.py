"""Exact numbers are written so that a person can check them."""

import json
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.engine.answers.numbers import Root
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Sheet, num, table
from fairfelt.reports.sheet.english import exact_text, net_text, one_in_text, probability_text, signed_text
from fairfelt.rules import Kind


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


def test_what_a_report_is_given_becomes_plain_data_whatever_it_was() -> None:
    @dataclass(frozen=True)
    class Bank:
        on: date
        share: Fraction

    class Named(str):
        """A text of a kind of its own."""

    handed = {
        "bank": Bank(date(2023, 6, 14), Fraction(3, 8)), "kind": Kind.SIDE, "terms": MappingProxyType({"a": 1}),
        "ways": 10**40, "name": Named("x"), "all": (Bank(date(2024, 2, 29), Fraction(1)),),
    }  # fmt: skip
    report = Report(Sheet("Title", ""), handed)
    eighths = {"fraction": "3/8", "decimal": "0.375000000000000"}
    assert report.plain["bank"] == {"on": "2023-06-14", "share": eighths}
    assert (report.plain["kind"], report.plain["terms"], report.plain["ways"]) == ("side bet", {"a": 1}, 10**40)
    assert json.loads(report.render("json"))["all"][0]["on"] == "2024-02-29"
    with pytest.raises(NotImplementedError, match="a report holds a complex"):
        Report(Sheet("Title", ""), {"x": 1j})


def test_a_table_is_declared_by_its_columns_and_what_each_says_of_a_value() -> None:
    amounts = {"Drop": 1_234_567, "Win": None}
    found = table(
        amounts.items(), ("What", lambda one: one[0]), (num("Amount"), lambda one: one[1]), totals=(("", "x"),)
    )
    assert found.rows == (("Drop", "1,234,567"), ("Win", ""))
    assert [column.align for column in found.columns] == ["left", "right"]
    assert found.totals == (("", "x"),)
    assert table((), ("What", str)).rows == ()
