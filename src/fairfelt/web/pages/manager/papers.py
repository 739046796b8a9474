"""Reports of a period and papers of the room: on a page, as a file, and issued under a number."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import date, timedelta
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt.law import GamingDays
from fairfelt.ledger import LedgerError
from fairfelt.reports.report import Report
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.rules import UnknownName
from fairfelt.server.papers import PAPERS, Asks, Paper, Wanted
from fairfelt.web.api.access import PRINTING
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.desk import Desk, Field, Form, Mistaken, go
from fairfelt.web.desk.task import carry_out
from fairfelt.web.http.answers import not_found, number_in

FROM, TO = "from", "to"
REPORT = "progressive-report"


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
    return await _draw_paper(desk, PAPERS[REPORT], "manager/reports.html")


async def report_document(desk: Desk) -> Response:
    """The same to download."""
    form = Form(dict(desk.request.query_params))
    days, about = about_of(desk, PAPERS[REPORT], form)
    if form.mistakes or days is None:
        raise not_found("choose the days on the Reports page")
    report = await asyncio.to_thread(draw_paper, desk, PAPERS[REPORT], about)
    return await desk.download(replace(report, name=f"report-{days.first}-{days.last}"))


def first_day(desk: Desk) -> date:
    """The gaming day of the first event there is."""
    first = desk.controller.ledger.entries(after=0, limit=1)
    return desk.days.day_of(first[0].at_micros) if first else desk.today


def usual_days(today: date, opened: date) -> list[tuple[str, date, date]]:
    """The usual periods."""
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


FORMS = ("pdf", "csv", "json", "html")
NUMBER = "number"


async def papers(desk: Desk) -> Response:
    """All papers, and the reports that were issued, newest first."""
    rows = await asyncio.to_thread(desk.controller.papers.issued.all, desk.controller.ledger)
    return desk.draw("manager/papers.html", papers=PAPERS.values(), issued=rows[::-1])


async def paper(desk: Desk) -> Response:
    """One paper as it reads now."""
    return await _draw_paper(desk, desk.named(PAPERS, "paper")[1], "manager/paper.html")


async def _draw_paper(desk: Desk, wanted: Paper, template: str) -> Response:
    form = Form(dict(desk.request.query_params))
    days, about = about_of(desk, wanted, form)
    report = await asyncio.to_thread(_draw_if_found, desk, wanted, about, form) if not form.mistakes else None
    usual = usual_days(desk.today, await asyncio.to_thread(first_day, desk)) if days else []
    links = [(words, Days(first, last, desk.days).query) for words, first, last in usual] if days else []
    number = Field(NUMBER, wanted.of, value=form.get(NUMBER), optional=True)
    fields = day_fields(days) if days else (number,) if wanted.asks is Asks.NUMBER else ()
    return desk.draw(
        template, paper=wanted, sheet=report.sheet if report else None, form=form, fields=fields,
        links=links, query=desk.request.url.query, days=days, forms=FORMS, issues=desk.may(PRINTING),
        number=desk.next_number, status=422 if form.mistakes else 200,
    )  # fmt: skip


async def paper_document(desk: Desk) -> Response:
    """The same to download."""
    wanted = desk.named(PAPERS, "paper")[1]
    report = await asyncio.to_thread(draw_paper, desk, wanted, asked_in(desk, wanted))
    return await desk.download(report, FORMS)


async def issue(desk: Desk, form: Form) -> Response:
    """Issue a paper as it reads now: number, signature, digest on the log; from then on it is kept."""
    wanted = desk.named(PAPERS, "paper")[1]
    about = asked_in(desk, wanted)
    try:
        asked = await asyncio.to_thread(desk.controller.papers.prepare, desk.controller.ledger, wanted, about)
        fields = {name: getattr(asked, name) for name in asked.__struct_fields__ if name != "cards"}
        done = await carry_out(desk, form, PRINTING, IssueReport, fields)
    except Mistaken:
        return desk.message("Not issued", form.mistakes[""])
    except (LedgerError, UnknownName) as error:
        return desk.message("Not issued", str(error))
    return go("/manager/papers", event=done.number)


def _draw_if_found(desk: Desk, wanted: Paper, about: Wanted, form: Form) -> Report | None:
    """A paper of the room now; none before anybody has said which number it is about."""
    try:
        return draw_paper(desk, wanted, about)
    except UnknownName as error:
        if form.get(NUMBER):
            form.mistake(NUMBER, str(error))
        return None


def draw_paper(desk: Desk, wanted: Paper, about: Wanted) -> Report:
    """A paper of the room now; call it off the event loop."""
    return desk.controller.papers.draw(desk.controller.ledger, wanted, about)


def asked_in(desk: Desk, wanted: Paper) -> Wanted:
    """The days or the number in the address; a mistake in them ends the request."""
    form = Form(dict(desk.request.query_params))
    _, about = about_of(desk, wanted, form)
    if form.mistakes:
        raise not_found(next(iter(form.mistakes.values())))
    return about


def about_of(desk: Desk, wanted: Paper, form: Form) -> tuple[Days | None, Wanted]:
    """Read the days or the number in the address."""
    access = tuple((one.summary, str(one.access)) for one in ENDPOINTS if one.command)
    if wanted.asks is Asks.DAYS:
        days = days_in(desk, form) or Days(desk.today, desk.today, desk.days)
        return days, Wanted(from_micros=days.from_micros, to_micros=days.to_micros, access=access)
    typed = form.get(NUMBER)
    if wanted.asks is Asks.NUMBER and typed and not number_in(typed):
        form.mistake(NUMBER, f"{typed!r} is no number: enter one such as 3")
    return None, Wanted(number=number_in(typed), access=access)
