"""No text in any CSV can turn into a formula of a spreadsheet, and numbers stay numbers."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import fairfelt
from fairfelt.reports.sheet import Column, Notice, Section, Sheet, Steps, Table, right
from fairfelt.reports.sheet.csv import records_csv, sheet_csv
from fairfelt.version import imprint

FORMULAS = ["=1+1", "+SUM(A1)", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "－1+1", "-", "+1-cmd|' /C calc'!A0"]
KEPT: list[Any] = [-5, -12.5, "-5", "-12.50", "+2.31", "-5/12", "plain", "a=b", "", None, 0]


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_begins_as_a_formula_gets_a_quote_in_every_writer(text: str) -> None:
    """`fairfelt daily` guarded nothing, records only two of the signs."""
    assert cells(records_csv([{"note": text}]))[1] == [f"'{text}", imprint()]
    assert cells(records_csv([{"b": text}], ("b",)))[1] == [f"'{text}", imprint()]
    sheet = Sheet("T", "S", Section("", Table((Column("A"), *right("B")), ((text, text),))))
    assert [f"'{text}"] * 2 in cells(sheet_csv(sheet))


@pytest.mark.parametrize("value", KEPT)
def test_numbers_and_other_texts_stay_as_they_are(value: Any) -> None:
    written = "" if value is None else str(value)
    assert cells(records_csv([{"a": "x", "value": value}]))[1] == ["x", written, imprint()]


def test_notices_and_steps_of_a_sheet_are_in_its_csv() -> None:
    """That enforcement was off stood on the page and in the PDF, and not in the CSV of the same paper."""
    sheet = Sheet("T", "S", Section("", Notice("Enforcement was off", "=from 1 to 2"), Steps("Look", "-1 card")))
    rows = cells(sheet_csv(sheet))
    assert rows[3:7] == [["Enforcement was off"], ["'=from 1 to 2"], ["1", "Look"], ["2", "'-1 card"]]


def test_nothing_else_writes_csv() -> None:
    """A writer of its own would have no guard."""
    folder = Path(fairfelt.__file__).parent
    writers = [file for file in folder.rglob("*.py") if re.search(r"csv\.(Dict)?[wW]riter\(", file.read_text())]
    assert writers == [folder / "reports/sheet/csv.py"]
