"""A report: one answer as a sheet for people and as plain data for programs, written in every format from one place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from msgspec import to_builtins

from fairfelt.engine.answers.numbers import as_json
from fairfelt.reports.sheet import Plot, Sheet
from fairfelt.version import imprint_data

Format = Literal["text", "json", "html", "pdf", "csv", "svg"]
Record = Mapping[str, Any]


class NoPicture(ValueError):  # noqa: N818  (it reads as what is missing)
    """A report that has no picture was asked for one."""


@dataclass(frozen=True)
class Report:
    """One answer in all its forms."""

    sheet: Sheet
    plain: dict[str, Any]
    """The same for JSON: values with fields, days and fractions become plain data."""
    name: str = "report"
    """What a file with it is called, without its ending."""
    records: Sequence[Record] = ()
    """Rows for a spreadsheet; where there are none, the tables of the sheet are written."""
    plot: Plot | None = None
    """The picture to save on its own, where there is one."""
    passed: bool = True
    """True if the answer is yes: a command that prints a report of a refusal exits with 1."""
    repeatable: bool = False
    """True if the same words always give the same report: no file, room, clock or chance has a part in it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", plain_data(self.plain))

    def _repr_html_(self) -> str:
        from fairfelt.reports.sheet.html import framed

        return framed(self.render("html").decode(), self.sheet.title)

    def render(self, format: Format) -> bytes:
        """The report as the bytes of a file in that format."""
        match format:
            case "text":
                from fairfelt.reports.sheet.text import plain_text

                return plain_text(self.sheet).encode()
            case "json":
                return json_paper(self.plain)
            case "html":
                from fairfelt.reports.sheet.html import as_html

                return as_html(self.sheet).encode()
            case "pdf":
                from fairfelt.reports.sheet.pdf import as_pdf

                return as_pdf(self.sheet)
            case "csv":
                from fairfelt.reports.sheet.csv import records_csv, sheet_csv

                return (records_csv(self.records) if self.records else sheet_csv(self.sheet)).encode()
            case "svg":
                if self.plot is None:
                    raise NoPicture("there is no picture on this sheet: ask for text, json, html, pdf or csv")
                return self.plot.draw().encode()


def json_paper(plain: Mapping[str, Any]) -> bytes:
    """A paper for programs, first of all with what has made it."""
    return f"{json.dumps({'imprint': imprint_data(), **plain_data(plain)}, indent=2, ensure_ascii=False)}\n".encode()


def plain_data(value: Any) -> Any:
    """Values as plain data for JSON: records by their fields, days as texts, exact numbers with their decimals."""
    return to_builtins(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    match value:
        case Fraction():
            return as_json(value)
        case Mapping():
            return dict(value)
        case float():  # of a kind of its own, as those of numpy are
            return float(value)
        case str():
            return str(value)
        case int():
            return int(value)
    raise NotImplementedError(f"a report holds a {type(value).__name__}, which has no form in JSON")


def flat(row: Mapping[str, Any], *left_out: str) -> dict[str, Any]:
    """A row of JSON for a spreadsheet: exact numbers in two columns, the fields of parts beside its own, no lists."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        match value:
            case list():
                continue
            case _ if name in left_out:
                continue
            case {"decimal": decimal, **exact}:
                found[name] = decimal
                found |= {f"{name}_{kind}": text for kind, text in exact.items()}
            case dict():
                found |= flat(value)
            case _:
                found[name] = "" if value is None else value
    return found
