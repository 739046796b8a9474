"""Reports: a day, the month to date, or any range; on a page, as PDF, as CSV."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt.reports.room.period import Heading, period_sheet
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.web.desk import Desk, Field, Form, Nowhere
from fairfelt.web.desk.downloads import taken_away
from fairfelt.web.desk.words import MICROS_PER_SECOND

from .office import drawn

BEGINS, FROM, TO = "begins", "from", "to"


@dataclass(frozen=True)
class Days:
    """Whole days of the house, which may begin at another hour than midnight."""

    first: date
    last: date
    begins: time

    @property
    def from_micros(self) -> int:
        """When the first begins."""
        return _micros(self.first, self.begins)

    @property
    def to_micros(self) -> int:
        """When the last ends."""
        return _micros(self.last + timedelta(days=1), self.begins)

    @property
    def query(self) -> str:
        """As an address has it."""
        return urlencode({FROM: self.first.isoformat(), TO: self.last.isoformat(), BEGINS: f"{self.begins:%H:%M}"})


async def reports(desk: Desk) -> Response:
    """Choose a time, and read its report."""
    form = Form(dict(desk.request.query_params))
    today, begins = _today(desk, form), _time(form)
    days = _days(form, today, begins)
    sheet = await asyncio.to_thread(report, desk, days) if days else None
    links = [(words, Days(first, last, begins).query) for words, first, last in _usual(today)]
    return drawn(
        desk, "manager/reports.html", form=form, fields=_fields(days or Days(today, today, begins)), sheet=sheet,
        links=links, query=days.query if days else "", status=422 if form.mistakes else 200,
    )  # fmt: skip


async def report_document(desk: Desk) -> Response:
    """The same to take away."""
    sort, form = desk.request.path_params["form"], Form(dict(desk.request.query_params))
    days = _days(form, _today(desk, form), _time(form))
    if days is None:
        raise Nowhere("these are no days of a report: choose them on the page of reports")
    sheet = await asyncio.to_thread(report, desk, days)
    return await asyncio.to_thread(taken_away, sort, f"report-{days.first}-{days.last}", sheet)


def report(desk: Desk, days: Days) -> Sheet:
    """Read the log of a time; call it off the event loop."""
    ledger = desk.controller.ledger
    floor, head = ledger.committed.state, ledger.committed.head
    first, found = desk.controller.periods.read(ledger, days.from_micros, days.to_micros)
    heading = Heading(
        room=" and ".join(sorted({link.location for link in floor.links.values()})) or "the room",
        from_micros=days.from_micros,
        to_micros=days.to_micros,
        events=(first - 1, first - 1 + found.events),
        head=head.hash,
        currencies=floor.currency_by_jackpot,
    )
    return period_sheet(found, heading)


def _usual(today: date) -> list[tuple[str, date, date]]:
    yesterday, first = today - timedelta(days=1), today.replace(day=1)
    before = first - timedelta(days=1)
    return [
        ("Today", today, today),
        ("Yesterday", yesterday, yesterday),
        ("Month to date", first, today),
        ("Last month", before.replace(day=1), before),
    ]


def _fields(days: Days) -> tuple[Field, ...]:
    return (
        Field(name=FROM, label="From", sort="day", value=days.first.isoformat()),
        Field(name=TO, label="Up to and with", sort="day", value=days.last.isoformat()),
        Field(name=BEGINS, label="A day begins at (UTC)", sort="time", value=f"{days.begins:%H:%M}"),
    )


def _days(form: Form, today: date, begins: time) -> Days | None:
    """The days in the address; today where it names none, nothing where it names what are none."""
    first, last = (_day(form, name, today) for name in (FROM, TO))
    if first > last:
        form.mistake(TO, "the last day lies before the first")
    return None if form.mistakes else Days(first, last, begins)


def _day(form: Form, name: str, usual: date) -> date:
    return form.day(name, optional=True) or usual


def _time(form: Form) -> time:
    try:
        return time.fromisoformat(form.get(BEGINS)).replace(tzinfo=None) if form.get(BEGINS) else time()
    except ValueError:
        form.mistake(BEGINS, f"{form.get(BEGINS)!r} is not a time of day: write it such as 06:00")
        return time()


def _today(desk: Desk, form: Form) -> date:
    """The day of the house by now: before it begins it is still yesterday’s."""
    now = datetime.fromtimestamp(desk.controller.settings.clock() // MICROS_PER_SECOND, UTC)
    begins = _time(Form(form.sent))
    return (now - timedelta(hours=begins.hour, minutes=begins.minute)).date()


def _micros(day: date, at: time) -> int:
    return int(datetime.combine(day, at, UTC).timestamp()) * MICROS_PER_SECOND
