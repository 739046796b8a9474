"""Comma-separated values: the tables of a sheet one below the other, or records one a row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from fairfelt.version import imprint

from . import Facts, Notice, Plot, Row, Sheet, Steps, Table, Words

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet would take for a formula, at the beginning of a text."""
IMPRINT = "made_by"
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(/[0-9]+)?")


def guard(value: Any) -> Any:
    """A cell of any CSV: a text that a spreadsheet would take for a formula gets a quote, a number stays one."""
    formula = isinstance(value, str) and value.startswith(FORMULA) and not _NUMBER.fullmatch(value)
    return f"'{value}" if formula else value


def records_csv(records: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Records as comma-separated values, in the columns that any of them has, unless these are given.

    The last column of every row says what has made it: a comment would be a broken row to most programs.
    """
    rows, out = list(records), StringIO()
    named = (*(columns or dict.fromkeys(name for row in rows for name in row)), IMPRINT)
    writer = csv.DictWriter(out, named, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: guard(value) for name, value in row.items()} | {IMPRINT: imprint()} for row in rows)
    return out.getvalue()


def rows_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as they are, but for what a spreadsheet would take for a formula."""
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(map(guard, row) for row in rows)
    return out.getvalue()


def sheet_csv(sheet: Sheet) -> str:
    """Numbers stand without thousands separators; a text can never turn into a formula."""
    return rows_csv(_rows(sheet))


def _rows(sheet: Sheet) -> Iterator[Row]:
    yield (_text(sheet.subtitle), _text(sheet.title))
    for section in sheet.sections:
        yield ()
        yield (_text(section.title),)
        for block in section.blocks:
            match block:
                case Table():
                    yield tuple(_text(column.title) for column in block.columns)
                    for row in (*block.rows, *block.totals):
                        yield tuple(
                            _number(cell) if column.align == "right" else _text(cell)
                            for column, cell in zip(block.columns, row, strict=True)
                        )
                case Facts():
                    yield from ((_text(name), _text(value)) for name, value in block.rows)
                case Words():
                    yield (_text(block.text),)
                case Notice():
                    yield (_text(block.title),)
                    yield from ((_text(item),) for item in block.items)
                case Steps():
                    yield from ((str(number), _text(item)) for number, item in enumerate(block.items, 1))
                case Plot():
                    yield (_text(block.alt),)
    yield ()
    yield (_text(sheet.foot),)


def _number(cell: str) -> str:
    plain = cell.replace(",", "")
    return plain if _NUMBER.fullmatch(plain) else _text(cell)


def _text(cell: str) -> str:
    return str(guard(cell))
