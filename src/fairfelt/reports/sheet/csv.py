"""The tables of a sheet as comma-separated values, one below the other, each under the heading of its section."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from .sheet import Facts, Row, Sheet, Table, Words

FORMULA = ("=", "+", "-", "@", "\t")
"""What a spreadsheet would take for a formula, at the beginning of a text."""


def sheet_csv(sheet: Sheet) -> str:
    """Numbers stand without thousands separators; a text can never turn into a formula."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows(_rows(sheet))
    return out.getvalue()


def _rows(sheet: Sheet) -> Iterator[Row]:
    yield (_text(sheet.subtitle), _text(sheet.title))
    for section in sheet.sections:
        yield ()
        yield (_text(section.title),)
        for block in section.blocks:
            match block:
                case Table():
                    yield from _table(block)
                case Facts():
                    yield from ((_text(name), _text(value)) for name, value in block.rows)
                case Words():
                    yield (_text(block.text),)
    if sheet.colophon:
        yield ()
        yield (_text(sheet.colophon),)


def _table(table: Table) -> Iterator[Row]:
    yield tuple(_text(column.title) for column in table.columns)
    for row in (*table.rows, *table.totals):
        yield tuple(
            _number(cell) if column.align == "right" else _text(cell)
            for column, cell in zip(table.columns, row, strict=True)
        )


def _number(cell: str) -> str:
    plain = cell.replace(",", "")
    return plain if plain.removeprefix("-").replace(".", "", 1).isdigit() else _text(cell)


def _text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell
