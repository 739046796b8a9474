"""The regulator's office: its places, and records that are each a page and the same as PDF, CSV, JSON and HTML."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.law import Law
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Row, Sheet, Table, Words
from fairfelt.web.api.access import READS_THE_LOG, Access
from fairfelt.web.desk import Desk, Office, Place

EVENTS, VERIFICATION = "/regulator/events", "/regulator/verification"
TRANSPARENCY = "/regulator/transparency"
REGULATOR = Office(
    "Regulator",
    (
        Place("Status", "/regulator"),
        Place("Law", "/regulator/law"),
        Place("Approvals", "/regulator/approvals"),
        Place("Tables", "/regulator/tables"),
        Place("Parameters", "/regulator/parameters"),
        Place("Links", "/regulator/links"),
        Place("Funds", "/regulator/funds", "Money"),
        Place("Reconciliation", "/regulator/reconciliation", "Money"),
        Place("Payouts", "/regulator/payouts", "Money"),
        Place("Papers", "/regulator/papers", "Records"),
        Place("Events", EVENTS, "Records"),
        Place("Verification", VERIFICATION, "Records"),
        Place("Transparency", TRANSPARENCY, "Records"),
    ),
    log=EVENTS,
    sees=READS_THE_LOG,
)


def law_now(desk: Desk) -> Law:
    """The law of the room's day, or of today where none has begun."""
    return desk.floor.jurisdiction.law_at(desk.controller.settings.clock())


FORMS = {"pdf": "PDF", "csv": "CSV", "json": "JSON", "html": "HTML"}
Link = tuple[str, str]
"""Title and address of another page."""


@dataclass(frozen=True)
class Read:
    """A report as it reads now, and pages that go on from it."""

    report: Report
    links: tuple[Link, ...] = ()


def read_state(sheet: Sheet, state: Any, links: tuple[Link, ...] = ()) -> Read:
    """A sheet beside what the API answers to the same question."""
    return Read(Report(sheet, msgspec.to_builtins(state)), links)


def rows_or(empty: str, columns: Iterable[str | Column], rows: Iterable[Row]) -> Block:
    """A table of these rows; the words where there are none."""
    heads = tuple(Column(head) if isinstance(head, str) else head for head in columns)
    found = tuple(rows)
    return Table(heads, found) if found else Words(empty)


@dataclass(frozen=True)
class Record:
    """A subject that a regulator reviews."""

    path: str
    heading: str
    read: Callable[[Desk], Awaitable[Read]]
    lead: str
    access: Access = READS_THE_LOG


def routes_of(records: Iterable[Record]) -> list[Route]:
    """A page and its documents for each."""
    return [route for record in records for route in _routes(record)]


def _routes(record: Record) -> Iterator[Route]:
    async def page(desk: Desk) -> Response:
        read = await record.read(desk)
        here = desk.request.url.path
        return desk.draw("regulator/record.html", record=record, read=read, forms=FORMS, here=here)

    async def document(desk: Desk) -> Response:
        read, form = await record.read(desk), desk.request.path_params["form"]
        name = "-".join(("regulator", *desk.request.url.path.removesuffix(f".{form}").split("/")[2:]))
        return await desk.download(replace(read.report, name=name), tuple(FORMS))

    yield REGULATOR.page(f"{record.path}.{{form}}", document, record.access)
    yield REGULATOR.page(record.path, page, record.access)
