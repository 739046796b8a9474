"""Reports: a day, the month to date, or any range; on a page, as PDF, as CSV."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import date, timedelta
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt.law import GamingDays
from fairfelt.reports.report import Report
from fairfelt.server.papers import PAPERS, Wanted
from fairfelt.web.desk import Desk, Field, Form, Nowhere
from fairfelt.web.desk.frame import download

from .office import drawn

FROM, TO = "from", "to"


@dataclass(frozen=True)
class Days:
    """Whole gaming days of the room."""

    first: date
    last: date
    by: GamingDays

    @property
    def from_micros(self) -> int:
        """When the first begins."""
        return self.by.begin_micros(self.first)

    @property
    def to_micros(self) -> int:
        """When the last ends."""
        return self.by.end_micros(self.last)

    @property
    def query(self) -> str:
        """As an address has it."""
        return urlencode({FROM: self.first.isoformat(), TO: self.last.isoformat()})


async def reports(desk: Desk) -> Response:
    """Choose a time, and read its report."""
    form = Form(dict(desk.request.query_params))
    today = desk.today
    days = days_in(desk, form)
    sheet = (await asyncio.to_thread(report_of, desk, days)).sheet if days else None
    usual = usual_days(today, await asyncio.to_thread(first_day, desk))
    links = [(words, Days(first, last, desk.days).query) for words, first, last in usual]
    shown = days or Days(today, today, desk.days)
    return drawn(
        desk, "manager/reports.html", form=form, fields=day_fields(shown), sheet=sheet, links=links,
        query=days.query if days else "", status=422 if form.mistakes else 200,
    )  # fmt: skip


async def report_document(desk: Desk) -> Response:
    """The same to download."""
    sort, form = desk.request.path_params["form"], Form(dict(desk.request.query_params))
    days = days_in(desk, form)
    if days is None:
        raise Nowhere("choose the days on the Reports page")
    report = await asyncio.to_thread(report_of, desk, days)
    return await asyncio.to_thread(download, sort, replace(report, name=f"report-{days.first}-{days.last}"))


def report_of(desk: Desk, days: Days) -> Report:
    """Read the log of these days; call it off the event loop."""
    controller, wanted = desk.controller, Wanted(from_micros=days.from_micros, to_micros=days.to_micros)
    return controller.papers.draw(controller.ledger, PAPERS["progressive-report"], wanted)


def first_day(desk: Desk) -> date:
    """The gaming day of the first event there is."""
    first = desk.controller.ledger.entries(after=0, limit=1)
    return desk.days.day_of(first[0].at_micros) if first else desk.today


def usual_days(today: date, opened: date) -> list[tuple[str, date, date]]:
    """What is asked for again and again."""
    yesterday, first = today - timedelta(days=1), today.replace(day=1)
    before = first - timedelta(days=1)
    return [
        ("Today", today, today),
        ("Yesterday", yesterday, yesterday),
        ("Month to date", first, today),
        ("Last month", before.replace(day=1), before),
        ("Year to date", today.replace(month=1, day=1), today),
        ("Lifetime to date", min(opened, today), today),
    ]


def day_fields(days: Days) -> tuple[Field, ...]:
    """The days as a form asks for them."""
    return (
        Field(name=FROM, label="From", sort="day", value=days.first.isoformat()),
        Field(name=TO, label="Through", sort="day", value=days.last.isoformat(), hint=f"Gaming days run {days.by}."),
    )


def days_in(desk: Desk, form: Form) -> Days | None:
    """The days in the address; today where it names none, nothing where it names what are none."""
    first, last = (form.day(name, optional=True) or desk.today for name in (FROM, TO))
    if first > last:
        form.mistake(TO, "the last day is before the first")
    return None if form.mistakes else Days(first, last, desk.days)
