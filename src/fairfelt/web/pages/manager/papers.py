"""Reports of a period and papers of the room: on a page, as a file, and issued under a number."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from urllib.parse import urlencode

from starlette.responses import Response

from fairfelt.ledger import LedgerError
from fairfelt.reports.report import Report
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.rules import UnknownName
from fairfelt.server.papers import PAPERS, Asks, Paper, Wanted
from fairfelt.web.api.access import PRINTING
from fairfelt.web.api.handlers.wins import about_days
from fairfelt.web.desk import Desk, Field, Form, Mistaken, go
from fairfelt.web.desk.task import carry_out
from fairfelt.web.http.answers import not_found, number_in

FROM, TO, NUMBER = "from", "to", "number"
FORMS = ("pdf", "csv", "json", "html")
REPORT = "progressive-report"
"""The paper of the Reports page."""


async def papers(desk: Desk) -> Response:
    """All papers, and the reports that were issued, newest first."""
    rows = await asyncio.to_thread(desk.controller.papers.issued.all, desk.controller.ledger)
    return desk.draw("manager/papers.html", papers=PAPERS.values(), issued=rows[::-1])


async def paper(desk: Desk) -> Response:
    """One paper as it reads now."""
    wanted, form = _named(desk), Form(dict(desk.request.query_params))
    about, sheet = about_of(desk, wanted, form), None
    if not form.mistakes:
        try:
            sheet = (await asyncio.to_thread(draw_paper, desk, wanted, about)).sheet
        except UnknownName as error:  # nothing is drawn before a number is named
            if form.get(NUMBER):
                form.mistake(NUMBER, str(error))
    usual = await asyncio.to_thread(_usual_days, desk) if wanted.asks is Asks.DAYS else ()
    return desk.draw(
        "manager/paper.html", paper=wanted, sheet=sheet, form=form, fields=_fields(desk, wanted),
        links=[(words, urlencode({FROM: first, TO: last})) for words, first, last in usual],
        query=desk.request.url.query, forms=FORMS, issues=desk.may(PRINTING), number=desk.next_number,
    )  # fmt: skip


async def paper_document(desk: Desk) -> Response:
    """The same to download."""
    wanted = _named(desk)
    return await desk.download(await asyncio.to_thread(draw_paper, desk, wanted, asked_in(desk, wanted)), FORMS)


async def issue(desk: Desk, form: Form) -> Response:
    """Issue a paper as it reads now: number, signature, digest on the log; from then on it is kept."""
    wanted = _named(desk)
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


def _named(desk: Desk) -> Paper:
    return desk.named(PAPERS, "paper")[1] if "paper" in desk.request.path_params else PAPERS[REPORT]


def _fields(desk: Desk, wanted: Paper) -> tuple[Field, ...]:
    """The days or the number that a paper is about."""
    today = desk.today.isoformat()
    if wanted.asks is Asks.DAYS:
        return (
            Field(FROM, "From", sort="day", value=today),
            Field(TO, "Through", sort="day", value=today, hint=f"Gaming days run {desk.days}."),
        )
    return (Field(NUMBER, wanted.of, optional=True),) if wanted.asks is Asks.NUMBER else ()


def _usual_days(desk: Desk) -> list[tuple[str, date, date]]:
    """The usual periods. Reads the database: call it off the event loop."""
    today, entries = desk.today, desk.controller.ledger.entries(after=0, limit=1)
    yesterday, first = today - timedelta(days=1), today.replace(day=1)
    before = first - timedelta(days=1)
    opened = min((today, *(desk.days.day_of(entry.at_micros) for entry in entries)))
    return [
        ("Today", today, today),
        ("Yesterday", yesterday, yesterday),
        ("Month to date", first, today),
        ("Last month", before.replace(day=1), before),
        ("Year to date", today.replace(month=1, day=1), today),
        ("Lifetime to date", opened, today),
    ]


def draw_paper(desk: Desk, wanted: Paper, about: Wanted) -> Report:
    """A paper of the room now; call it off the event loop."""
    return desk.controller.papers.draw(desk.controller.ledger, wanted, about)


def asked_in(desk: Desk, wanted: Paper) -> Wanted:
    """The days or the number in the address; a mistake in them ends the request."""
    form = Form(dict(desk.request.query_params))
    about = about_of(desk, wanted, form)
    if form.mistakes:
        raise not_found(next(iter(form.mistakes.values())))
    return about


def about_of(desk: Desk, wanted: Paper, form: Form) -> Wanted:
    """Read the days or the number in the address; today where it names no day."""
    call = desk.call()
    if wanted.asks is Asks.DAYS:
        first, last = (form.day(name, optional=True) or desk.today for name in (FROM, TO))
        if first > last:
            form.mistake(TO, "the last day is before the first")
        return about_days(call, first, last)
    typed = form.get(NUMBER)
    if wanted.asks is Asks.NUMBER and typed and not number_in(typed):
        form.mistake(NUMBER, f"{typed!r} is no number: enter one such as 3")
    return Wanted(number=number_in(typed), access=call.who_may)
